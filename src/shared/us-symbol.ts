const plain = /^[A-Z0-9]{1,10}(-[A-Z]{1,2})?$/;

/**
 * A ticker as providers write stocks of US exchanges: with a dash before the class of shares (BRK-B). Undefined for
 * tickers of other exchanges (GLE.PA), indices and currencies: those providers don't state a currency, so that a price
 * in euros would pass for one in dollars.
 */
export function usSymbol(ticker: string): string | undefined {
  const symbol = ticker.toUpperCase().replace(/\.(?=[A-Z]$)/, '-');
  return plain.test(symbol) ? symbol : undefined;
}

/** Without a suffix: VOD.L is London's, though its letter could name a class of shares. BTC-USD and ES=F trade all day. */
export const isOnUsExchange = (ticker: string): boolean => plain.test(ticker);
