import { useMemo } from 'react';
import { formatCost } from '~/client/lib/format-cost';
import { LineChart } from '~/client/ui/chart/line-chart';
import { usageWords as words } from '~/client/words/usage';
import type { UsageSummary } from '~/shared/schemas/usage';
import { everyDay } from '~/shared/usage-period';

const formatValue = (usd: number) => formatCost(String(usd));

/** The cost per day. Days without requests cost 0. */
export function CostChart({ usage }: { usage: Pick<UsageSummary, 'from' | 'to' | 'days'> }) {
  const { days, series } = useMemo(() => {
    const costs = new Map(usage.days.map(({ day, cost }) => [day, Number(cost ?? 0)]));
    const all = everyDay(usage);
    const values = all.map((day) => costs.get(day) ?? 0);
    return { days: all, series: [{ name: words.cost, tone: 'accent' as const, values }] };
  }, [usage]);
  return <LineChart label={words.costPerDay} days={days} series={series} reference={0} formatValue={formatValue} />;
}
