/**
 * A ticker's currency, and the currency pair whose daily closing price converts it to USD. Pairs are ordinary tickers:
 * their prices are loaded, checked, stored and published like others.
 */

/** Currencies whose prices are quoted in hundredths: GBp is a penny. */
const hundredths = new Map([
  ['GBp', 'GBP'],
  ['GBX', 'GBP'],
  ['ZAc', 'ZAR'],
  ['ILA', 'ILS'],
]);

/** These are quoted as dollars per unit, all others as units per dollar, so that six decimals are enough for each. */
const quotedInUsd = ['EUR', 'GBP', 'AUD', 'NZD'];

export const isForeign = (currency: string): boolean => currency !== 'USD';

/** A three-letter code or a known name of hundredths. */
export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text) || hundredths.has(text);

/** Normalizes names: pence are reported as both GBp and GBX. */
export const currencyName = (currency: string): string => (currency === 'GBX' ? 'GBp' : currency);

export interface Pair {
  /** For example EURUSD=X or USDJPY=X. */
  ticker: string;
  /** Whether the price is in units of the currency per dollar. */
  isInverse: boolean;
  /** How many of the quoted units make one unit of the pair's currency. */
  parts: 1 | 100;
}

/** The pair that converts a currency to USD, or null for USD itself. */
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

/** The currencies of a pair's ticker: its price is in `to` per `from`. */
export function currenciesOfPair(ticker: string): CurrencyPair | null {
  const [, from, to] = /^([A-Z]{3})([A-Z]{3})=X$/.exec(ticker) ?? [];
  return from && to ? { from, to } : null;
}

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };

/** '$250.10', '€250.10', 'CHF 250.10', 'GBp 250.10'. */
export const moneyText = (amount: string, currency = 'USD'): string =>
  signs[currency] ? `${signs[currency]}${amount}` : `${currency} ${amount}`;
