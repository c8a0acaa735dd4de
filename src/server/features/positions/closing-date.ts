/**
 * The date of a position that is closed now. Its day is New York's (trading-day.ts), which is still the day before
 * while exchanges in Asia and the Pacific are trading. For their tickers the date is that of the session, stored like a
 * picked day, so that the ledger, the verifier and exports read the same day from it.
 */
import { addDays, midnightOf, tradingDay } from '~/shared/trading-day';

/** By the suffix of a ticker: 7203.T is in Tokyo. */
const zones: Record<string, string> = {
  AX: 'Australia/Sydney',
  BK: 'Asia/Bangkok',
  BO: 'Asia/Kolkata',
  HK: 'Asia/Hong_Kong',
  JK: 'Asia/Jakarta',
  KL: 'Asia/Kuala_Lumpur',
  KQ: 'Asia/Seoul',
  KS: 'Asia/Seoul',
  NS: 'Asia/Kolkata',
  NZ: 'Pacific/Auckland',
  SI: 'Asia/Singapore',
  SS: 'Asia/Shanghai',
  SZ: 'Asia/Shanghai',
  T: 'Asia/Tokyo',
  TW: 'Asia/Taipei',
  TWO: 'Asia/Taipei',
};
/** No exchange opens earlier. Until then, the last price is from the day before. */
const openingHour = 9;

export function closingDateOf(ticker: string, now: Date): Date {
  const [, suffix = ''] = /\.([A-Z]+)$/.exec(ticker) ?? [];
  const zone = zones[suffix];
  if (zone === undefined) return now;
  const day = sessionDay(zone, now);
  return day === tradingDay(now) ? now : midnightOf(day);
}

function sessionDay(timeZone: string, now: Date): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const [day = '', time = ''] = format.format(now).split(', ');
  return Number(time.slice(0, 2)) < openingHour ? addDays(day, -1) : day;
}
