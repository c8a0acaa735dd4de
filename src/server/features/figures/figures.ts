/**
 * The figures of one answer. A tool of ours gives a model every figure with a reference; the model writes the reference,
 * and the figure is filled in on its way to the reader. So no digit of the book comes from a model.
 */
import { dayInWords, momentInWords } from '~/server/lib/utc-words';
import { moneyText } from '~/shared/currencies';
import { midnightOf } from '~/shared/trading-day';

/**
 * Of a share: its gain, its prices at entry, now and at its close, its weight, its days. Of the portfolio: gains, its
 * drawdown, shares of a whole, counts.
 */
export type FigureKind = 'gain' | 'drawdown' | 'entry' | 'latest' | 'close' | 'share' | 'count' | 'day';

export interface Figure {
  kind: FigureKind;
  /** As the tool told it: '250.10', '-12.50'. */
  value: string;
  /** The share that it is of; absent for the portfolio as a whole. */
  ticker?: string;
  /** The position whose page shows how it is calculated. */
  positionId?: string;
  /** The track record shows how it is calculated. */
  isOfTrackRecord?: true;
  /** As it is read: "$250.10", "+38.75%". */
  text: string;
  /** Said behind it the first time: "as of 20 Nov 2026, 21:00 UTC, Yahoo Finance". Empty for what has no time. */
  note: string;
  /** Where it is from; figures of the same source are cited once. */
  source: string;
}

/** Where a figure is from, and the share that it is of. */
type Origin = Pick<Figure, 'note' | 'source' | 'ticker' | 'positionId' | 'isOfTrackRecord'>;

/** A figure as a model is told it. */
export interface ToldFigure {
  value: string;
  write: string;
}

export class Figures {
  private readonly figures = new Map<string, Figure>();
  /** Shares of the book that a tool has told of. */
  readonly shares: { ticker: string; name: string }[] = [];
  /** Days of purchases and sales that a tool has told, 'yyyy-mm-dd', by ticker. */
  readonly days = new Map<string, Set<string>>();

  get isUsed(): boolean {
    return this.figures.size > 0;
  }

  get told(): Figure[] {
    return [...this.figures.values()];
  }

  find(id: string): Figure | undefined {
    return this.figures.get(id);
  }

  /** The reference of a figure that a tool has given. */
  referenceOf(figure: Figure): string {
    return reference(this.told.indexOf(figure) + 1);
  }

  /** A price with two decimals, in USD or another currency. */
  price(value: string, origin: Origin & { kind: 'entry' | 'latest' | 'close' }, currency?: string): ToldFigure {
    return this.add({ value, text: moneyText(value, currency), ...origin });
  }

  /** A gain in percent, with its sign. */
  gain(value: string, origin: Origin): ToldFigure {
    return this.add({ kind: 'gain', value, text: value.startsWith('-') ? `${value}%` : `+${value}%`, ...origin });
  }

  /** A share of a whole in percent. */
  share(value: string, origin: Origin): ToldFigure {
    return this.add({ kind: 'share', value, text: `${value}%`, ...origin });
  }

  /** How many there are of something. */
  count(value: number, origin: Origin): ToldFigure {
    return this.add({ kind: 'count', value: String(value), text: String(value), ...origin });
  }

  /** The largest fall in percent, with its sign. */
  drawdown(value: string, origin: Origin): ToldFigure {
    return this.add({ kind: 'drawdown', value, text: `${value}%`, ...origin });
  }

  /** A day of a purchase or sale, 'yyyy-mm-dd'. A model may also write it in the words of its language. */
  day(day: string, origin: Origin & { ticker: string }): ToldFigure {
    this.days.set(origin.ticker, (this.days.get(origin.ticker) ?? new Set()).add(day));
    return this.add({ kind: 'day', value: day, text: dayInWords(midnightOf(day)), ...origin });
  }

  private add(figure: Figure): ToldFigure {
    const id = this.figures.size + 1;
    this.figures.set(String(id), figure);
    return { value: figure.value, write: reference(id) };
  }
}

const reference = (id: number) => `[[fig:${id}]]`;

/** Where a price is from, and of when. */
export function pricedAt(asOf: Date, source: string, isStale: boolean): Pick<Figure, 'note' | 'source'> {
  const when = `${momentInWords(asOf)}, ${source}`;
  return {
    note: `as of ${when}${isStale ? ', not refreshed since' : ''}`,
    source: `Prices of ${when}`,
  };
}
