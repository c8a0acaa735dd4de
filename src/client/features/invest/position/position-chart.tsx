import { useMemo, useState } from 'react';
import { formatDay } from '~/client/lib/format';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { positionWords as words } from '~/client/words/position';
import type { Period } from '~/shared/schemas/figures';
import type { PositionPage } from '~/shared/schemas/theses';
import { closeDayOf, tradingDay } from '~/shared/trading-day';
import type { Curve } from '../chart/curve';
import { CurveFigure } from '../chart/curve-figure';
import { indexCurve } from '../chart/index-curve';
import { PeriodSwitch } from '../figures/period-switch';
import { amountText } from '../price-text';

/** The position beside the benchmark, with its events. A range shorter than the holding period shows only that part. */
export function PositionChart({ page }: { page: PositionPage }) {
  const [period, setPeriod] = useState<Period>('all');
  const curve = useMemo(() => curveOf(page, period), [page, period]);
  const isKnown = page.course.points.length > 1;
  return (
    <CurveFigure
      title={words.chart}
      label={words.chartLabel(page.position.ticker, page.course.benchmark)}
      curve={curve}
      actions={isKnown && <PeriodSwitch period={period} onChange={setPeriod} />}
      instead={isKnown ? undefined : <EmptyState title={words.noChart} />}
      method={isKnown && words.chartNote(page.position.currency)}
    />
  );
}

export function curveOf(page: PositionPage, period: Period): Curve {
  const { points, benchmark } = page.course;
  const curve = indexCurve(points, benchmark, period);
  const [own, ...others] = curve.series;
  return {
    ...curve,
    series: own ? [{ ...own, name: page.position.ticker }, ...others] : others,
    marks: marksOf(page, curve.days),
  };
}

/** Each event is shown on the first day with a level on or after it. */
function marksOf({ position, splits, dividends }: PositionPage, days: readonly string[]) {
  const { purchaseDate, closeDate } = position;
  const events = [
    { day: tradingDay(purchaseDate), name: words.entryMark },
    ...splits.map(({ day, numerator, denominator }) => ({ day, name: words.splitMark(`${numerator}:${denominator}`) })),
    ...dividends.map(({ day, amount }) => ({ day, name: words.dividendMark(amountText(amount, position.currency)) })),
    ...(closeDate ? [{ day: closeDayOf(closeDate, purchaseDate), name: words.exitMark }] : []),
  ];
  const [first] = days;
  return events.flatMap(({ day, name }) => {
    const at = days.findIndex((one) => one >= day);
    return at < 0 || !first || day < first ? [] : [{ at, name: `${name}, ${formatDay(day)}` }];
  });
}
