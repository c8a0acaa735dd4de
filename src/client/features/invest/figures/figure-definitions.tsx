import { Card } from '~/client/ui/content/card';
import { DescriptionList } from '~/client/ui/content/description-list';
import { figuresWords as words } from '~/client/words/figures';
import { ExpandableSection } from './expandable-section';

export function FigureDefinitions() {
  return (
    <ExpandableSection title={words.definitions}>
      <Card>
        <DescriptionList items={words.definitionList} />
      </Card>
    </ExpandableSection>
  );
}
