/**
 * The models for retrieval: one for embeddings, one for reranking. Those of the settings come first, then those of the
 * oldest endpoint that has one. Without either, the local model in DATA_DIR creates embeddings.
 */
import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { createEmbedder, type EndpointConnection } from '~/server/providers/embeddings/endpoint-embedder';
import { createReranker } from '~/server/providers/embeddings/endpoint-reranker';
import type { LocalEmbedding } from '~/server/providers/embeddings/local/local-embedder';
import type { Reranker } from '~/server/providers/embeddings/types';
import type { CountedEmbedder, CountedModel } from '~/server/retrieval/vector-search';

export interface RetrievalModels {
  embedder: CountedEmbedder | null;
  reranker: Reranker | null;
}

export type RetrievalEnv = Pick<
  Env,
  | 'SECRET_KEY'
  | 'SECRET_KEY_PREVIOUS'
  | 'DATA_DIR'
  | 'model'
  | 'AI_EMBEDDING_MODEL'
  | 'AI_RERANK_MODEL'
  | 'EMBEDDINGS_MEMORY_MB'
>;

interface Candidate {
  /** Null for the endpoint of the settings. */
  endpointId: string | null;
  connection: EndpointConnection;
  embeddingModel: string | null;
  rerankModel: string | null;
}

export async function readRetrievalModels(
  db: Database,
  env: RetrievalEnv,
  local: Pick<LocalEmbedding, 'embedder'>,
): Promise<RetrievalModels> {
  const candidates = [...ofSettings(env), ...(await ofEndpoints(db, env))];
  const embedding = candidates.find(({ embeddingModel }) => embeddingModel !== null);
  const ranking = candidates.find(({ rerankModel }) => rerankModel !== null);
  return {
    embedder: embedding ? await countedEmbedder(db, embedding) : await localEmbedder(local),
    reranker: ranking?.rerankModel ? createReranker(ranking.connection, ranking.rerankModel) : null,
  };
}

/** Counted under its own name, without a price. */
async function localEmbedder(local: Pick<LocalEmbedding, 'embedder'>): Promise<CountedEmbedder | null> {
  const embedder = await local.embedder();
  return embedder && { ...embedder, counted: { id: embedder.model, displayName: embedder.model } };
}

async function countedEmbedder(
  db: Database,
  { connection, embeddingModel: name, endpointId }: Candidate,
): Promise<CountedEmbedder | null> {
  return name === null
    ? null
    : { ...createEmbedder(connection, name), counted: await countedModel(db, endpointId, name) };
}

/** With the name and price that the model has if its endpoint also offers it to users. */
async function countedModel(db: Database, endpointId: string | null, name: string): Promise<CountedModel> {
  const row = await db.offeredModel.findFirst({
    where: { endpointId, name },
    orderBy: { createdAt: 'asc' },
    select: { id: true, displayName: true, inputPrice: true },
  });
  const price = row?.inputPrice?.toFixed();
  return {
    id: row?.id ?? name,
    displayName: row?.displayName ?? name,
    ...(price !== undefined && { prices: { input: price, output: '0' } }),
  };
}

const ofSettings = ({ model, AI_EMBEDDING_MODEL, AI_RERANK_MODEL }: RetrievalEnv): Candidate[] =>
  model
    ? [
        {
          endpointId: null,
          connection: model,
          embeddingModel: AI_EMBEDDING_MODEL ?? null,
          rerankModel: AI_RERANK_MODEL ?? null,
        },
      ]
    : [];

/** Skips endpoints whose key can't be decrypted; the list of endpoints reports them. */
async function ofEndpoints(db: Database, env: RetrievalEnv): Promise<Candidate[]> {
  const rows = await db.modelEndpoint.findMany({
    where: { isEnabled: true, OR: [{ embeddingModel: { not: null } }, { rerankModel: { not: null } }] },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const box = createSecretBox(env);
  return rows.flatMap(({ id: endpointId, baseUrl, secrets, embeddingModel, rerankModel }) => {
    const opened = box.open(baseUrl, secrets);
    if (!opened) return [];
    const { apiKey = '', headers = {}, proxyUrl } = opened;
    return [{ endpointId, connection: { apiKey, baseUrl, headers, proxyUrl }, embeddingModel, rerankModel }];
  });
}
