/** A fake price provider on 127.0.0.1 with years of closing prices that are the same in each run. */
import { type PriceServer, startPriceServer } from '~/server/testing/fakes/price-server';

const dayMs = 86_400_000;

interface Share {
  ticker: string;
  /** The closing price of the first day, and the current price. */
  from: number;
  to: number;
  /** USD by default. */
  currency?: string;
}

const shares: Share[] = [
  { ticker: 'TSLA', from: 120, to: 241.5 },
  { ticker: 'GOOGL', from: 90, to: 168.2 },
  { ticker: 'BABA', from: 102, to: 71.35 },
  { ticker: 'NVDA', from: 45, to: 141.95 },
  { ticker: 'MSFT', from: 240, to: 417.79 },
  { ticker: 'AMZN', from: 95, to: 202.88 },
  { ticker: 'KO', from: 55, to: 70 },
  { ticker: 'SAP.DE', from: 100, to: 250.1, currency: 'EUR' },
  { ticker: 'EURUSD=X', from: 1.07, to: 1.16 },
  { ticker: 'SPY', from: 400, to: 594.2 },
  { ticker: 'QQQ', from: 260, to: 520.4 },
];

/** The real split: ten shares for one. Closing prices are adjusted for it; earlier entry prices are as paid. */
const splits: Record<string, { day: string; numerator: number; denominator: number }[]> = {
  NVDA: [{ day: '2024-06-10', numerator: 10, denominator: 1 }],
};

/** By ex-date; the first one is before all purchases of the stories. */
const dividends: Record<string, { day: string; amount: number }[]> = {
  KO: ['2023-02-15', '2023-05-17', '2023-08-16', '2024-05-15', '2025-05-15'].map((day) => ({ day, amount: 0.5 })),
};

/** The weekdays since the beginning of 2023. */
function tradingDays(): string[] {
  const days: string[] = [];
  for (let time = Date.UTC(2023, 0, 3); time < Date.now() - dayMs; time += dayMs) {
    const weekday = new Date(time).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days.push(new Date(time).toISOString().slice(0, 10));
  }
  return days;
}

/** A deterministic curve from one price to the other, with waves like those of a market. */
function priceCurve({ ticker, from, to }: Share, days: readonly string[]): Record<string, number> {
  const seed = ticker.charCodeAt(0) + ticker.charCodeAt(1);
  return Object.fromEntries(
    days.map((day, index) => {
      const part = index / (days.length - 1);
      const wave = Math.sin(index / 23 + seed) * 0.06 + Math.sin(index / 5 + seed * 3) * 0.015;
      return [day, Number((from * (to / from) ** part * (1 + wave * (1 - part))).toFixed(2))];
    }),
  );
}

export async function startMarket(): Promise<PriceServer> {
  const market = await startPriceServer();
  const days = tradingDays();
  for (const share of shares) {
    const { currency = 'USD' } = share;
    market.quotes.set(share.ticker, { price: share.to, currency, time: Math.floor(Date.now() / 1000) - 60 });
    market.histories.set(share.ticker, {
      currency,
      closes: priceCurve(share, days),
      splits: splits[share.ticker] ?? [],
      dividends: dividends[share.ticker] ?? [],
    });
  }
  return market;
}
