/**
 * The euro foreign exchange reference rates of the European Central Bank (data.ecb.europa.eu/help/api): units of a
 * currency for one euro, once each working day at about 16:00 in Frankfurt. Pairs without the euro are calculated from
 * two of them. The rates are free to reuse with their source named.
 */

import Papa from 'papaparse';
import { currenciesOfPair } from '~/shared/currencies';
import { utcDay } from '~/shared/utc-day';
import { requestText } from './request-json';
import { PriceError, type RateProvider } from './types';

const ownAddress = 'https://data-api.ecb.europa.eu';
const defaultTimeoutMs = 15_000;

export function createEcb({
  baseUrl = ownAddress,
  timeoutMs = defaultTimeoutMs,
}: {
  baseUrl?: string | undefined;
  timeoutMs?: number;
} = {}): RateProvider {
  return {
    source: 'European Central Bank',

    async history(ticker, fromDay, signal) {
      const pair = currenciesOfPair(ticker);
      if (!pair) throw unknown();
      const currencies = [pair.from, pair.to].filter((code) => code !== 'EUR');
      const address = new URL(`${baseUrl.replace(/\/+$/, '')}/service/data/EXR/D.${currencies.join('+')}.EUR.SP00.A`);
      const query = { startPeriod: fromDay, detail: 'dataonly', format: 'csvdata' };
      address.search = new URLSearchParams(query).toString();
      const rates = ratesIn(await requestText(address, { headers: { accept: 'text/csv' }, timeoutMs, signal }));
      const [from, to] = [perEuro(rates, pair.from), perEuro(rates, pair.to)];
      const days = [...new Set([...rates.values()].flatMap((byDay) => [...byDay.keys()]))].sort();
      const today = utcDay(new Date());
      const closes = days.flatMap((day) => {
        const [below, above] = [from(day), to(day)];
        return day >= fromDay && day < today && below && above ? [{ day, close: above / below }] : [];
      });
      if (currencies.some((code) => !rates.has(code))) throw unknown();
      return { currency: pair.to, closes, splits: [] };
    },
  };
}

const unknown = () => new PriceError('unknown_ticker', 'The European Central Bank has no rates for this pair.');

type Rates = Map<string, Map<string, number>>;

function perEuro(rates: Rates, code: string): (day: string) => number | undefined {
  return code === 'EUR' ? () => 1 : (day) => rates.get(code)?.get(day);
}

/** By currency and day. A day without a rate has an empty or "NaN" value. */
function ratesIn(text: string): Rates {
  const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' });
  if (data.length > 0 && !['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'].every((name) => meta.fields?.includes(name)))
    throw new PriceError('bad_answer', 'The price provider sent an invalid response.');
  const rates: Rates = new Map();
  for (const { CURRENCY = '', TIME_PERIOD = '', OBS_VALUE = '' } of data) {
    const rate = Number(OBS_VALUE);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(TIME_PERIOD) || !(rate > 0)) continue;
    rates.set(CURRENCY, (rates.get(CURRENCY) ?? new Map<string, number>()).set(TIME_PERIOD, rate));
  }
  return rates;
}
