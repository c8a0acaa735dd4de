import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import type { PriceProvider } from '~/server/providers/prices/types';
import type { Bus } from '~/server/realtime/bus';

/** What fetching prices needs. */
export interface RefresherSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  provider: PriceProvider;
  /** Tickers whose past is read beside those of the portfolio. */
  benchmarks: readonly string[];
  /** This process, as leases name it. */
  processId: string;
}
