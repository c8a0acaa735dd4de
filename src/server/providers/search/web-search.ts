/** Several providers as one: in their order, leaving out for a while those that have just failed. */
import type { Logger } from '~/server/lib/logger';
import { SearchError, type SearchErrorCode, type SearchHit, type SearchProvider, type SearchQuery } from './types';

export interface WebSearch {
  /** Throws the first provider's SearchError when none answers, or the signal's reason. */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]>;
}

/** All providers that are set up at the moment. */
export interface SearchCatalog extends WebSearch {
  /** Whether there is any. */
  isSetUp(): Promise<boolean>;
  /** Reads the providers again, here and on other processes. */
  changed(): void;
  close(): void;
}

/** How long a provider is left out after a failure that the next query would meet too. */
const restSeconds: Partial<Record<SearchErrorCode, number>> = {
  unauthorized: 300,
  rate_limited: 60,
  unavailable: 30,
  timed_out: 30,
  bad_answer: 30,
};
const longestRestSeconds = 3600;
/** For one search over all providers. */
const longestMs = 15_000;

/** By provider, until when it is left out. Outlives the chain, which is made again whenever the settings are read. */
export type SearchRests = Map<string, number>;

export function createWebSearch(
  providers: readonly SearchProvider[],
  logger: Logger,
  { restingUntil = new Map(), mostMs = longestMs }: { restingUntil?: SearchRests; mostMs?: number } = {},
): WebSearch {
  const isResting = (provider: SearchProvider) => (restingUntil.get(keyOf(provider)) ?? 0) > Date.now();

  function rest(provider: SearchProvider, { code, retryAfterSeconds }: SearchError): void {
    const seconds = Math.min(retryAfterSeconds ?? restSeconds[code] ?? 0, longestRestSeconds);
    restingUntil.set(keyOf(provider), Date.now() + seconds * 1000);
  }

  return {
    async search(query, signal) {
      const awake = providers.filter((provider) => !isResting(provider));
      let failure: unknown;
      const late = AbortSignal.timeout(mostMs);
      const inTime = AbortSignal.any([signal, late]);
      // Better to ask one that has failed lately than none at all.
      for (const provider of awake.length > 0 ? awake : providers) {
        try {
          return await provider.search(query, inTime);
        } catch (error) {
          signal.throwIfAborted();
          const known = late.aborted ? new SearchError('timed_out', `${provider.name} did not respond in time`) : error;
          if (!(known instanceof SearchError)) throw known;
          logger.warn({ err: known, provider: provider.name }, 'web search failed');
          failure ??= known;
          // The user has waited long enough. The provider may only have had what earlier ones left of the time.
          if (late.aborted) break;
          rest(provider, known);
        }
      }
      throw failure;
    },
  };
}

const keyOf = ({ name, baseUrl = '' }: SearchProvider) => `${name} ${baseUrl}`;
