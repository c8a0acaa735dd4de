import type { PositionFact } from '~/server/generation/library';
import { moneyText } from '~/shared/currencies';
import { formatDay, formatInstant, formatPercent } from '~/shared/figure-text';
import { closeDayOf, tradingDay } from '~/shared/trading-day';
import { averageDecimals, compareDecimals } from './exact-decimal';
import { plural } from './words';

export type PositionsQuestion = 'list' | 'closed' | 'best' | 'worst' | 'average' | 'winning' | 'losing';

const things = '(?:positions?|holdings?|stocks?|shares?|investments?|portfolio)';
const question = String.raw`\b(?:what|which|show|list|how many|give|display|how (?:is|are))\b.*`;
const rule = (...alternatives: string[]) => new RegExp(alternatives.join('|'));
/** In the order of matching. The patterns are narrow, because other messages are searched for in the documents. */
const patterns: readonly [PositionsQuestion, RegExp][] = [
  ['worst', rule(String.raw`\bbiggest\b.*\b(?:loser|loss)`)],
  [
    'average',
    rule(
      String.raw`\b(?:average|mean|total|overall)\s+(?:gain|return|performance|profit)s?\b`,
      String.raw`\b(?:gain|return|performance)s?\b.*\bon average\b`,
    ),
  ],
  [
    'best',
    rule(
      String.raw`\b(?:best|top|strongest|highest|biggest)\b.*\b(?:perform\w*|gains?|gainers?|returns?|winners?|positions?|holdings?|stocks?)\b`,
      String.raw`\bperform\w*\s+(?:the\s+)?best\b`,
    ),
  ],
  [
    'worst',
    rule(
      String.raw`\b(?:worst|weakest|lowest|poorest)\b.*\b(?:perform\w*|gains?|returns?|losers?|positions?|holdings?|stocks?)\b`,
      String.raw`\bperform\w*\s+(?:the\s+)?worst\b`,
    ),
  ],
  [
    'losing',
    rule(String.raw`\blosers?\b`, String.raw`(?=.*\b${things}\b).*\b(?:losing|in the red|under\s?water|negative)\b`),
  ],
  [
    'winning',
    rule(
      String.raw`\bwinners?\b`,
      String.raw`(?=.*\b${things}\b).*\b(?:winning|in profit|in the green|profitable|positive)\b`,
    ),
  ],
  [
    'closed',
    rule(
      String.raw`\b(?:closed|sold|exited)\b.*\b${things}\b`,
      String.raw`\bpositions?\b.*\b(?:closed|sold)\b`,
      String.raw`\b(?:have|did) we (?:sell|sold|closed?)\b`,
    ),
  ],
  [
    'list',
    rule(
      String.raw`${question}\b(?:we|i|do you) (?:hold|own)\b`,
      String.raw`${question}\b(?:positions?|holdings?|portfolio)\b`,
      String.raw`^(?:our |my |the |open )*(?:positions?|portfolio|holdings?)\b`,
      String.raw`\bwhat are we invested in\b|\bhow are we doing\b`,
    ),
  ],
];

/** The kind of question about the whole portfolio; undefined for anything else. */
export function positionsQuestion(message: string): PositionsQuestion | undefined {
  const text = message.toLowerCase();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0];
}

export function answerAboutPositions(kind: PositionsQuestion, positions: readonly PositionFact[]): string {
  const open = positions.filter(({ status }) => status === 'open');
  const closed = positions.filter(({ status }) => status === 'closed');
  if (positions.length === 0) return 'There are no positions in the portfolio yet.';
  if (kind === 'closed') return closed.length === 0 ? 'No position has been closed yet.' : closedTable(closed);
  if (open.length === 0)
    return `There are no open positions. ${plural(closed.length, 'position')} ${closed.length === 1 ? 'is' : 'are'} closed.`;
  if (kind === 'list') return openTable(open);
  return answerByGain(kind, open);
}

/** The day that the portfolio and the track record show. */
const day = (date: Date): string => formatDay(tradingDay(date));

export function describePosition(position: PositionFact): string {
  const { name, ticker, avgEntryPrice, purchaseDate, latestPrice, priceAsOf, gainsPercent, currency } = position;
  const who = `**${name} (${ticker})**`;
  if (position.status === 'closed') {
    const end = `${who} was bought on ${day(purchaseDate)} at ${money(avgEntryPrice, currency)} and closed${position.closeDate ? ` on ${formatDay(closeDayOf(position.closeDate, purchaseDate))}` : ''} at ${money(position.closePrice, position.currency)}`;
    const splits = position.splitFactor ? `, adjusted for stock splits (${position.splitFactor})` : '';
    return gainsPercent === undefined ? `${end}.` : `${end}: ${result(gainsPercent)}${splits}${inUsd(position)}.`;
  }
  const start = `${who} has been held since ${day(purchaseDate)} at an average entry price of ${money(avgEntryPrice, currency)}.`;
  if (latestPrice === undefined) return `${start} No price is known at the moment, so the gain is unknown.`;
  const from = position.priceSource ? `, ${position.priceSource}` : '';
  const asOf = priceAsOf ? ` (as of ${formatInstant(priceAsOf)}${from}${stale(position.isPriceStale)})` : '';
  const splits = position.splitFactor ? `, adjusted for stock splits (${position.splitFactor})` : '';
  return `${start} The latest price is ${money(latestPrice, currency)}${asOf}${gainsPercent === undefined ? '' : `: ${result(gainsPercent)}${splits}${inUsd(position)}`}.`;
}

/** The gain in USD; empty for a position in USD. */
function inUsd({ currency, usdGainsPercent }: PositionFact): string {
  if (currency === undefined) return '';
  return usdGainsPercent === undefined
    ? ` in ${currency}, not priced in USD because an exchange rate is missing`
    : ` in ${currency}, ${formatPercent(usdGainsPercent)} in USD`;
}

/** The gain in USD, in which positions are compared. */
const comparable = ({ currency, gainsPercent, usdGainsPercent }: PositionFact) =>
  currency === undefined ? gainsPercent : usdGainsPercent;

interface Priced {
  position: PositionFact;
  gain: string;
}

function answerByGain(
  kind: 'best' | 'worst' | 'average' | 'winning' | 'losing',
  open: readonly PositionFact[],
): string {
  const priced: Priced[] = open.flatMap((position) => {
    const gain = comparable(position);
    return gain === undefined ? [] : [{ position, gain }];
  });
  const missing = open.length - priced.length;
  const note = missing > 0 ? ` No price is known for ${plural(missing, 'other position')}.` : '';
  if (priced.length === 0)
    return `No price is known for the ${plural(open.length, 'open position')}, so gains cannot be compared.`;
  const sorted = priced.toSorted((a, b) => compareDecimals(b.gain, a.gain));
  switch (kind) {
    case 'average':
      return `The average gain of the ${plural(priced.length, 'open position')} with a known price is **${formatPercent(averageDecimals(priced.map(({ gain }) => gain)))}**${asOfRange(priced)}. The portfolio has no quantities, so all positions count equally.${note}`;
    case 'best':
    case 'worst': {
      const extreme = kind === 'best' ? sorted[0] : sorted.at(-1);
      const tied = sorted.filter(({ gain }) => extreme && compareDecimals(gain, extreme.gain) === 0);
      const lead =
        tied.length > 1
          ? `These open positions share the ${kind} performance`
          : `The ${kind} performer among the ${plural(priced.length, 'open position')} with a known price`;
      return `${lead}:\n\n${tied.map(({ position }) => `- ${describePosition(position)}`).join('\n')}\n\n${note.trim()}`.trimEnd();
    }
    default: {
      const isWinning = kind === 'winning';
      const chosen = sorted.filter(({ gain }) => compareDecimals(gain, '0') >= 0 === isWinning);
      const state = isWinning ? 'at or above' : 'below';
      if (chosen.length === 0) return `No open position with a known price is ${state} its entry price.${note}`;
      return `${chosen.length} of ${plural(priced.length, 'open position')} with a known price ${chosen.length === 1 ? 'is' : 'are'} ${state} the entry price.${note}\n\n${table(chosen.map(({ position }) => position))}`;
    }
  }
}

function openTable(open: readonly PositionFact[]): string {
  return `The portfolio holds ${plural(open.length, 'open position')}:\n\n${table(open)}`;
}

/** Notes below a table of figures: the source of prices, and which splits are included. */
function footnotes(positions: readonly PositionFact[]): string {
  const sources = [...new Set(positions.flatMap(({ priceSource }) => priceSource ?? []))];
  const splits = positions.flatMap(({ ticker, splitFactor }) => (splitFactor ? `${ticker} ${splitFactor}` : []));
  const lines = [
    ...(sources.length > 0 ? [`Prices: ${sources.join(', ')}.`] : []),
    ...(splits.length > 0
      ? [`Gains are adjusted for the stock splits since the purchase: ${[...new Set(splits)].join(', ')}.`]
      : []),
    ...positions.flatMap((position) => (position.currency ? `${position.ticker}: gain${inUsd(position)}.` : [])),
  ];
  return lines.length > 0 ? `\n\n${lines.join(' ')}` : '';
}

function table(open: readonly PositionFact[]): string {
  const rows = open.map((position) =>
    row(
      position.name,
      position.ticker,
      day(position.purchaseDate),
      money(position.avgEntryPrice, position.currency),
      money(position.latestPrice, position.currency),
      position.priceAsOf ? `${formatInstant(position.priceAsOf)}${stale(position.isPriceStale)}` : '-',
      formatPercent(position.gainsPercent),
    ),
  );
  const head = ['| Name | Ticker | Bought | Avg. entry | Latest | As of | Gain |', '|---|---|---|--:|--:|---|--:|'];
  return `${[...head, ...rows].join('\n')}${footnotes(open)}`;
}

function closedTable(closed: readonly PositionFact[]): string {
  const rows = closed.map((position) =>
    row(
      position.name,
      position.ticker,
      day(position.purchaseDate),
      position.closeDate ? formatDay(closeDayOf(position.closeDate, position.purchaseDate)) : '-',
      money(position.avgEntryPrice, position.currency),
      money(position.closePrice, position.currency),
      formatPercent(position.gainsPercent),
    ),
  );
  const head = ['| Name | Ticker | Bought | Closed | Entry | Close | Gain |', '|---|---|---|---|--:|--:|--:|'];
  return `The portfolio has ${plural(closed.length, 'closed position')}:\n\n${[...head, ...rows].join('\n')}${footnotes(closed)}`;
}

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
}

export const stale = (isStale: boolean | undefined) => (isStale ? ', not refreshed since' : '');

export function money(price: string | undefined, currency?: string): string {
  return price === undefined ? '-' : moneyText(price, currency);
}

function result(gain: string): string {
  return `a ${gain.startsWith('-') ? 'loss' : 'gain'} of **${formatPercent(gain)}**`;
}

function asOfRange(priced: readonly Priced[]): string {
  const times = priced.flatMap(({ position }) => position.priceAsOf?.getTime() ?? []).sort((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return '';
  return first === last
    ? ` (prices as of ${formatInstant(new Date(first))})`
    : ` (prices as of ${formatInstant(new Date(first))} to ${formatInstant(new Date(last))})`;
}
