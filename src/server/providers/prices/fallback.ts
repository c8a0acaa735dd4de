import { PriceError, type PriceProvider, type ReportedQuote } from './types';

/** Combines two providers: the second is used for what the first doesn't have or can't return. */
export function withFallback(first: PriceProvider, second: PriceProvider): PriceProvider {
  return {
    name: first.name,
    source: first.source,
    isConnected: true,
    batchSize: first.batchSize,

    async quotes(tickers, signal) {
      const { value = new Map<string, ReportedQuote>(), error } = await settled(first.quotes(tickers, signal));
      const missing = tickers.filter((ticker) => !value.has(ticker));
      if (missing.length === 0) return value;
      const other = await inBatches(second, missing, signal);
      // Both failed: report the error of the first.
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

/** Some vendors take one ticker per request: if many are missing, the rest is left for the next call. */
const maxBatches = 20;

/** Returns the prices before an error; throws it only if there are none. */
async function inBatches(provider: PriceProvider, tickers: readonly string[], signal: AbortSignal | undefined) {
  const value = new Map<string, ReportedQuote>();
  const size = provider.batchSize;
  for (let start = 0; start < Math.min(tickers.length, size * maxBatches); start += size) {
    const batch = await settled(provider.quotes(tickers.slice(start, start + size), signal));
    for (const [ticker, quote] of batch.value ?? []) value.set(ticker, quote);
    if (batch.error) return value.size > 0 ? { value } : batch;
  }
  return { value };
}

async function settled<T>(work: Promise<T>): Promise<{ value?: T; error?: PriceError }> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof PriceError) return { error };
    throw error;
  }
}
