/** Settings of prices and exchange rates. */
import { z } from 'zod';
import { priceProviders } from '~/shared/price-providers';
import { list, optional, text, url } from './setting-values';

/** Each is fetched and published like a stock of the portfolio. */
const maxBenchmarks = 5;

export const priceSettings = {
  PRICE_PROVIDER: optional(
    z.enum([...priceProviders, 'none'], 'use yahoo, tiingo, eodhd, alphavantage, csv or none'),
  ).transform((v) => v ?? 'yahoo'),
  PRICE_FALLBACK: optional(z.enum(priceProviders, 'use yahoo, tiingo, eodhd, alphavantage or csv')),
  TIINGO_API_KEY: text,
  EODHD_API_KEY: text,
  ALPHA_VANTAGE_API_KEY: text,
  PRICE_CSV_FOLDER: text,
  PRICE_BASE_URL: url(['http:', 'https:'], 'https://query2.finance.yahoo.com'),
  PUBLISH_PRICES: optional(z.enum(['on', 'off'], 'use on or off')).transform((v) => v ?? 'on'),
  FX_PROVIDER: optional(z.enum(['prices', 'ecb'], 'use prices or ecb')).transform((v) => v ?? 'prices'),
  FX_BASE_URL: url(['http:', 'https:'], 'https://data-api.ecb.europa.eu'),
  BENCHMARKS: list(
    (value) => /^[A-Za-z0-9.^=-]{1,20}$/.test(value),
    `use none, or at most ${maxBenchmarks} tickers separated by commas, like QQQ, VT`,
    { max: maxBenchmarks, hasNone: true },
  ).transform((values) => values.map((value) => value.toUpperCase())),
};

/** Settings that a chosen provider requires. */
const neededBy = {
  tiingo: 'TIINGO_API_KEY',
  eodhd: 'EODHD_API_KEY',
  alphavantage: 'ALPHA_VANTAGE_API_KEY',
  csv: 'PRICE_CSV_FOLDER',
};

export function neededForPrices(
  source: Record<string, string | undefined>,
): [name: string, isWanted: boolean, fix: string][] {
  const chosen = [source.PRICE_PROVIDER?.trim(), source.PRICE_FALLBACK?.trim()];
  return Object.entries(neededBy).map(([provider, name]) => [
    name,
    chosen.includes(provider),
    `required with ${provider} as PRICE_PROVIDER or PRICE_FALLBACK`,
  ]);
}
