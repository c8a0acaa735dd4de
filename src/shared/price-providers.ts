/** The price providers by their names in the settings. */
export const priceProviders = ['yahoo', 'tiingo', 'eodhd', 'alphavantage', 'csv'] as const;
export type PriceProviderName = (typeof priceProviders)[number] | 'none';
