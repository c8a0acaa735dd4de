import { chakra, Stack, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { Card } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Spinner } from '~/client/ui/feedback/spinner';
import { auditWords as words } from '~/client/words/audit';
import type { AuditEventRow } from '~/shared/schemas/audit';
import { AuditEntry } from './audit-entry';
import { useNearEnd } from './use-near-end';

interface AuditEntriesProps {
  events: AuditEventRow[] | undefined;
  list: {
    error: unknown;
    isFetching: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
}

/** A list instead of a table, because its rows are expandable sentences of any length. */
export function AuditEntries({ events, list }: AuditEntriesProps) {
  if (!events && list.error) {
    return (
      <Card p="0">
        <QueryError title={words.failed} query={list} />
      </Card>
    );
  }
  if (!events) return <Shapes />;
  if (events.length === 0) {
    return (
      <Card p="0">
        <EmptyState title={words.none} />
      </Card>
    );
  }
  return (
    <>
      <Card p="0" overflow="hidden">
        <chakra.ul aria-label={words.list} aria-busy={list.isFetching} listStyleType="none">
          {events.map((event) => (
            <AuditEntry key={event.id} event={event} />
          ))}
        </chakra.ul>
      </Card>
      <End count={events.length} list={list} />
    </>
  );
}

function End({ count, list }: { count: number; list: AuditEntriesProps['list'] }) {
  const mark = useRef<HTMLDivElement>(null);
  useNearEnd(mark, count, () => {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage();
  });
  return (
    <chakra.div ref={mark} display="flex" justifyContent="center" minHeight="1">
      {list.isFetchingNextPage && <Spinner />}
      {list.isFetchNextPageError && (
        <ErrorState title={words.failed} onRetry={() => void list.fetchNextPage()} retrying={list.isFetchingNextPage} />
      )}
    </chakra.div>
  );
}

const widths = ['62%', '48%', '70%', '55%', '66%', '50%'];

function Shapes() {
  return (
    <Stack gap="3" aria-busy>
      <Card p="0" aria-hidden>
        {widths.map((width) => (
          <chakra.div key={width} px="4" py="3.5" css={{ '& + &': { borderTopWidth: '1px' } }}>
            <Skeleton height="3.5" width={width} />
          </chakra.div>
        ))}
      </Card>
      <Text role="status" textStyle="caption" color="fg.muted" textAlign="center">
        {words.loading}
      </Text>
    </Stack>
  );
}
