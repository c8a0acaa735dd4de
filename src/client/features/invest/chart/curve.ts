import type { ChartSeries } from '~/client/ui/chart/chart-geometry';

export interface Curve {
  /** yyyy-mm-dd, oldest first. */
  days: readonly string[];
  series: readonly ChartSeries[];
  reference: number;
  /** What happened, by the place of its day. */
  marks?: readonly { at: number; name: string }[];
  formatValue: (value: number) => string;
}
