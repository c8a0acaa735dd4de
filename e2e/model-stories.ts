import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type RunningServer, startServer } from './fixtures';
import { test as base } from './pages';

type Settings = Record<string, string>;

const startModelServerFor = (model: ModelServer, settings: Settings) =>
  startServer({
    AI_BASE_URL: model.baseUrl,
    AI_API_KEY: 'test',
    AI_MODEL: 'scripted',
    TRUST_PROXY: '1',
    ...settings,
  });

/** A model and the servers connected to it: one per set of settings, started when first needed. */
interface SharedServers {
  model: ModelServer;
  with(settings: Settings): Promise<RunningServer>;
}

/**
 * Stories with a scripted model behind a real connection. Those with the same settings share a server, because starting
 * one takes longer than most stories. Each story has its own accounts.
 */
export const modelStories = base.extend<
  {
    /** For stories that stop their server or change shared settings. */
    hasOwnServer: boolean;
    /** Settings of the server besides its model. */
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
      const servers = new Map<string, ReturnType<typeof startModelServerFor>>();
      const withSettings = (settings: Settings) => {
        const key = JSON.stringify(settings);
        const server = servers.get(key) ?? startModelServerFor(model, settings);
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
    const server = await startModelServerFor(model, settings);
    await use(server);
    await server.dispose();
  },
});
