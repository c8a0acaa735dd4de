import { useMemo, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatPercent } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { performanceWords as words } from '~/client/words/performance';
import type { Period } from '~/shared/schemas/figures';
import type { Performance } from '~/shared/schemas/positions';
import { CurveFigure } from '../chart/curve-figure';
import { indexCurve } from '../chart/index-curve';
import { PeriodSwitch } from '../figures/period-switch';

/** The change of an index since its first known level, rounded like the server. */
function changeOf(levels: (string | undefined)[]): string | undefined {
  const known = levels.filter((level) => level !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  return first && last && ((Number(last) / Number(first) - 1) * 100).toFixed(2);
}

function methodWords({ method, leftOut, benchmark, points, ...totals }: Performance): string {
  const { totalReturnPercent, benchmarkTotalReturnPercent } = totals;
  const hasDividends =
    totalReturnPercent !== changeOf(points.map(({ book }) => book)) ||
    (benchmarkTotalReturnPercent !== undefined &&
      benchmarkTotalReturnPercent !== changeOf(points.map((point) => point.benchmark)));
  const returns =
    totalReturnPercent &&
    hasDividends &&
    words.returns(
      [
        formatPercent(totalReturnPercent),
        benchmarkTotalReturnPercent && `${benchmark} ${formatPercent(benchmarkTotalReturnPercent)}`,
      ]
        .filter(Boolean)
        .join(', '),
    );
  return [returns, method, leftOut.length > 0 && words.leftOut(leftOut.join(', '))].filter(Boolean).join(' ');
}

/** The portfolio as an index beside its benchmark, where history is known. */
export function PerformanceSection({ onRefresh }: { onRefresh: () => void }) {
  const { data, error, isFetching } = trpc.positions.performance.useQuery();
  const [period, setPeriod] = useState<Period>('all');
  const curve = useMemo(() => data && indexCurve(data.points, data.benchmark, period), [data, period]);
  return (
    <CurveFigure
      title={words.title}
      label={words.chartLabel(data?.benchmark ?? '')}
      curve={curve}
      isCompact
      actions={data && data.points.length > 1 && <PeriodSwitch period={period} onChange={setPeriod} />}
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
