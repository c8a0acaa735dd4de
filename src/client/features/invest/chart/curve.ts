import type { ChartSeries } from '~/client/ui/chart/chart-geometry';

export interface Curve {
  /** yyyy-mm-dd, oldest first. */
  days: readonly string[];
  series: readonly ChartSeries[];
  reference: number;
  /** Events, by the index of their day. */
  marks?: readonly { at: number; name: string }[];
  formatValue: (value: number) => string;
}
