/** Recognizes questions about prices and performance, and answers them with exact figures. */

import type { PerformanceFact, QuoteFact } from '~/server/generation/library';
import { formatInstant, formatPercent } from '~/shared/figure-text';
import { money, stale } from './positions';

export function describeQuote({ ticker, price, currency, asOf, source, isStale }: QuoteFact): string {
  return `The latest known price of **${ticker}** is ${money(price, currency)} (as of ${formatInstant(asOf)}, ${source}${stale(isStale)}).`;
}

/** The calculated figure first; the stated one is labeled as such. */
export function describePerformance(fact: PerformanceFact): string {
  const { verified, from, to, bookPercent, benchmark, benchmarkPercent, method, leftOut } = fact;
  const beside = (other: string | undefined) =>
    other === undefined ? '' : `, ${benchmark} by **${formatPercent(other)}**`;
  const verifiedText = verified
    ? `Verified: from ${verified.from} to ${verified.to} the portfolio changed by **${formatPercent(verified.percent)}**${beside(verified.benchmarkPercent)}, counting each position from the first market close after its entry was recorded.`
    : 'There is no verified figure yet: no market close has followed an entry of the track record.';
  const missing =
    leftOut.length > 0
      ? ` Left out, because their closing prices or exchange rates are unknown: ${leftOut.join(', ')}.`
      : '';
  return `${verifiedText}\n\nAs stated: from ${from} to ${to} the portfolio changed by **${formatPercent(bookPercent)}**${beside(benchmarkPercent)}. ${method}${missing}`;
}

/** Whether the question is about the performance of the whole portfolio. */
export function isPerformanceQuestion(question: string): boolean {
  if (/\b(?:best|worst|top|weakest|strongest|average|mean)\b/i.test(question)) return false;
  const book = '(?:book|portfolio|fund)';
  const market = '(?:benchmark|spy|s&p(?: ?500)?|(?:the )?market)';
  return new RegExp(
    [
      String.raw`\b${book}\b.*\b(?:perform(?:ed|ing|ance|s)?|done|doing|returned)\b`,
      String.raw`\bperformance\b.*\b${book}\b`,
      String.raw`\b(?:against|versus|vs\.?|compared? (?:to|with)|beat(?:ing|en)?|outperform(?:ed|ing)?)\s+(?:the )?${market}\b`,
    ].join('|'),
    'i',
  ).test(question);
}

/** Upper-case words that are not tickers in questions about prices. */
const notTickers = new Set(
  'I A USD EUR GBP CEO CFO CTO GDP CPI ETF IPO AI UK US EU OK PE EPS FED ECB WHAT IS THE OF'.split(' '),
);

/** Tickers in a question about prices, in ticker notation: TSLA, $TSLA, BRK.B. */
export function quotedTickers(question: string): string[] {
  if (!/\b(?:price[sd]?|quotes?|quoted|trad(?:es?|ing)|worth|costs?|stock|shares?)\b/i.test(question)) return [];
  const found = question.match(/(?<![\w.])\$?[A-Z]{1,5}(?:[.-][A-Z])?(?![\w])/g) ?? [];
  const tickers = found.map((one) => one.replace('$', '')).filter((one) => !notTickers.has(one));
  return [...new Set(tickers)].slice(0, 5);
}
