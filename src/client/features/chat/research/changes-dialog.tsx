import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatDate } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Chip } from '~/client/ui/content/chip';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { Modal } from '~/client/ui/overlay/modal';
import { scheduleWords as words } from '~/client/words/schedules';
import type { ResearchChange, ResearchChanges, ResearchEvidence } from '~/shared/schemas/research-schedules';

interface ChangesDialogProps {
  researchId: string;
  onClose: () => void;
}

/** What has changed since the report before. A default export, as `lazy` asks for one. */
export default function ChangesDialog({ researchId, onClose }: ChangesDialogProps) {
  const id = useId();
  const { data, error, isPending, isFetching, refetch } = trpc.research.changes.useQuery(
    { id: researchId },
    { refetchOnMount: 'always' },
  );
  return (
    <Modal
      isOpen
      onClose={onClose}
      aria-labelledby={id}
      width="min(40rem, calc(100vw - 2rem))"
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
    >
      <Stack gap="4" p="6">
        <Text as="h2" id={id} textStyle="heading">
          {words.changesTitle}
        </Text>
        {data && <Changes found={data} />}
        {isPending && <Skeleton height="24" />}
        {error && !data && (
          <ErrorState
            title={words.changesFailed}
            description={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        <Flex justify="flex-end">
          <Button onClick={onClose}>{words.close}</Button>
        </Flex>
      </Stack>
    </Modal>
  );
}

function Changes({ found: { previousAt, isComplete, changes } }: { found: ResearchChanges }) {
  if (!previousAt) return <Text color="fg.muted">{words.noPrevious}</Text>;
  return (
    <>
      <Text color="fg.muted">{words.since(formatDate(previousAt))}</Text>
      {!isComplete && <Text role="status">{words.unchecked}</Text>}
      {changes.length === 0 && <Text>{words.noChanges}</Text>}
      <chakra.ul listStyleType="none" display="grid" gap="4">
        {changes.map((change) => (
          <Change key={`${change.url} ${change.before?.passage} ${change.after.passage}`} change={change} />
        ))}
      </chakra.ul>
    </>
  );
}

function Change({ change: { kind, title, before, after } }: { change: ResearchChange }) {
  return (
    <Stack as="li" gap="2" borderTopWidth="1px" pt="3">
      <Flex gap="2" align="center">
        <Chip tone="accent">{words.kinds[kind]}</Chip>
        <Text fontWeight="medium" truncate>
          {title}
        </Text>
      </Flex>
      <Evidence label={words.before} evidence={before} />
      <Evidence label={words.now} evidence={after} />
    </Stack>
  );
}

/** What the page said, and all of it as it was read. */
function Evidence({ label, evidence }: { label: string; evidence: ResearchEvidence | null }) {
  return (
    <chakra.div>
      <Text textStyle="caption" color="fg.muted">
        {evidence ? `${label}, ${formatDate(evidence.readAt)}` : label}
      </Text>
      <Text textStyle="ui" overflowWrap="anywhere">
        {evidence ? (evidence.passage ?? words.notOnPage) : words.notRead}
      </Text>
      {evidence && <SnapshotText {...evidence} />}
    </chakra.div>
  );
}

function SnapshotText({ messageId, snapshotId }: ResearchEvidence) {
  const snapshot = trpc.messages.snapshot.useQuery({ messageId, snapshotId }, { enabled: false });
  return (
    <chakra.details onToggle={({ currentTarget }) => currentTarget.open && !snapshot.data && void snapshot.refetch()}>
      <chakra.summary textStyle="caption" color="fg.muted" cursor="pointer">
        {words.showPage}
      </chakra.summary>
      {snapshot.isFetching && <Skeleton height="12" />}
      {snapshot.error && <Text color="danger">{errorMessage(snapshot.error)}</Text>}
      {snapshot.data && (
        <Text textStyle="caption" whiteSpace="pre-wrap" overflowWrap="anywhere" maxHeight="60" overflowY="auto">
          {snapshot.data.text}
        </Text>
      )}
    </chakra.details>
  );
}
