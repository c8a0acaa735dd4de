/** Finds passages by vectors while an embedding model responds; otherwise searches use words only. */
import type { OpenDatabase } from '~/server/db/client';
import type { UsageLedger } from '~/server/generation/usage-ledger-types';
import type { Background } from '~/server/lib/background';
import type { Logger } from '~/server/lib/logger';
import { createLocalEmbedding } from '~/server/providers/embeddings/local/local-embedder';
import type { Bus } from '~/server/realtime/bus';
import type { Vectors } from '~/server/retrieval/vector-search';
import { nearestPassages } from '~/server/retrieval/vector-store';
import { createQuestionVectors } from './question-vectors';
import { type RetrievalEnv, type RetrievalModels, readRetrievalModels } from './retrieval-models';

/** How long a search waits for the query's vector, and for reranking. */
const maxWaitMs = { embed: 2000, rerank: 4000 };
/** After a failure, searches skip the endpoint for this long. */
const restMs = 30_000;
/** Another process may have changed the endpoints without this one being notified. */
const staleMs = 30_000;
const rerankedPassages = 40;

/** Setting the clock must not change how long a pause lasts. */
const now = () => performance.now();

export interface VectorSettings {
  database: Pick<OpenDatabase, 'db' | 'isEmbedded' | 'vectorProblem'>;
  bus: Bus;
  env: RetrievalEnv;
  logger: Logger;
  usage: UsageLedger;
  background: Background;
}

export function createVectors(settings: VectorSettings): Vectors {
  const { database, bus, env, logger } = settings;
  const { db } = database;
  const canStore = database.vectorProblem === null;
  const local = createLocalEmbedding({ dataDir: env.DATA_DIR, memoryMb: env.EMBEDDINGS_MEMORY_MB, logger });
  const restUntil = { embed: 0, rerank: 0 };
  let known: { at: number; models: Promise<RetrievalModels> } | undefined;
  const unsubscribe = bus.subscribe('models', () => {
    known = undefined;
    restUntil.embed = restUntil.rerank = 0;
  });

  const models = (): Promise<RetrievalModels> => {
    if (known && now() - known.at < staleMs) return known.models;
    const reading = { at: now(), models: readRetrievalModels(db, env, local) };
    known = reading;
    reading.models.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading.models;
  };
  /** Null if the endpoint fails or is slow. It is then paused, so that the next searches do not wait as well. */
  const withTimeout = async <T>(
    kind: keyof typeof maxWaitMs,
    work: (signal: AbortSignal) => Promise<T>,
    ms: number = maxWaitMs[kind],
  ): Promise<T | null> => {
    if (now() < restUntil[kind]) return null;
    try {
      return await work(AbortSignal.timeout(ms));
    } catch (error) {
      restUntil[kind] = now() + restMs;
      logger.warn({ err: error, kind }, 'the model for searching files failed, searching by words');
      return null;
    }
  };
  const embedder = async () => (canStore ? (await models()).embedder : null);

  const vectorOf = createQuestionVectors(settings, (work, ms) => withTimeout('embed', work, ms));

  return {
    embedder,
    async nearest(question, searched, requester) {
      const model = await embedder();
      if (!model || searched.files.length === 0) return [];
      const vector = await vectorOf(model, question, requester);
      if (!vector) return [];
      return nearestPassages({ db, hasIndex: !database.isEmbedded }, searched, model.model, vector);
    },
    rerankedPassages: async () => ((await models()).reranker && now() >= restUntil.rerank ? rerankedPassages : 0),
    async rerank(question, texts) {
      const { reranker } = await models();
      return (reranker && (await withTimeout('rerank', (signal) => reranker.rank(question, texts, signal)))) ?? [];
    },
    close() {
      unsubscribe();
      local.close();
    },
  };
}
