/**
 * The figures of one answer. A tool of ours gives a model every figure with a reference; the model writes the reference,
 * and the figure is filled in on its way to the reader. So no digit of the book comes from a model.
 */
import { momentInWords } from '~/server/lib/utc-words';

export interface Figure {
  /** As it is read: "$250.10", "+38.75%". */
  text: string;
  /** Said behind it the first time: "as of 20 Nov 2026, 21:00 UTC, Yahoo Finance". Empty for what has no time. */
  note: string;
  /** Where it is from; figures of the same source are cited once. */
  source: string;
}

/** A figure as a model is told it. */
export interface ToldFigure {
  value: string;
  write: string;
}

export class Figures {
  private readonly figures = new Map<string, Figure>();
  /** Prices that a tool has told, with two decimals. */
  readonly prices = new Set<string>();
  /** Percentages that a tool has told, with their sign where they are below zero. */
  readonly percents = new Set<string>();
  /** Shares of the book that a tool has told of. */
  readonly shares: { ticker: string; name: string }[] = [];
  /** A tool was asked for the price of a share by its ticker, whose name is not known here. */
  hasQuotes = false;

  get isUsed(): boolean {
    return this.figures.size > 0;
  }

  find(id: string): Figure | undefined {
    return this.figures.get(id);
  }

  /** A price in USD, with two decimals. */
  price(value: string, origin: Pick<Figure, 'note' | 'source'>): ToldFigure {
    this.prices.add(value);
    return this.add(value, { text: `$${value}`, ...origin });
  }

  /** A gain in percent, with its sign. */
  gain(value: string, origin: Pick<Figure, 'note' | 'source'>): ToldFigure {
    this.percents.add(value);
    return this.add(value, { text: value.startsWith('-') ? `${value}%` : `+${value}%`, ...origin });
  }

  /** A share of a whole in percent. */
  share(value: string, origin: Pick<Figure, 'note' | 'source'>): ToldFigure {
    this.percents.add(value);
    return this.add(value, { text: `${value}%`, ...origin });
  }

  private add(value: string, figure: Figure): ToldFigure {
    const id = String(this.figures.size + 1);
    this.figures.set(id, figure);
    return { value, write: `[[fig:${id}]]` };
  }
}

/** Where a price is from, and of when. */
export function pricedAt(asOf: Date, source: string, isStale: boolean): Pick<Figure, 'note' | 'source'> {
  const when = `${momentInWords(asOf)}, ${source}`;
  return {
    note: `as of ${when}${isStale ? ', not refreshed since' : ''}`,
    source: `Prices of ${when}`,
  };
}
