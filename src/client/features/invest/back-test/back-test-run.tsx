import { Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { ownDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { backTestWords as words } from '~/client/words/back-test';
import { BackTestForm } from './back-test-form';
import { BackTestResult } from './back-test-result';
import { asksForResult, type BackTestSearch, inputOf, searchOf, startOf, valuesOf } from './back-test-search';
import { Universe } from './universe';

interface BackTestRunProps {
  /** Administrators publish. */
  isAdmin: boolean;
  search: BackTestSearch;
  onSearch: (search: BackTestSearch) => void;
}

/** The form, what it can be asked about, and the result that the address asks for. */
export function BackTestRun({ search, onSearch, isAdmin }: BackTestRunProps) {
  const today = ownDay(new Date());
  const universe = trpc.backtest.universe.useQuery();
  const isAsked = asksForResult(search);
  const [isAwaited, setIsAwaited] = useState(false);
  const run = trpc.backtest.run.useQuery(inputOf(valuesOf(search, today)), { enabled: isAsked, gcTime: 0 });

  if (universe.isPending && !isAsked) return <Skeleton height="64" borderRadius="card" />;
  const start = isAsked ? valuesOf(search, today) : startOf(universe.data ?? [], today);
  return (
    <Stack gap="8">
      {universe.data?.length === 0 && (
        <Card p="0">
          <EmptyState title={words.noCloses} description={words.noClosesNote} />
        </Card>
      )}
      <Stack gap="3">
        <BackTestForm
          // A link to another back-test fills the form anew.
          key={JSON.stringify(start)}
          start={start}
          pending={run.isFetching}
          onRun={(values) => {
            setIsAwaited(true);
            const next = searchOf(values);
            if (JSON.stringify(next) === JSON.stringify(searchOf(valuesOf(search, today)))) void run.refetch();
            else onSearch(next);
          }}
        />
        <Universe entries={universe.data ?? []} />
      </Stack>
      <div aria-live="polite">
        {run.isError && (
          <Card p="0">
            <ErrorState
              title={words.failed}
              description={errorMessage(run.error)}
              onRetry={() => void run.refetch()}
              retrying={run.isFetching}
            />
          </Card>
        )}
        {run.isLoading && <Text color="fg.muted">{words.loading}</Text>}
      </div>
      {run.data && !run.isError && <BackTestResult result={run.data} isAwaited={isAwaited} canPublish={isAdmin} />}
    </Stack>
  );
}
