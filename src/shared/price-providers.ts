/** Where prices can come from, as settings name them. */
export const priceProviders = ['yahoo', 'tiingo', 'eodhd', 'alphavantage', 'csv'] as const;
export type PriceProviderName = (typeof priceProviders)[number] | 'none';
