/**
 * What a running server shares with every feature: connections, providers and background work. Types only, so that
 * features can depend on this file without depending on each other. create-deps.ts builds it.
 */

import type { PriceProvider } from '~/server/providers/prices/types';
import type { TickerLookup } from '~/shared/schemas/lookup';
import type { SessionStore } from './auth/session-store';
import type { Database, OpenDatabase } from './db/client';
import type { Env } from './env';
import type { Generation } from './generation/generation';
import type { AnswerModel } from './generation/library';
import type { ModelCatalog } from './generation/model-catalog-types';
import type { UsageLedger } from './generation/usage-ledger-types';
import type { JobQueue } from './jobs/job-queue';
import type { Background } from './lib/background';
import type { Logger } from './lib/logger';
import type { Places } from './lib/places';
import type { ProcessState } from './lib/process-state';
import type { RateLimiter } from './lib/rate-limit';
import type { RecentErrors } from './lib/recent-errors';
import type { Metrics, MetricsPage } from './metrics/metrics';
import type { Calendars } from './providers/calendars/types';
import type { Mailer } from './providers/mail/types';
import type { OidcProvider } from './providers/oidc/types';
import type { PageReader } from './providers/pages/types';
import type { SearchCatalog } from './providers/search/web-search';
import type { ObjectStore } from './providers/storage/types';
import type { TimestampAuthority } from './providers/timestamps/types';
import type { ReaderPool } from './reading/pool/reader-pool';
import type { Bus } from './realtime/bus';
import type { Vectors } from './retrieval/vector-search';

export interface Deps {
  env: Env;
  logger: Logger;
  db: Database;
  database: OpenDatabase;
  bus: Bus;
  /** The configured model, or the offline analyst. */
  model: AnswerModel;
  models: ModelCatalog;
  generation: Generation;
  usage: UsageLedger;
  sessions: SessionStore;
  rateLimiter: RateLimiter;
  store: ObjectStore;
  mailer: Mailer;
  /** The configured OpenID Connect providers, in their order. */
  oidc: readonly OidcProvider[];
  background: Background;
  jobs: JobQueue;
  readers: ReaderPool;
  pages: PageReader;
  places: Places;
  search: SearchCatalog;
  prices: PriceUpdates;
  /** Provider that closing prices are compared with; null unless two providers are configured. */
  secondPrices: PriceProvider | null;
  vectors: Vectors;
  /** Empty if timestamps are switched off. */
  timestampAuthorities: readonly TimestampAuthority[];
  /** Empty if no calendars are configured. */
  calendars: Calendars;
  /** The latest errors that this process has logged. */
  recentErrors: RecentErrors;
  processState: ProcessState;
  metrics: Metrics;
  /** Null if metrics are switched off. */
  metricsPage: MetricsPage | null;
  /** Ends background work and closes all connections. */
  close(): Promise<void>;
}

/** Keeps prices up to date in the background. */
export interface PriceUpdates {
  /** Requests prices for tickers whose price is old or missing. Returns at once. */
  request(tickers: readonly string[]): void;
  /** Requests missing closing prices: at most once a minute, or at once for new positions. Does not wait for them. */
  requestHistory(options?: { hasNewPositions: boolean }): void;
  /** Like `request`, but waits for the prices, at most `maxWaitMs`. */
  refreshStale(tickers: readonly string[], maxWaitMs: number): Promise<void>;
  /** Asks the provider about a ticker, at most for `maxWaitMs`, and stores nothing. */
  lookUp(request: { ticker: string; day?: string | undefined }, maxWaitMs: number): Promise<TickerLookup>;
  /** Resolves when everything requested so far has been fetched or has failed, or after `maxWaitMs`. */
  settled(maxWaitMs: number): Promise<void>;
  close(): Promise<void>;
}
