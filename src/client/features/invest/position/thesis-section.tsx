import { Stack, Text } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { formatCount, formatDay, formatMoment } from '~/client/lib/format';
import { Card, Section } from '~/client/ui/content/card';
import { DescriptionList } from '~/client/ui/content/description-list';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { positionWords as words } from '~/client/words/position';
import type { PositionPage, Thesis } from '~/shared/schemas/theses';
import { ExpandableSection } from '../figures/expandable-section';
import { priceText } from '../price-text';

const EvidenceList = lazy(async () => ({ default: (await import('./evidence-list')).EvidenceList }));

interface ThesisSectionProps {
  page: PositionPage;
  /** Absent unless the user is an administrator. */
  onEdit: (() => void) | undefined;
}

/** The newest version, and the earlier ones with their dates. */
export function ThesisSection({ page: { theses, position }, onEdit }: ThesisSectionProps) {
  const [newest, ...earlier] = theses;
  // The post-mortem is shown below. If a position was closed without a thesis, its version contains nothing else.
  const stated = newest && { ...newest, postMortem: undefined };
  const hasThesis = stated !== undefined && itemsOf(stated, undefined).length + stated.evidence.length > 0;
  const isMissing = position.status === 'closed' && !newest?.postMortem;
  return (
    <Section
      title={words.thesis}
      description={words.thesisNote}
      actions={onEdit && <Button onClick={onEdit}>{hasThesis ? words.edit : words.write}</Button>}
    >
      {hasThesis ? (
        <Card>
          <Version thesis={stated} currency={position.currency} />
        </Card>
      ) : (
        <Card p="0">
          <EmptyState title={words.noThesis} />
        </Card>
      )}
      {newest?.postMortem && (
        <Card>
          <Stack gap="2">
            <Text as="h3" textStyle="heading">
              {words.postMortem}
            </Text>
            <Text whiteSpace="pre-wrap" overflowWrap="anywhere" maxWidth="prose">
              {newest.postMortem}
            </Text>
            {!hasThesis && <Written thesis={newest} />}
          </Stack>
        </Card>
      )}
      {isMissing && onEdit && <Text color="fg.muted">{words.postMortemMissing}</Text>}
      {earlier.length > 0 && (
        <ExpandableSection title={words.earlier}>
          <Stack gap="3">
            {earlier.map((thesis) => (
              <Card key={thesis.version}>
                <Version thesis={thesis} currency={position.currency} />
              </Card>
            ))}
          </Stack>
        </ExpandableSection>
      )}
    </Section>
  );
}

function Version({ thesis, currency }: { thesis: Thesis; currency: string | undefined }) {
  return (
    <Stack gap="2">
      <DescriptionList items={itemsOf(thesis, currency)} />
      {thesis.evidence.length > 0 && (
        <Suspense fallback={<Skeleton height="24" mt="2" role="status" aria-label={words.loadingEvidence} />}>
          <EvidenceList evidence={thesis.evidence} />
        </Suspense>
      )}
      <Written thesis={thesis} />
    </Stack>
  );
}

/** The number of a version, its time, and the ledger entry that contains its hash. */
function Written({ thesis: { version, writtenAt, seq } }: { thesis: Thesis }) {
  const note = [words.written(version, formatMoment(writtenAt)), seq !== null && words.inEntry(formatCount(seq))];
  return (
    <Text textStyle="caption" color="fg.subtle">
      {note.filter(Boolean).join(', ')}
    </Text>
  );
}

function itemsOf(
  { claim, wrongIf, horizon, reviewOn, conviction, weight, sector, postMortem, ...levels }: Thesis,
  currency: string | undefined,
) {
  const { target, stop, adjustedTarget, adjustedStop } = levels;
  const items = [
    { term: words.claim, value: claim },
    { term: words.wrongIf, value: wrongIf },
    { term: words.target, value: levelText(target, adjustedTarget, currency) },
    { term: words.stop, value: levelText(stop, adjustedStop, currency) },
    { term: words.horizon, value: horizon },
    { term: words.reviewOn, value: reviewOn && formatDay(reviewOn) },
    { term: words.conviction, value: conviction && words.convictions[conviction] },
    { term: words.weight, value: weight && words.percent(weight) },
    { term: words.sector, value: sector },
    { term: words.postMortem, value: postMortem },
  ];
  return items.flatMap(({ term, value }) =>
    value ? [{ term, value: <Text whiteSpace="pre-wrap">{value}</Text> }] : [],
  );
}

/** The level as written, with its value adjusted for a later split. */
function levelText(stated: string | undefined, adjusted: string | undefined, currency: string | undefined) {
  if (!stated || !adjusted) return stated && priceText(stated, currency);
  return words.afterSplits(priceText(stated, currency), priceText(adjusted, currency));
}
