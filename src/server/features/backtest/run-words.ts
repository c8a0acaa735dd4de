/** Texts of the server-rendered pages of published back-tests. */
import { formatDay } from '~/shared/figure-text';
import type { Rebalancing } from '~/shared/rebalancings';

export const periodText = ({ fromDay, toDay }: { fromDay: string; toDay: string }): string =>
  `${formatDay(fromDay)} to ${formatDay(toDay)}`;

export const rebalancingTexts: Record<Rebalancing, string> = {
  never: 'Never: bought once and held',
  monthly: 'Monthly, to equal weights',
  quarterly: 'Quarterly, to equal weights',
  yearly: 'Yearly, to equal weights',
};
