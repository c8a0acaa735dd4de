import { PriceError, type PriceProvider, type ReportedQuote } from './types';

/** Two providers as one: the second is asked for what the first does not know or cannot tell. */
export function withFallback(first: PriceProvider, second: PriceProvider): PriceProvider {
  return {
    name: first.name,
    source: first.source,
    isConnected: true,
    batchSize: Math.min(first.batchSize, second.batchSize),

    async quotes(tickers, signal) {
      const { value = new Map<string, ReportedQuote>(), error } = await settled(first.quotes(tickers, signal));
      const missing = tickers.filter((ticker) => !value.has(ticker));
      if (missing.length === 0) return value;
      const other = await settled(second.quotes(missing, signal));
      // Both failed: the first is the one to report.
      if (error && !other.value) throw error;
      const found = [...(other.value ?? [])].map(
        ([ticker, quote]) => [ticker, { ...quote, source: second.source }] as const,
      );
      return new Map([...value, ...found]);
    },

    async history(ticker, fromDay, signal) {
      const { value, error } = await settled(first.history(ticker, fromDay, signal));
      if (value) return value;
      const other = await settled(second.history(ticker, fromDay, signal));
      if (!other.value) throw error;
      return { ...other.value, source: second.source };
    },
  };
}

async function settled<T>(work: Promise<T>): Promise<{ value?: T; error?: PriceError }> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof PriceError) return { error };
    throw error;
  }
}
