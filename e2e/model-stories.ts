import { test as base } from '@playwright/test';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type RunningServer, startServer } from './fixtures';

/** Stories with a scripted model at the other end of a real connection. */
export const modelStories = base.extend<{
  model: ModelServer;
  /** Settings of a story's server beyond its model. */
  settings: Record<string, string>;
  product: RunningServer;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  model: async ({}, use) => {
    const model = await startModelServer();
    await use(model);
    await model.close();
  },
  settings: {},
  product: async ({ model, settings }, use) => {
    const server = await startServer({
      AI_BASE_URL: model.baseUrl,
      AI_API_KEY: 'test',
      AI_MODEL: 'scripted',
      ...settings,
    });
    await use(server);
    await server.dispose();
  },
});
