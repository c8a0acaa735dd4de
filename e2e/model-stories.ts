import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type RunningServer, startServer } from './fixtures';
import { test as base } from './pages';

type Settings = Record<string, string>;

const startProduct = (model: ModelServer, settings: Settings) =>
  startServer({
    AI_BASE_URL: model.baseUrl,
    AI_API_KEY: 'test',
    AI_MODEL: 'scripted',
    TRUST_PROXY: '1',
    ...settings,
  });

/** A model, and a server connected with it for each set of settings, which starts when the first story needs it. */
interface SharedServers {
  model: ModelServer;
  with(settings: Settings): Promise<RunningServer>;
}

/**
 * Stories with a scripted model at the other end of a real connection. Those with the same settings share a server,
 * because starting one takes longer than most stories: each brings accounts of its own.
 */
export const modelStories = base.extend<
  {
    /** A story that stops its server, scripts what the model does in the background, or sets what only it knows. */
    hasOwnServer: boolean;
    /** Settings of a story's server beyond its model. */
    settings: Settings;
    model: ModelServer;
    product: RunningServer;
  },
  { shared: SharedServers }
>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const model = await startModelServer();
      const servers = new Map<string, ReturnType<typeof startProduct>>();
      const withSettings = (settings: Settings) => {
        const key = JSON.stringify(settings);
        const server = servers.get(key) ?? startProduct(model, settings);
        servers.set(key, server);
        return server;
      };
      await use({ model, with: withSettings });
      for (const server of servers.values()) await (await server).dispose();
      await model.close();
    },
    { scope: 'worker' },
  ],
  hasOwnServer: [false, { option: true }],
  settings: [{}, { option: true }],
  model: async ({ shared, hasOwnServer }, use) => {
    const model = hasOwnServer ? await startModelServer() : shared.model;
    await use(model);
    if (hasOwnServer) await model.close();
    else model.reset();
  },
  product: async ({ shared, model, hasOwnServer, settings }, use) => {
    if (!hasOwnServer) return use(await shared.with(settings));
    const server = await startProduct(model, settings);
    await use(server);
    await server.dispose();
  },
});
