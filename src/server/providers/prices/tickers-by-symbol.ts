/** Each symbol of a provider with its tickers: BRK.B and BRK-B have the same one. Tickers without a symbol are left out. */
export function tickersBySymbol(
  tickers: readonly string[],
  symbolOf: (ticker: string) => string | undefined,
): Map<string, string[]> {
  const symbols = new Map<string, string[]>();
  for (const ticker of tickers) {
    const symbol = symbolOf(ticker);
    if (symbol !== undefined) symbols.set(symbol, [...(symbols.get(symbol) ?? []), ticker]);
  }
  return symbols;
}
