import type { ChartSeries } from '~/client/ui/chart/chart-geometry';

export interface Curve {
  /** yyyy-mm-dd, oldest first. */
  days: readonly string[];
  series: readonly ChartSeries[];
  reference: number;
  formatValue: (value: number) => string;
}
