import { afterAll, beforeAll } from 'vitest';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { createProcessDatabase, type ProcessDatabase } from './process-database';
import { endAllServers } from './server-process';

/** A model endpoint and a database for the servers of a test file or group. Both are closed after its servers. */
export function processWorld() {
  let model: ModelServer;
  let database: ProcessDatabase;
  beforeAll(async () => {
    [model, database] = await Promise.all([startModelServer(), createProcessDatabase()]);
  });
  afterAll(async () => {
    await endAllServers();
    await model?.close();
    await database?.drop();
  });
  return {
    get model() {
      return model;
    },
    /** The settings of a server that uses both. */
    settings: () => ({ ...database.settings, AI_BASE_URL: model.baseUrl, AI_MODEL: 'test' }),
  };
}
