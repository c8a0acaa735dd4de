/** Creates the search providers of the settings, in the order in which they are used. */

import type { Env } from '~/server/env';
import { type SearchProviderName, searchProviders } from '~/shared/search-providers';
import { brave } from './brave';
import { exa } from './exa';
import { google } from './google';
import { kagi } from './kagi';
import { searxng } from './searxng';
import { serper } from './serper';
import { tavily } from './tavily';
import type { SearchVendor } from './vendor';

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

export function vendorsOf(env: SearchSettings): SearchVendor[] {
  const { SEARCH_PROVIDER: chosen } = env;
  if (chosen === 'none') return [];
  const order = chosen === 'auto' ? searchProviders : chosen;
  return order.flatMap((name) => vendorOf(env, name) ?? []);
}

/** Credentials and settings of a provider. */
export interface SearchAccount {
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
  engineId?: string | undefined;
}

/** Undefined if a required setting is missing. */
export function searchVendor(name: SearchProviderName, account: SearchAccount): SearchVendor | undefined {
  const { apiKey, baseUrl, engineId } = account;
  const vendors: Record<SearchProviderName, SearchVendor | '' | undefined> = {
    searxng: baseUrl && searxng(baseUrl),
    brave: apiKey && brave(apiKey),
    tavily: apiKey && tavily(apiKey),
    exa: apiKey && exa(apiKey),
    kagi: apiKey && kagi(apiKey),
    google: apiKey && engineId && google(apiKey, engineId),
    serper: apiKey && serper(apiKey),
  };
  return vendors[name] || undefined;
}

function vendorOf(env: SearchSettings, name: SearchProviderName): SearchVendor | undefined {
  const keys: Record<SearchProviderName, string | undefined> = {
    searxng: undefined,
    brave: env.BRAVE_API_KEY,
    tavily: env.TAVILY_API_KEY,
    exa: env.EXA_API_KEY,
    kagi: env.KAGI_API_KEY,
    google: env.GOOGLE_SEARCH_API_KEY,
    serper: env.SERPER_API_KEY,
  };
  const { SEARXNG_URL: baseUrl, GOOGLE_SEARCH_ENGINE_ID: engineId } = env;
  return searchVendor(name, { apiKey: keys[name], baseUrl, engineId });
}
