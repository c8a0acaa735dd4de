import { useMemo } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { performanceWords as words } from '~/client/words/performance';
import type { Performance } from '~/shared/schemas/positions';
import { CurveFigure } from '../chart/curve-figure';
import { indexCurve } from '../chart/index-curve';

function methodWords({ method, leftOut }: Performance): string {
  return leftOut.length > 0 ? `${method} ${words.leftOut(leftOut.join(', '))}` : method;
}

/** The book as an index beside its benchmark, where history is known. */
export function PerformanceSection({ onRefresh }: { onRefresh: () => void }) {
  const { data, error, isFetching } = trpc.positions.performance.useQuery();
  const curve = useMemo(() => data && indexCurve(data.points, data.benchmark), [data]);
  return (
    <CurveFigure
      title={words.title}
      label={words.chartLabel(data?.benchmark ?? '')}
      curve={curve}
      instead={
        error && !data ? (
          <ErrorState
            title={words.couldNotLoad}
            description={errorMessage(error)}
            onRetry={onRefresh}
            retrying={isFetching}
          />
        ) : data && data.points.length < 2 ? (
          <EmptyState title={words.notYet} />
        ) : undefined
      }
      method={data && data.points.length > 1 && methodWords(data)}
    />
  );
}
