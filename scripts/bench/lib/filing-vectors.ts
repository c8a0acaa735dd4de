/** Vectors of filings from an endpoint, created by the product's own job. */
import type { OpenDatabase } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import { createUsageLedger } from '~/server/features/usage/usage-ledger';
import { embedFileJob } from '~/server/features/vectors/embed-file.job';
import { createVectors } from '~/server/features/vectors/vectors';
import { createBackground } from '~/server/lib/background';
import { createLogger } from '~/server/lib/logger';
import { noMetrics } from '~/server/metrics/metrics';
import { createInProcessBus } from '~/server/realtime/bus';

export interface VectorEndpoint {
  baseUrl: string;
  embeddingModel: string;
  apiKey: string;
}

export async function embedFilings(
  db: OpenDatabase['db'],
  { baseUrl, embeddingModel, apiKey }: VectorEndpoint,
): Promise<Deps['vectors']> {
  const logger = createLogger({ level: 'warn', isProduction: true });
  const vectors = createVectors({
    database: { db, isEmbedded: true, vectorProblem: null },
    bus: createInProcessBus(() => {}),
    logger,
    usage: createUsageLedger(db, noMetrics),
    background: createBackground(logger),
    env: {
      SECRET_KEY: undefined,
      SECRET_KEY_PREVIOUS: [],
      DATA_DIR: '',
      EMBEDDINGS_MEMORY_MB: 1024,
      AI_EMBEDDING_MODEL: embeddingModel,
      AI_RERANK_MODEL: undefined,
      model: {
        ...{ apiKey, baseUrl, model: embeddingModel, api: 'chat', headers: {}, proxyUrl: undefined },
        ...{ firstByteTimeoutMs: 60_000, idleTimeoutMs: 60_000, abilities: {} },
      },
    },
  });
  // The job also queues the rest of a long file, which this loop processes itself.
  const deps = { db, vectors, logger, metrics: noMetrics, jobs: { wake() {} } } as unknown as Deps;
  const context = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  for (;;) {
    const waiting = await db.sql<{ objectId: string }>`
      SELECT i.object_id AS "objectId" FROM passage_indexes i LEFT JOIN embedded_files e ON e.file = i.number
      WHERE e.completed_at IS NULL`;
    if (waiting.length === 0) return vectors;
    for (const { objectId } of waiting) await embedFileJob.run(deps, { objectId }, context);
  }
}
