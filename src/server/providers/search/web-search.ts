/** Combines several providers: tried in order, skipping those that have just failed. */
import type { Logger } from '~/server/lib/logger';
import { SearchError, type SearchErrorCode, type SearchHit, type SearchProvider, type SearchQuery } from './types';

export interface SearchOutcome {
  at: Date;
  /** Null if it responded. Contains no key or query. */
  problem: string | null;
}

export interface WebSearch {
  /** Rejects with the first provider's SearchError if all fail, or with the signal's reason. */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]>;
}

/** All providers that are currently configured. */
export interface SearchCatalog extends WebSearch {
  /** Whether any provider is configured. */
  isSetUp(): Promise<boolean>;
  /** The last use of a provider by this process since the settings changed. */
  lastOutcome(name: string): SearchOutcome | undefined;
  /** Reloads the providers, also in other processes. */
  changed(): void;
  close(): void;
}

/** How long a provider is skipped after an error that the next query would get, too. */
const restSeconds: Partial<Record<SearchErrorCode, number>> = {
  unauthorized: 300,
  rate_limited: 60,
  unavailable: 30,
  timed_out: 30,
  bad_answer: 30,
};
const maxCooldownSeconds = 3600;
/** The time limit of one search across all providers. */
const longestMs = 15_000;

/**
 * When each skipped provider may be used again. Outlives the chain, which is recreated whenever the settings are
 * read.
 */
export type SearchCooldowns = Map<string, number>;

interface SearchOptions {
  cooldownUntil?: SearchCooldowns;
  outcomes?: SearchOutcomes;
  maxMs?: number;
}

/** The last outcome of each provider, by its name. */
export type SearchOutcomes = Map<string, SearchOutcome>;

export function createWebSearch(
  providers: readonly SearchProvider[],
  logger: Logger,
  { cooldownUntil = new Map(), outcomes = new Map(), maxMs = longestMs }: SearchOptions = {},
): WebSearch {
  const isCoolingDown = (provider: SearchProvider) => (cooldownUntil.get(keyOf(provider)) ?? 0) > performance.now();

  function rest(provider: SearchProvider, { code, retryAfterSeconds }: SearchError): void {
    const seconds = Math.min(retryAfterSeconds ?? restSeconds[code] ?? 0, maxCooldownSeconds);
    cooldownUntil.set(keyOf(provider), performance.now() + seconds * 1000);
  }

  return {
    async search(query, signal) {
      const available = providers.filter((provider) => !isCoolingDown(provider));
      let failure: unknown;
      const late = AbortSignal.timeout(maxMs);
      const inTime = AbortSignal.any([signal, late]);
      // If all are resting, try them rather than fail.
      for (const provider of available.length > 0 ? available : providers) {
        try {
          const hits = await provider.search(query, inTime);
          outcomes.set(provider.name, { at: new Date(), problem: null });
          return hits;
        } catch (error) {
          signal.throwIfAborted();
          const known = late.aborted ? new SearchError('timed_out', `${provider.name} did not respond in time`) : error;
          if (!(known instanceof SearchError)) throw known;
          logger.warn({ err: known, provider: provider.name }, 'web search failed');
          failure ??= known;
          // The total time is over. The last provider may only have had a small rest of it, so its timeout is not
          // recorded.
          if (late.aborted) break;
          rest(provider, known);
          outcomes.set(provider.name, { at: new Date(), problem: known.message });
        }
      }
      throw failure;
    },
  };
}

const keyOf = ({ name, baseUrl = '' }: SearchProvider) => `${name} ${baseUrl}`;
