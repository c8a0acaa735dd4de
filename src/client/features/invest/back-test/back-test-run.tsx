import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { ownDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { backTestWords as words } from '~/client/words/back-test';
import { readMissingCloses } from '~/shared/missing-closes';
import type { BacktestResult } from '~/shared/schemas/backtest';
import { BackTestForm } from './back-test-form';
import { BackTestMethod } from './back-test-method';
import { BackTestDetails, BackTestResult } from './back-test-result';
import type { BackTestSearch } from './back-test-search';
import { asksForResult, type BackTestValues, inputOf, searchOf, startOf, valuesOf } from './back-test-values';
import { encodeRun, isCompared, otherComparedRuns, toggleCompared, withoutCompared } from './compared-run-urls';
import { MissingCloses } from './missing-closes';
import { Universe } from './universe';

/** Loaded on demand, because few users compare runs. */
const ComparedRuns = lazy(async () => ({ default: (await import('./compared-runs')).ComparedRuns }));

interface BackTestRunProps {
  /** Administrators can publish the result. */
  isAdmin: boolean;
  search: BackTestSearch;
  onSearch: (search: BackTestSearch) => void;
}

/** The form, the available tickers, and the result of the back-test in the URL. */
export function BackTestRun({ search, onSearch, isAdmin }: BackTestRunProps) {
  const today = ownDay(new Date());
  const universe = trpc.backtest.universe.useQuery();
  const isAsked = asksForResult(search);
  const [isAwaited, setIsAwaited] = useState(false);
  const run = trpc.backtest.run.useQuery(inputOf(valuesOf(search, today)), { enabled: isAsked, gcTime: 0 });

  if (universe.isPending && !isAsked) return <Skeleton height="64" borderRadius="card" />;
  const start = isAsked ? valuesOf(search, today) : startOf(universe.data ?? [], today);
  const result = run.isError ? undefined : run.data;

  function ask(values: BackTestValues) {
    setIsAwaited(true);
    const next = searchOf(values);
    if (JSON.stringify(next) === JSON.stringify(searchOf(valuesOf(search, today)))) void run.refetch();
    else onSearch({ ...next, kept: search.kept });
  }

  return (
    <Stack gap="8">
      {universe.data?.length === 0 && (
        <Card p="0">
          <EmptyState title={words.noCloses} description={words.noClosesNote} />
        </Card>
      )}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: '23rem minmax(0, 1fr)' }} gap="8" alignItems="start">
        <Stack gap="3">
          <BackTestForm
            // A link to another back-test resets the form.
            key={JSON.stringify(start)}
            start={start}
            pending={run.isFetching}
            onRun={ask}
          />
          <Universe entries={universe.data ?? []} />
        </Stack>
        <Stack gap="8" minWidth="0">
          <RunProgress run={run} />
          {!isAsked && <BackTestMethod />}
          {result && (
            <BackTestResult
              result={result}
              isAwaited={isAwaited}
              canPublish={isAdmin}
              isCompared={isCompared(search, result)}
              onToggleCompared={() => onSearch(toggleCompared(search, result))}
            />
          )}
        </Stack>
      </Grid>
      {result && (
        <>
          <Comparison result={result} search={search} onSearch={onSearch} />
          <BackTestDetails result={result} />
        </>
      )}
    </Stack>
  );
}

/** Shows that a run is pending or has failed. */
function RunProgress({ run }: { run: ReturnType<typeof trpc.backtest.run.useQuery> }) {
  const message = run.isError ? errorMessage(run.error) : '';
  const missing = readMissingCloses(message);
  const again = { onRetry: () => void run.refetch(), retrying: run.isFetching };
  return (
    <chakra.div aria-live="polite" css={{ '&:empty': { marginBottom: '-8' } }}>
      {run.isError && (
        <Card p="0">
          {missing ? (
            <MissingCloses missing={missing} {...again} />
          ) : (
            <ErrorState title={words.failed} description={message} {...again} />
          )}
        </Card>
      )}
      {run.isLoading && <Text color="fg.muted">{words.loading}</Text>}
    </chakra.div>
  );
}

interface ComparisonProps extends Pick<BackTestRunProps, 'search' | 'onSearch'> {
  result: BacktestResult;
}

/** The result beside the kept ones, if any. */
function Comparison({ result, search, onSearch }: ComparisonProps) {
  const shown = encodeRun(result.input);
  const beside = otherComparedRuns(shown, search.kept);
  if (beside.length === 0) return null;
  return (
    <Suspense>
      <ComparedRuns
        shown={result}
        kept={beside}
        onOpen={(other) => onSearch({ ...other, kept: [...beside, shown] })}
        onRemove={(other) => onSearch(withoutCompared(search, other))}
      />
    </Suspense>
  );
}
