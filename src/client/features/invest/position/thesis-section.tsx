import { Stack, Text } from '@chakra-ui/react';
import { formatCount, formatDay, formatMoment, formatUsd } from '~/client/lib/format';
import { Card, Section } from '~/client/ui/content/card';
import { DescriptionList } from '~/client/ui/content/description-list';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { Button } from '~/client/ui/form/button';
import { positionWords as words } from '~/client/words/position';
import type { PositionPage, Thesis } from '~/shared/schemas/theses';
import { Fold } from '../figures/fold';

interface ThesisSectionProps {
  page: PositionPage;
  /** Administrators only. */
  onEdit: (() => void) | undefined;
}

/** The newest version, and the earlier ones with their dates. */
export function ThesisSection({ page: { theses, position }, onEdit }: ThesisSectionProps) {
  const [newest, ...earlier] = theses;
  const isMissing = position.status === 'closed' && !newest?.postMortem;
  return (
    <Section
      title={words.thesis}
      description={words.thesisNote}
      actions={onEdit && <Button onClick={onEdit}>{newest ? words.edit : words.write}</Button>}
    >
      {newest ? (
        <Card>
          <Version thesis={newest} />
        </Card>
      ) : (
        <Card p="0">
          <EmptyState title={words.noThesis} />
        </Card>
      )}
      {isMissing && onEdit && <Text color="fg.muted">{words.postMortemMissing}</Text>}
      {earlier.length > 0 && (
        <Fold title={words.earlier}>
          <Stack gap="3">
            {earlier.map((one) => (
              <Card key={one.version}>
                <Version thesis={one} />
              </Card>
            ))}
          </Stack>
        </Fold>
      )}
    </Section>
  );
}

function Version({ thesis }: { thesis: Thesis }) {
  const { version, writtenAt, seq } = thesis;
  const note = [words.written(version, formatMoment(writtenAt)), seq !== null && words.inEntry(formatCount(seq))];
  return (
    <Stack gap="2">
      <DescriptionList items={itemsOf(thesis)} />
      <Text textStyle="caption" color="fg.subtle">
        {note.filter(Boolean).join(', ')}
      </Text>
    </Stack>
  );
}

function itemsOf({ claim, wrongIf, target, stop, horizon, reviewOn, conviction, sector, postMortem }: Thesis) {
  const items = [
    { term: words.claim, value: claim },
    { term: words.wrongIf, value: wrongIf },
    { term: words.target, value: target && formatUsd(target) },
    { term: words.stop, value: stop && formatUsd(stop) },
    { term: words.horizon, value: horizon },
    { term: words.reviewOn, value: reviewOn && formatDay(reviewOn) },
    { term: words.conviction, value: conviction && words.convictions[conviction] },
    { term: words.sector, value: sector },
    { term: words.postMortem, value: postMortem },
  ];
  return items.flatMap(({ term, value }) =>
    value ? [{ term, value: <Text whiteSpace="pre-wrap">{value}</Text> }] : [],
  );
}
