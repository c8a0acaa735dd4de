/**
 * The models that help to find passages: one that makes vectors, one that puts passages in order. The settings' come
 * first, then those of the oldest endpoint that has one.
 */
import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { createEmbedder, type EndpointConnection } from '~/server/providers/embeddings/endpoint-embedder';
import { createReranker } from '~/server/providers/embeddings/endpoint-reranker';
import type { Embedder, Reranker } from '~/server/providers/embeddings/types';

export interface RetrievalModels {
  embedder: Embedder | null;
  reranker: Reranker | null;
}

export type RetrievalEnv = Pick<Env, 'SECRET_KEY' | 'DATA_DIR' | 'model' | 'AI_EMBEDDING_MODEL' | 'AI_RERANK_MODEL'>;

interface Candidate {
  connection: EndpointConnection;
  embeddingModel: string | null;
  rerankModel: string | null;
}

export async function readRetrievalModels(db: Database, env: RetrievalEnv): Promise<RetrievalModels> {
  const candidates = [...ofSettings(env), ...(await ofEndpoints(db, env))];
  const embedding = candidates.find(({ embeddingModel }) => embeddingModel !== null);
  const ranking = candidates.find(({ rerankModel }) => rerankModel !== null);
  return {
    embedder: embedding?.embeddingModel ? createEmbedder(embedding.connection, embedding.embeddingModel) : null,
    reranker: ranking?.rerankModel ? createReranker(ranking.connection, ranking.rerankModel) : null,
  };
}

const ofSettings = ({ model, AI_EMBEDDING_MODEL, AI_RERANK_MODEL }: RetrievalEnv): Candidate[] =>
  model
    ? [{ connection: model, embeddingModel: AI_EMBEDDING_MODEL ?? null, rerankModel: AI_RERANK_MODEL ?? null }]
    : [];

/** An endpoint whose key cannot be decrypted is left out; the list of endpoints says so. */
async function ofEndpoints(db: Database, env: RetrievalEnv): Promise<Candidate[]> {
  const rows = await db.modelEndpoint.findMany({
    where: { isEnabled: true, OR: [{ embeddingModel: { not: null } }, { rerankModel: { not: null } }] },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const box = createSecretBox(env);
  return rows.flatMap(({ baseUrl, secrets, embeddingModel, rerankModel }) => {
    const opened = box.open(baseUrl, secrets);
    if (!opened) return [];
    const { apiKey = '', headers = {}, proxyUrl } = opened;
    return [{ connection: { apiKey, baseUrl, headers, proxyUrl }, embeddingModel, rerankModel }];
  });
}
