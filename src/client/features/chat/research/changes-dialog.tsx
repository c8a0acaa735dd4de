import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatDateTime } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { Modal } from '~/client/ui/overlay/modal';
import { scheduleWords as words } from '~/client/words/schedules';
import type { ResearchChanges } from '~/shared/schemas/research-schedules';
import { ChangeItem } from './change-item';

interface ChangesDialogProps {
  researchId: string;
  onClose: () => void;
}

const kinds = ['changed', 'new', 'gone'] as const;

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
      width="min(48rem, calc(100vw - 2rem))"
      m="auto"
      borderRadius="card"
      overflow="hidden"
    >
      <Flex direction="column" maxHeight="calc(100dvh - 2rem)">
        <Stack gap="1" p={{ base: '4', md: '6' }} pb="4" borderBottomWidth="1px">
          <Text as="h2" id={id} textStyle="heading">
            {words.changesTitle}
          </Text>
          {data?.previousAt && (
            <Text textStyle="ui" color="fg.muted">
              {words.since(formatDateTime(data.previousAt))}
            </Text>
          )}
        </Stack>
        <Stack gap="5" p={{ base: '4', md: '6' }} flex="1" minHeight="0" overflowY="auto" overscrollBehavior="contain">
          {data && <Changes found={data} />}
          {isPending && <ChangesSkeleton />}
          {error && !data && (
            <ErrorState
              title={words.changesFailed}
              description={errorMessage(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
        </Stack>
        <Flex justify="end" px={{ base: '4', md: '6' }} py="4" borderTopWidth="1px">
          <Button onClick={onClose}>{words.close}</Button>
        </Flex>
      </Flex>
    </Modal>
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

function ChangesSkeleton() {
  return (
    <Stack gap="3" role="status" aria-busy aria-label={words.loadingChanges}>
      <Skeleton width="24" height="5" />
      <Skeleton height="32" borderRadius="card" />
      <Skeleton height="32" borderRadius="card" />
    </Stack>
  );
}
