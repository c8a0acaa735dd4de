import { chakra, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatDateTime } from '~/client/lib/format';
import { withTextFragment } from '~/client/lib/text-fragment';
import { trpc } from '~/client/lib/trpc';
import { Summary } from '~/client/ui/content/summary';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { SourceTitle } from '~/client/ui/source/source-text';
import { scheduleWords as words } from '~/client/words/schedules';
import type { ResearchChange, ResearchEvidence } from '~/shared/schemas/research-schedules';
import { differingFigures } from './differing-figures';

/** A fact with the page's earlier and current text, side by side if there is room. */
export function ChangeItem({ change: { title, url, before, after, caveats } }: { change: ResearchChange }) {
  const isMoved = before !== null && before.passage !== null && before.url !== url;
  return (
    <Stack as="li" gap="3" borderWidth="1px" borderRadius="card" p="4" minWidth="0">
      <Stack gap="0.5">
        <SourceTitle href={withTextFragment(url, after.passage ?? undefined)}>{title || url}</SourceTitle>
        {caveats.map((caveat) => (
          <Text key={caveat} textStyle="caption" color="fg.muted">
            {words.caveats[caveat]}
          </Text>
        ))}
      </Stack>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        <Evidence label={words.before} evidence={before} other={after} page={isMoved ? before.title : undefined} />
        <Evidence label={words.now} evidence={after} other={before} page={isMoved ? after.title : undefined} />
      </Grid>
    </Stack>
  );
}

interface EvidenceProps {
  label: string;
  evidence: ResearchEvidence | null;
  /** The evidence of the other report, whose figures are compared. */
  other: ResearchEvidence | null;
  /** Set if the two passages are from different pages. */
  page: string | undefined;
}

/** A passage of the page, and the whole page as it was read. */
function Evidence({ label, evidence, other, page }: EvidenceProps) {
  return (
    <Stack gap="1.5" minWidth="0">
      <Flex columnGap="2" wrap="wrap" textStyle="caption">
        <Text fontWeight="medium" color="fg.muted">
          {label}
        </Text>
        {evidence && <Text color="fg.subtle">{formatDateTime(evidence.readAt)}</Text>}
      </Flex>
      {page && (
        <Text textStyle="caption" color="fg.subtle" overflowWrap="anywhere">
          {page}
        </Text>
      )}
      {evidence?.passage ? (
        <Text textStyle="ui" overflowWrap="anywhere" unicodeBidi="plaintext">
          <Passage text={evidence.passage} other={other?.passage ?? null} />
        </Text>
      ) : (
        <Text textStyle="ui" color="fg.subtle">
          {evidence ? words.notOnPage : words.notRead}
        </Text>
      )}
      {evidence && <PageAsRead {...evidence} />}
    </Stack>
  );
}

/** Emphasizes figures that the other passage does not contain. */
function Passage({ text, other }: { text: string; other: string | null }) {
  if (other === null) return text;
  return differingFigures(text, other).map(({ start, part, isOther }) =>
    isOther ? (
      <chakra.mark key={start} bg="accent.subtle" color="fg" fontWeight="semibold">
        {part}
      </chakra.mark>
    ) : (
      part
    ),
  );
}

function PageAsRead({ messageId, snapshotId, passage }: ResearchEvidence) {
  const snapshot = trpc.messages.snapshot.useQuery({ messageId, snapshotId }, { enabled: false });
  return (
    <chakra.details onToggle={({ currentTarget }) => currentTarget.open && !snapshot.data && void snapshot.refetch()}>
      <Summary textStyle="caption">{words.showPage}</Summary>
      {snapshot.isFetching && <Skeleton mt="2" height="12" />}
      {snapshot.error && !snapshot.isFetching && (
        <Text role="alert" textStyle="caption" color="danger">
          {errorMessage(snapshot.error)}
        </Text>
      )}
      {snapshot.data && <SnapshotText text={snapshot.data.text} passage={passage} />}
    </chakra.details>
  );
}

function SnapshotText({ text: stored, passage }: { text: string; passage: string | null }) {
  // Removes Markdown heading marks.
  const text = stored.replace(/^#{1,6}\s+/gm, '');
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = mark.current?.parentElement;
    if (box && mark.current) box.scrollTop = mark.current.offsetTop - box.clientHeight / 3;
  }, []);
  const at = passage === null ? -1 : text.indexOf(passage);
  return (
    <Text
      as="div"
      // Focusable, because it scrolls.
      tabIndex={0}
      role="group"
      aria-label={words.pageAsRead}
      position="relative"
      mt="2"
      p="3"
      borderWidth="1px"
      borderRadius="control"
      textStyle="caption"
      color="fg.muted"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      maxHeight="15rem"
      overflowY="auto"
    >
      {at < 0 || passage === null ? (
        text
      ) : (
        <>
          {text.slice(0, at)}
          <chakra.mark ref={mark} bg="accent.subtle" color="fg">
            {passage}
          </chakra.mark>
          {text.slice(at + passage.length)}
        </>
      )}
    </Text>
  );
}
