/** In the order in which they are asked by default. */
export const searchProviders = ['searxng', 'brave', 'tavily', 'exa', 'kagi', 'google', 'serper'] as const;
export type SearchProviderName = (typeof searchProviders)[number];
