/**
 * The currency in which a ticker is quoted, and the pair of currencies whose daily closing price converts it to USD.
 * Pairs are tickers with closing prices like any other: they are fetched, checked, stored and published the same way.
 */

/** Units that are hundredths of a currency: GBp is a penny. */
const hundredths = new Map([
  ['GBp', 'GBP'],
  ['GBX', 'GBP'],
  ['ZAc', 'ZAR'],
  ['ILA', 'ILS'],
]);

/** Currencies quoted in dollars. All others are quoted per dollar, so that six decimals are precise enough. */
const quotedInUsd = ['EUR', 'GBP', 'AUD', 'NZD'];

export const isForeign = (currency: string): boolean => currency !== 'USD';

/** Three capital letters, or a known name of a hundredth. */
export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text) || hundredths.has(text);

/** One name for the same unit: London's pence are reported as GBp and as GBX. */
export const currencyName = (currency: string): string => (currency === 'GBX' ? 'GBp' : currency);

export interface Pair {
  /** Such as EURUSD=X or USDJPY=X. */
  ticker: string;
  /** The price is in units of the currency for one dollar. */
  isInverse: boolean;
  /** How many of the quoted units make one unit of the pair's currency. */
  parts: 1 | 100;
}

/** The pair that converts a currency to USD; null for USD itself. */
export function pairOf(currency: string): Pair | null {
  if (!isForeign(currency)) return null;
  const whole = hundredths.get(currency);
  const code = whole ?? currency;
  const isInverse = !quotedInUsd.includes(code);
  return { ticker: isInverse ? `USD${code}=X` : `${code}USD=X`, isInverse, parts: whole ? 100 : 1 };
}

export interface CurrencyPair {
  from: string;
  to: string;
}

/** The currencies of a pair's ticker: its price is the amount of `to` for one `from`. */
export function currenciesOfPair(ticker: string): CurrencyPair | null {
  const [, from, to] = /^([A-Z]{3})([A-Z]{3})=X$/.exec(ticker) ?? [];
  return from && to ? { from, to } : null;
}

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };

/** '$250.10', '€250.10', 'CHF 250.10', 'GBp 250.10'. */
export const moneyText = (amount: string, currency = 'USD'): string =>
  signs[currency] ? `${signs[currency]}${amount}` : `${currency} ${amount}`;
