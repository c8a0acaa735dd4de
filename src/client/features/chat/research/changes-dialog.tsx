import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { formatDateTime } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { scheduleWords as words } from '~/client/words/schedules';
import type { ResearchChanges } from '~/shared/schemas/research-schedules';
import { ChangeItem } from './change-item';
import { ReportDialog } from './report-dialog';

interface ChangesDialogProps {
  researchId: string;
  onClose: () => void;
}

const kinds = ['changed', 'new', 'gone'] as const;

/** The changes since the previous report. */
export function ChangesDialog({ researchId, onClose }: ChangesDialogProps) {
  const changes = trpc.research.changes.useQuery({ id: researchId }, { refetchOnMount: 'always' });
  const since = changes.data?.previousAt;
  return (
    <ReportDialog
      title={words.changesTitle}
      note={since ? words.since(formatDateTime(since)) : undefined}
      query={changes}
      loading={words.loadingChanges}
      failureTitle={words.changesFailed}
      onClose={onClose}
    >
      {(found) => <Changes found={found} />}
    </ReportDialog>
  );
}

function Changes({ found: { previousAt, isComplete, changes } }: { found: ResearchChanges }) {
  if (!previousAt) return <Text color="fg.muted">{words.noPrevious}</Text>;
  return (
    <>
      {!isComplete && (
        <Text role="status" color="fg.muted">
          {words.unchecked}
        </Text>
      )}
      {changes.length === 0 && <Text>{words.noChanges}</Text>}
      {kinds.map((kind) => {
        const ofKind = changes.filter((change) => change.kind === kind);
        return ofKind.length > 0 && <ChangesOfKind key={kind} kind={kind} changes={ofKind} />;
      })}
    </>
  );
}

type OfKind = Pick<ResearchChanges, 'changes'> & { kind: (typeof kinds)[number] };

function ChangesOfKind({ kind, changes }: OfKind) {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id}>
      <Flex gap="2" align="baseline" mb="2">
        <Text as="h3" id={id} fontWeight="semibold">
          {words.kinds[kind]}
        </Text>
        <Text textStyle="caption" color="fg.subtle">
          {changes.length}
        </Text>
      </Flex>
      <chakra.ul listStyleType="none" display="grid" gap="3">
        {changes.map((change) => (
          <ChangeItem key={`${change.url} ${change.before?.passage} ${change.after.passage}`} change={change} />
        ))}
      </chakra.ul>
    </Box>
  );
}
