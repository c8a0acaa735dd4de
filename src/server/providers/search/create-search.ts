/** The search providers of the settings, in the order in which they are asked. */
import { type Env, searchProviders } from '~/server/env';
import type { Logger } from '~/server/lib/logger';
import { brave } from './brave';
import { exa } from './exa';
import { google } from './google';
import { kagi } from './kagi';
import { searxng } from './searxng';
import { serper } from './serper';
import { tavily } from './tavily';
import type { SearchProviderName } from './types';
import type { SearchVendor } from './vendor';
import { createVendorSearch } from './vendor-search';
import { createWebSearch, type WebSearch } from './web-search';

export type SearchSettings = Pick<
  Env,
  | 'SEARCH_PROVIDER'
  | 'SEARXNG_URL'
  | 'BRAVE_API_KEY'
  | 'TAVILY_API_KEY'
  | 'EXA_API_KEY'
  | 'KAGI_API_KEY'
  | 'GOOGLE_SEARCH_API_KEY'
  | 'GOOGLE_SEARCH_ENGINE_ID'
  | 'SERPER_API_KEY'
>;

/** Null when no provider is set up. */
export function createSearch(env: SearchSettings, logger: Logger): WebSearch | null {
  const vendors = vendorsOf(env);
  return vendors.length > 0
    ? createWebSearch(
        vendors.map((vendor) => createVendorSearch(vendor)),
        logger,
      )
    : null;
}

export function vendorsOf(env: SearchSettings): SearchVendor[] {
  const { SEARCH_PROVIDER: chosen } = env;
  if (chosen === 'none') return [];
  const order = chosen === 'auto' ? searchProviders : chosen;
  return order.flatMap((name) => vendorOf(env, name) ?? []);
}

function vendorOf(env: SearchSettings, name: SearchProviderName): SearchVendor | undefined {
  const { GOOGLE_SEARCH_API_KEY: googleKey, GOOGLE_SEARCH_ENGINE_ID: engineId } = env;
  const vendors: Record<SearchProviderName, SearchVendor | '' | undefined> = {
    searxng: env.SEARXNG_URL && searxng(env.SEARXNG_URL),
    brave: env.BRAVE_API_KEY && brave(env.BRAVE_API_KEY),
    tavily: env.TAVILY_API_KEY && tavily(env.TAVILY_API_KEY),
    exa: env.EXA_API_KEY && exa(env.EXA_API_KEY),
    kagi: env.KAGI_API_KEY && kagi(env.KAGI_API_KEY),
    google: googleKey && engineId && google(googleKey, engineId),
    serper: env.SERPER_API_KEY && serper(env.SERPER_API_KEY),
  };
  return vendors[name] || undefined;
}
