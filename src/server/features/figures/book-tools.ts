/** The portfolio tools of connected models: positions, quotes, performance. Every figure has a reference. */

import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { listPositions } from '~/server/features/positions/list-positions';
import { benchmarkTicker } from '~/server/features/prices/price-rules';
import { freshQuotesFor } from '~/server/features/prices/prices.service';
import type { VerifiedFact } from '~/server/generation/library';
import { tokensAbout } from '~/server/lib/tokens/tokens-about';
import { inputSchema, readInput } from '~/server/providers/llm/tool-input';
import type { ModelTool, ModelTools } from '~/server/providers/llm/types';
import { formatInstant } from '~/shared/figure-text';
import type { Position } from '~/shared/schemas/positions';
import { closeDayOf, tradingDay } from '~/shared/trading-day';
import { maxQuoteWaitMs, performanceOf } from './book-facts';
import { type Figures, pricedAt } from './figures';

const maxPositions = 50;
const maxQuotes = 10;
/** Share of the context window for one list of positions. */
const positionsPart = 1 / 8;

const ticker = z
  .string('tickers must be texts')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9.^=-]{1,20}$/, 'a ticker looks like TSLA');
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'since must be a day like 2024-03-05');

const positionsInput = z.object({
  status: z.enum(['open', 'closed', 'all'], 'status must be open, closed or all').default('open'),
  tickers: z.array(ticker, 'tickers must be a list').max(maxPositions).optional(),
  order: z.enum(['newest', 'best', 'worst'], 'order must be newest, best or worst').default('newest'),
});
const quoteInput = z.object({
  tickers: z
    .array(ticker, 'tickers must be a list')
    .min(1, 'name a ticker')
    .max(maxQuotes, `at most ${maxQuotes} tickers`),
});
const performanceInput = z.object({ since: day.optional() });

const instructions = [
  'The tools get_positions, get_quote and get_performance return the positions of the portfolio, the prices of stocks and the performance of the portfolio. Call them whenever a question touches one of these, also when an earlier answer named the figure: it may have changed.',
  'They return every figure as {"value", "write"}. Reason with "value"; in your answer put the text of "write", such as [[fig:3]], exactly as it stands. It is replaced by the figure with its sign, its currency, its time and its source, so add none of these yourself.',
  'Never type a price, gain, return, drawdown, weight or number of positions of the portfolio yourself, in digits or in words such as "doubled", and never use a reference that no tool has given you.',
].join('\n');

export function bookTools(deps: Deps, figures: Figures, contextTokens: number): ModelTools {
  return {
    list: [
      positionsTool(deps, figures, contextTokens * positionsPart),
      quoteTool(deps, figures),
      performanceTool(deps, figures),
    ],
    instructions,
  };
}

/** `room` is the number of tokens for one list. A list that the endpoint's limit cuts would not be valid JSON. */
function positionsTool(deps: Deps, figures: Figures, room: number): ModelTool {
  return {
    name: 'get_positions',
    description: `The positions of the portfolio, at most ${maxPositions}, with entry price, latest or close price and gain, and a summary of the whole portfolio. Quantities are not stored: all positions have the same weight.`,
    parameters: inputSchema(positionsInput),
    activity: () => ({ kind: 'book', label: 'Reading the positions' }),
    async run(input) {
      const { status, tickers, order } = readInput(positionsInput, input);
      const { open, closed, summary } = await listPositions(deps);
      const all = [...(status === 'closed' ? [] : open), ...(status === 'open' ? [] : closed)];
      const chosen = all.filter(({ ticker }) => !tickers || tickers.includes(ticker)).sort(orders[order]);
      const origin = {
        note: summary.asOf ? `as of ${formatInstant(summary.asOf)}` : '',
        source: summary.asOf ? `The whole portfolio as of ${formatInstant(summary.asOf)}` : 'The whole portfolio',
      };
      const counted = { note: '', source: 'The positions of the portfolio' };
      const book = {
        openPositions: summary.openCount,
        closedPositions: summary.closedCount,
        ...(summary.averageGain && { averageGainPercent: figures.gain(summary.averageGain, origin) }),
        ...(summary.hitRate && { closedWithGainPercent: figures.share(summary.hitRate, origin) }),
      };
      const positions: ReturnType<typeof describePosition>[] = [];
      let left = room;
      for (const position of chosen.slice(0, maxPositions)) {
        if (left <= 0) break;
        const described = describePosition(position, figures, summary.openCount);
        left -= tokensAbout(JSON.stringify(described));
        positions.push(described);
        figures.shares.push(position);
      }
      return JSON.stringify({
        book,
        positions,
        counts: {
          open: figures.count(summary.openCount, counted),
          closed: figures.count(summary.closedCount, counted),
        },
        ...(chosen.length > positions.length && { notShown: chosen.length - positions.length }),
      });
    },
  };
}

const gainOf = ({ currency, gainsPercent, usdGainsPercent }: Position) =>
  Number((currency ? usdGainsPercent : gainsPercent) ?? Number.NaN);
/** Positions without a gain come last in either order. */
const byGain = (a: Position, b: Position, direction: 1 | -1) => {
  const [first, second] = [gainOf(a), gainOf(b)];
  if (Number.isNaN(first) || Number.isNaN(second)) return Number(Number.isNaN(first)) - Number(Number.isNaN(second));
  return (first - second) * direction;
};
const orders = {
  newest: (a: Position, b: Position) => b.purchaseDate.getTime() - a.purchaseDate.getTime(),
  best: (a: Position, b: Position) => byGain(a, b, -1),
  worst: (a: Position, b: Position) => byGain(a, b, 1),
};

function describePosition(position: Position, figures: Figures, openCount: number) {
  const { name, ticker, status, closePrice, latestPrice, splitFactor, currency } = position;
  const own = { ticker, positionId: position.id };
  const recorded = { ...own, note: '', source: 'Prices paid and received, as recorded in the portfolio' };
  const market = {
    ...own,
    ...pricedAt(position.priceAsOf ?? new Date(0), position.priceSource ?? '', position.isPriceStale ?? false),
  };
  return {
    name,
    ticker,
    status,
    ...(currency && { currency }),
    entryPrice: figures.price(position.avgEntryPrice, { kind: 'entry', ...recorded }, currency),
    ...(splitFactor && { sharesNowForSharesBought: splitFactor }),
    ...(status === 'closed' &&
      closePrice && { closePrice: figures.price(closePrice, { kind: 'close', ...recorded }, currency) }),
    ...(status === 'open' &&
      latestPrice && { latestPrice: figures.price(latestPrice, { kind: 'latest', ...market }, currency) }),
    gainPercent: position.gainsPercent
      ? figures.gain(position.gainsPercent, status === 'open' ? market : recorded)
      : 'unknown: no price is known',
    ...(currency && { gainPercentInUsd: usdGain(position, figures, status === 'open' ? market : recorded) }),
    ...describeDaysAndWeight(position, figures, openCount),
  };
}

/** All open positions have the same weight. */
function describeDaysAndWeight(
  { id, ticker, status, purchaseDate, closeDate }: Position,
  figures: Figures,
  openCount: number,
) {
  const origin = { ticker, positionId: id, note: '', source: 'The positions of the portfolio' };
  return {
    boughtOn: figures.day(tradingDay(purchaseDate), origin),
    ...(status === 'closed' && closeDate && { closedOn: figures.day(closeDayOf(closeDate, purchaseDate), origin) }),
    ...(status === 'open' && { weightPercent: figures.share((100 / openCount).toFixed(2), origin) }),
  };
}

/** Gains in different currencies can't be compared. */
function usdGain({ usdGainsPercent }: Position, figures: Figures, origin: Parameters<Figures['gain']>[1]) {
  if (usdGainsPercent === undefined) return 'unknown: an exchange rate is missing';
  const note = ['in USD', origin.note].filter(Boolean).join(', ');
  return figures.gain(usdGainsPercent, { ...origin, note });
}

function quoteTool(deps: Deps, figures: Figures): ModelTool {
  return {
    name: 'get_quote',
    description: `The latest known prices of stocks or funds by ticker, in their currencies, at most ${maxQuotes} at once, including stocks that are not in the portfolio.`,
    parameters: inputSchema(quoteInput),
    activity: (input) => {
      const parsed = quoteInput.safeParse(input);
      return {
        kind: 'book',
        label: parsed.success ? `Looking up ${parsed.data.tickers.join(', ')}` : 'Looking up prices',
      };
    },
    async run(input) {
      const { tickers } = readInput(quoteInput, input);
      const quotes = await freshQuotesFor(deps, tickers, maxQuoteWaitMs);
      figures.shares.push(...tickers.map((ticker) => ({ ticker, name: ticker })));
      return JSON.stringify({
        quotes: tickers.map((ticker) => {
          const quote = quotes.get(ticker);
          if (!quote) return { ticker, error: 'No price is known for this ticker.' };
          const origin = pricedAt(quote.asOf, quote.source, quote.isStale);
          return {
            ticker,
            price: figures.price(quote.price, { kind: 'latest', ticker, ...origin }, quote.currency),
            asOf: quote.asOf.toISOString(),
          };
        }),
      });
    },
  };
}

function performanceTool(deps: Deps, figures: Figures): ModelTool {
  return {
    name: 'get_performance',
    description: `How the equal-weighted portfolio has performed compared with ${benchmarkTicker}, since its first purchase or since a day. "verified" is proved by the track record: from market closes after each entry was recorded. The other figures are as stated by administrators. Lead with the verified figure, and call the others "as stated".`,
    parameters: inputSchema(performanceInput),
    activity: () => ({ kind: 'book', label: 'Reading the performance' }),
    async run(input) {
      const { since } = readInput(performanceInput, input);
      const fact = await performanceOf(deps, since);
      if (!fact) return JSON.stringify({ error: 'There are not enough closing prices yet to calculate performance.' });
      const { verified, from, to, bookPercent, benchmark, benchmarkPercent, method, leftOut } = fact;
      const benchmarkKey = `${benchmark.toLowerCase()}Percent`;
      const origin = {
        isOfTrackRecord: true as const,
        note: `as stated, ${from} to ${to}`,
        source: `Prices as stated and daily closes from ${from} to ${to}`,
      };
      return JSON.stringify({
        verified: verified
          ? describeVerified(verified, benchmarkKey, figures)
          : 'none: no market close has followed yet',
        from,
        to,
        bookPercent: figures.gain(bookPercent, origin),
        ...(benchmarkPercent && { [benchmarkKey]: figures.gain(benchmarkPercent, origin) }),
        method,
        ...(leftOut.length > 0 && { leftOut }),
      });
    },
  };
}

function describeVerified(fact: VerifiedFact, benchmarkKey: string, figures: Figures) {
  const { from, to, percent, benchmarkPercent, drawdown } = fact;
  const origin = {
    isOfTrackRecord: true as const,
    note: `verified, ${from} to ${to}`,
    source: `The verified track record from ${from} to ${to}`,
  };
  return {
    from,
    to,
    bookPercent: figures.gain(percent, origin),
    ...(benchmarkPercent && { [benchmarkKey]: figures.gain(benchmarkPercent, origin) }),
    ...(drawdown && {
      maxDrawdownPercent: figures.drawdown(drawdown.percent, {
        ...origin,
        note: `verified, ${drawdown.from} to ${drawdown.to}`,
      }),
    }),
  };
}
