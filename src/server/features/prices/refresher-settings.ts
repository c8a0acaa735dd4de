import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import type { PriceProvider } from '~/server/providers/prices/types';
import type { Bus } from '~/server/realtime/bus';

/** The settings for fetching prices. */
export interface RefresherSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  provider: PriceProvider;
  /** Tickers whose history is read in addition to the portfolio's. */
  benchmarks: readonly string[];
  /** The id of this process in leases. */
  processId: string;
}
