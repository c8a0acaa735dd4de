/** In their default order of use. */
export const searchProviders = ['searxng', 'brave', 'tavily', 'exa', 'kagi', 'google', 'serper'] as const;
export type SearchProviderName = (typeof searchProviders)[number];
