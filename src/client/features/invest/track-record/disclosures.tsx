import { Card, Section } from '~/client/ui/content/card';
import { DescriptionList } from '~/client/ui/content/description-list';
import { figuresWords as words } from '~/client/words/figures';
import { recordDisclosures } from '~/shared/record-disclosures';

/** Disclosures that accompany the figures. */
export function Disclosures() {
  return (
    <Section title={words.disclosures}>
      <Card>
        <DescriptionList items={recordDisclosures.map(({ term, text }) => ({ term, value: text }))} />
      </Card>
    </Section>
  );
}
