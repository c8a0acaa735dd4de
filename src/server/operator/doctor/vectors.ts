/** Checks whether files can be searched by meaning: a model for vectors, and a database that stores them. */
import type { Session } from '~/server/db/session';
import { hasVectorTables } from '~/server/db/vector-tables';
import type { Env } from '~/server/env';
import { type Finding, ok, warn } from './finding';
import type { StoredEndpoint } from './model-endpoints';

const check = 'vectors';

export async function checkVectors(
  env: Pick<Env, 'model' | 'AI_EMBEDDING_MODEL'>,
  session: Session,
  endpoints: readonly Pick<StoredEndpoint, 'embeddingModel'>[],
): Promise<Finding> {
  const ofSettings = env.model ? env.AI_EMBEDDING_MODEL : undefined;
  const model = ofSettings ?? endpoints.find(({ embeddingModel }) => embeddingModel !== null)?.embeddingModel;
  if (!model) return ok(check, 'no embedding model (files are searched by words)');
  if (await hasVectorTables(session)) return ok(check, `files are also searched by meaning, with ${model}`);
  return warn(
    check,
    `the database cannot store the vectors of ${model}, so files are searched by words only`,
    'Install pgvector 0.7 or newer on the PostgreSQL server, run CREATE EXTENSION vector as its administrator, and restart.',
  );
}
