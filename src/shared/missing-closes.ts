/** The message about missing closing prices, written and read in one place, because pages show it as a list. */
import type { MissingCloses } from './backtest';

const [beginning, end] = ['Closing prices are missing: ', '. Choose other dates or tickers.'];
const separator = '; ';
const maxNamed = 10;
const ofOneDay = /^(\S+) on (\d{4}-\d\d-\d\d)$/;
const ofDays = /^(\S+) on (\d+) days \(first (\d{4}-\d\d-\d\d), last (\d{4}-\d\d-\d\d)\)$/;
const ofMore = /^and (\d+) more tickers$/;

export function missingClosesMessage(missing: readonly MissingCloses[]): string {
  const named = missing
    .slice(0, maxNamed)
    .map(({ ticker, days, first, last }) =>
      days === 1 ? `${ticker} on ${first}` : `${ticker} on ${days} days (first ${first}, last ${last})`,
    );
  const more = missing.length > maxNamed ? [`and ${missing.length - maxNamed} more tickers`] : [];
  return beginning + [...named, ...more].join(separator) + end;
}

/** The tickers named by the message, and how many more there are. Undefined for any other message. */
export function readMissingCloses(message: string): { named: MissingCloses[]; more: number } | undefined {
  if (!message.startsWith(beginning) || !message.endsWith(end)) return undefined;
  const named: MissingCloses[] = [];
  let more = 0;
  for (const part of message.slice(beginning.length, -end.length).split(separator)) {
    const [, ticker = '', days = '1', first = '', last = first] = ofDays.exec(part) ?? withOneDay(part) ?? [];
    const [, count] = ofMore.exec(part) ?? [];
    if (count !== undefined) more = Number(count);
    else if (first !== '') named.push({ ticker, days: Number(days), first, last });
    else return undefined;
  }
  return { named, more };
}

function withOneDay(part: string): string[] | undefined {
  const [, ticker = '', day = ''] = ofOneDay.exec(part) ?? [];
  return day === '' ? undefined : [part, ticker, '1', day];
}
