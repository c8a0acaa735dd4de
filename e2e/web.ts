import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { test as base, type RunningServer, startServer } from './fixtures';

export interface Web {
  model: ModelServer;
  search: SearchServer;
  site: SiteServer;
}

type Prepare = (web: Omit<Web, 'model'>) => Parameters<typeof startModelServer>[0];

/**
 * Stories about answers with web search. Each has its own servers for the model, the search provider and the site.
 * `prepare` sets up the site and the search results, and returns the options of the model.
 */
export const webStories = (prepare: Prepare) =>
  base.extend<{ web: Web; product: RunningServer }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    web: async ({}, use) => {
      const [search, site] = await Promise.all([startSearchServer(), startSite()]);
      const model = await startModelServer(prepare({ search, site }));
      await use({ model, search, site });
      await Promise.all([model.close(), search.close(), site.close()]);
    },
    product: async ({ web }, use) => {
      const server = await startServer({
        AI_BASE_URL: web.model.baseUrl,
        AI_API_KEY: 'test',
        AI_MODEL: 'scripted',
        AI_API: 'chat',
        SEARXNG_URL: web.search.baseUrl,
        FETCH_ALLOW_PRIVATE: web.site.host,
      });
      await use(server);
      await server.dispose();
    },
  });
