const plain = /^[A-Z0-9]{1,10}(-[A-Z]{1,2})?$/;

/**
 * The symbol of a US stock in the form that providers use, with a dash before the share class (BRK-B). Undefined for
 * other exchanges (GLE.PA), indexes and currencies, because these providers don't state a currency and a price in euros
 * would pass for dollars.
 */
export function usSymbol(ticker: string): string | undefined {
  const symbol = ticker.toUpperCase().replace(/\.(?=[A-Z]$)/, '-');
  return plain.test(symbol) ? symbol : undefined;
}

/** Tickers without a suffix. VOD.L is in London, although L could be a share class. BTC-USD and ES=F trade all day. */
export const isOnUsExchange = (ticker: string): boolean => plain.test(ticker);
