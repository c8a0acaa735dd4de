/** Checks whether files can be searched by meaning: an embedding model, and a database that stores vectors. */
import type { Session } from '~/server/db/session';
import { hasVectorTables } from '~/server/db/vector-tables';
import type { Env } from '~/server/env';
import { changedFiles, modelFolder, readInstalledModel } from '~/server/providers/embeddings/local/model-folder';
import { type Finding, ok, warn } from './finding';
import type { StoredEndpoint } from './model-endpoints';

const check = 'vectors';

const installAgain = 'Run npm run embeddings:install again.';

export async function checkVectors(
  env: Pick<Env, 'model' | 'AI_EMBEDDING_MODEL' | 'DATA_DIR'>,
  session: Session,
  endpoints: readonly Pick<StoredEndpoint, 'embeddingModel'>[],
): Promise<Finding> {
  const ofSettings = env.model ? env.AI_EMBEDDING_MODEL : undefined;
  const ofEndpoint = ofSettings ?? endpoints.find(({ embeddingModel }) => embeddingModel !== null)?.embeddingModel;
  const model = ofEndpoint ? { name: ofEndpoint } : await localModel(env);
  if (!model) return ok(check, 'no embedding model (files are searched by words)');
  if ('problem' in model) return warn(check, `${model.problem}, so files are searched by words only`, installAgain);
  if (await hasVectorTables(session)) return ok(check, `files are also searched by meaning, with ${model.name}`);
  return warn(
    check,
    `the database cannot store the vectors of ${model.name}, so files are searched by words only`,
    'Install pgvector 0.7 or newer on the PostgreSQL server, run CREATE EXTENSION vector as its administrator, and restart.',
  );
}

/** The model of the data folder, which is used if no endpoint has one. */
async function localModel({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Promise<{ name: string } | { problem: string } | null> {
  const folder = modelFolder(DATA_DIR);
  try {
    const model = await readInstalledModel(folder);
    if (!model) return null;
    const changed = await changedFiles(model);
    if (changed.length > 0)
      return { problem: `${folder} does not contain the installed files (${changed.join(', ')})` };
    return { name: `${model.model} in the data folder` };
  } catch (error) {
    return { problem: `the model in ${folder} cannot be read (${(error as Error).name})` };
  }
}
