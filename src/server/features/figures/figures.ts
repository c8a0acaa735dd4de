/**
 * The figures of one answer. Our tools return every figure to the model with a reference. The model writes the
 * reference, and the figure is filled in before the reader sees it, so no digit of the portfolio comes from a model.
 */

import { moneyText } from '~/shared/currencies';
import { formatDay, formatInstant, formatPercent } from '~/shared/figure-text';

/**
 * Of a stock: its gain, its prices at entry, now and at its close, its weight, its days. Of the portfolio: gains, max
 * drawdown, percentages of a whole, counts.
 */
export type FigureKind = 'gain' | 'drawdown' | 'entry' | 'latest' | 'close' | 'share' | 'count' | 'day';

export interface Figure {
  kind: FigureKind;
  /** As the tool returned it: '250.10', '-12.50'. */
  value: string;
  /** The stock that the figure belongs to; absent for the whole portfolio. */
  ticker?: string;
  /** The position whose page shows the calculation. */
  positionId?: string;
  /** Set if the track record shows the calculation. */
  isOfTrackRecord?: true;
  /** As displayed: "$250.10", "+38.75%". */
  text: string;
  /** Added at the first use: "as of 20 Nov 2026, 21:00 UTC, Yahoo Finance". Empty for figures without a time. */
  note: string;
  /** Figures of the same source are cited once. */
  source: string;
}

/** The source of a figure, and the stock it belongs to. */
type Origin = Pick<Figure, 'note' | 'source' | 'ticker' | 'positionId' | 'isOfTrackRecord'>;

/** A figure in a tool result. */
export interface ReturnedFigure {
  value: string;
  write: string;
}

export class Figures {
  private readonly figures = new Map<string, Figure>();
  /** Stocks of the portfolio in tool results. */
  readonly shares: { ticker: string; name: string }[] = [];
  /** Days of purchases and sales in tool results, 'yyyy-mm-dd', by ticker. */
  readonly days = new Map<string, Set<string>>();

  get isUsed(): boolean {
    return this.figures.size > 0;
  }

  get returned(): Figure[] {
    return [...this.figures.values()];
  }

  find(id: string): Figure | undefined {
    return this.figures.get(id);
  }

  /** The reference of a figure from a tool. */
  referenceOf(figure: Figure): string {
    return reference(this.returned.indexOf(figure) + 1);
  }

  /** A price with two decimals, in USD or another currency. */
  price(value: string, origin: Origin & { kind: 'entry' | 'latest' | 'close' }, currency?: string): ReturnedFigure {
    return this.add({ value, text: moneyText(value, currency), ...origin });
  }

  /** A gain in percent, with its sign, and its thousands separated as on the pages. */
  gain(value: string, origin: Origin): ReturnedFigure {
    return this.add({ kind: 'gain', value, text: formatPercent(value), ...origin });
  }

  /** A percentage of a whole. */
  share(value: string, origin: Origin): ReturnedFigure {
    return this.add({ kind: 'share', value, text: `${value}%`, ...origin });
  }

  /** A count. */
  count(value: number, origin: Origin): ReturnedFigure {
    return this.add({ kind: 'count', value: String(value), text: String(value), ...origin });
  }

  /** The max drawdown in percent, with its sign. */
  drawdown(value: string, origin: Origin): ReturnedFigure {
    return this.add({ kind: 'drawdown', value, text: `${value}%`, ...origin });
  }

  /** The day of a purchase or sale, 'yyyy-mm-dd'. Models may also spell out the date in the answer's language. */
  day(day: string, origin: Origin & { ticker: string }): ReturnedFigure {
    this.days.set(origin.ticker, (this.days.get(origin.ticker) ?? new Set()).add(day));
    return this.add({ kind: 'day', value: day, text: formatDay(day), ...origin });
  }

  private add(figure: Figure): ReturnedFigure {
    const id = this.figures.size + 1;
    this.figures.set(String(id), figure);
    return { value: figure.value, write: reference(id) };
  }
}

const reference = (id: number) => `[[fig:${id}]]`;

/** The source and time of a price. */
export function pricedAt(asOf: Date, source: string, isStale: boolean): Pick<Figure, 'note' | 'source'> {
  const when = `${formatInstant(asOf)}, ${source}`;
  return {
    note: `as of ${when}${isStale ? ', not refreshed since' : ''}`,
    source: `Prices of ${when}`,
  };
}
