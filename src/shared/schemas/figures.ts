import { z } from 'zod';
import { percentText } from './gain';
import { day, id } from './output';

/** '1M' to '3Y' end on the last known day; 'all' starts on the first. */
export const periods = ['1M', 'YTD', '1Y', '3Y', 'all'] as const;
const period = z.enum(periods);
export type Period = z.infer<typeof period>;

/** Why a figure is unknown. Unknown figures are never estimated. */
const unknownReasons = [
  'noPrices',
  'startsLater',
  'upToOneYear',
  'tooFewDays',
  'noBenchmark',
  'noVariation',
  'nothingHeld',
  'totalLoss',
] as const;
export type UnknownReason = (typeof unknownReasons)[number];

const figure = z
  .strictObject({
    value: percentText.nullable().describe('Two decimals; null if it is not known'),
    reason: z
      .enum(unknownReasons)
      .nullable()
      .describe(
        'Why `value` is null. `startsLater`: the index begins after the period does. `upToOneYear`: only periods of more than a year are annualized. `tooFewDays`: too few daily changes. `noBenchmark`: no closing prices of the benchmark. `noVariation`: nothing moved. `nothingHeld`: no position counts in the period. `totalLoss`: the index was 0 before the last day, and nothing is a change of nothing',
      ),
  })
  .meta({ id: 'Figure' });
export type Figure = z.infer<typeof figure>;

const periodFigures = z
  .strictObject({
    period,
    from: day.nullable().describe('The day of the level from which it counts; null if the period is not covered'),
    to: day.nullable(),
    returnPercent: figure,
    annualizedPercent: figure.describe('The yearly return, for periods of more than a year'),
    buyAndHoldPercent: figure.describe(
      'The return of equal sums put into each position at its start, or at that of the period, and held until its end',
    ),
    benchmarkReturnPercent: figure,
    benchmarkAnnualizedPercent: figure,
    volatilityPercent: figure.describe('Standard deviation of the daily changes, per year'),
    sharpeRatio: figure.describe('Mean by standard deviation of the daily changes, per year, without a risk-free rate'),
    beta: figure.describe('By how much the index moved on average when the benchmark moved by 1'),
    maxDrawdownPercent: figure,
    drawdownFrom: day.nullable(),
    drawdownTo: day.nullable(),
  })
  .meta({ id: 'PeriodFigures' });
export type PeriodFigures = z.infer<typeof periodFigures>;

/** In percentage points of the period's return. Omits periods in which the position did not count. */
const percentByPeriod = z.strictObject({
  '1M': percentText.optional(),
  YTD: percentText.optional(),
  '1Y': percentText.optional(),
  '3Y': percentText.optional(),
  all: percentText.optional(),
});

const contribution = z
  .strictObject({ id, ticker: z.string(), name: z.string(), percents: percentByPeriod })
  .meta({ id: 'Contribution' });
export type Contribution = z.infer<typeof contribution>;

export const bookFigures = z
  .strictObject({
    benchmark: z.string(),
    benchmarks: z.array(z.string()).describe('Those that can be chosen'),
    periods: z.array(periodFigures),
    contributions: z
      .array(contribution)
      .describe('By position: its part of the return of each period. The parts add up to the return'),
  })
  .meta({ id: 'BookFigures' });
export type BookFigures = z.infer<typeof bookFigures>;

export const figuresInput = z
  .object({ benchmark: z.string().max(20, 'Choose one of the listed benchmarks').nullish() })
  .optional();
