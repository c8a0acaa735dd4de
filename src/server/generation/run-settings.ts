import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import type { Metrics } from '~/server/metrics/metrics';
import type { Bus } from '~/server/realtime/bus';
import type { UsageLedger } from './usage-ledger-types';

/** What writing an answer needs of its process. */
export interface RunSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  owner: string;
  usage: UsageLedger;
  metrics: Metrics;
  /** Called when an answer's text is complete, before its end is stored. */
  beforeEnd(messageId: string): void;
}
