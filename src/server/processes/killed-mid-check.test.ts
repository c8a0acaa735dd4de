import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiClient, question, signUpAt } from '~/server/testing/clients/api-client';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, startServer } from '~/server/testing/worlds/server-process';

let model: ModelServer;
let site: SiteServer;
let database: ProcessDatabase;

beforeAll(async () => {
  [model, site, database] = await Promise.all([startModelServer(), startSite(), createProcessDatabase()]);
});
afterAll(async () => {
  await endAllServers();
  await Promise.all([model?.close(), site?.close()]);
  await database?.drop();
});

const page = (sentence: string) => `<title>Key rates</title><article><p>${sentence}</p></article>`;

it('a server killed while it checks sources finishes the checks after the restart', async () => {
  const settings = {
    ...database.settings,
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'test',
    AI_API: 'responses',
    FETCH_ALLOW_PRIVATE: site.host,
  };
  const [quick, slow] = [`${site.origin}/quick`, `${site.origin}/slow`];
  // The second page does not arrive while the first server runs.
  site.pages = { '/quick': page('The deposit rate is 2.00 %.'), '/slow': () => {} };
  const sentences = [`The deposit rate is 2.00 %.[[1]](${quick})`, `The lending rate is 2.40 %.[[2]](${slow})`];
  const text = sentences.join('\n\n');
  const citations = Array.from(text.matchAll(/\[\[\d\]\]\(([^)]+)\)/g), ({ 0: mark, 1: url = '', index }) => ({
    url,
    start: index,
    end: index + mark.length,
  }));
  model.queue({ text, searches: ['web_search'], citations });

  const before = await startServer(settings);
  const user = await signUpAt(before.url);
  const sent = await apiClient(before.url, user.cookie).messages.send.mutate(question('What are the rates?'));
  const conversationId = sent.conversation.id;
  await until(() => site.requests.some(({ path }) => path === '/slow'), 'the second page is being read');
  await before.end('SIGKILL');

  site.pages['/slow'] = page('The lending rate is 2.40 %.');
  const after = await startServer(settings);
  const client = apiClient(after.url, user.cookie);
  const verdicts = async () => {
    const { items } = await client.messages.list.query({ conversationId });
    const { metadata } = items.find(({ role }) => role === 'assistant') ?? {};
    return metadata?.citations?.map(({ check }) => check?.verdict);
  };
  const isOver = async () => (await verdicts())?.every((verdict) => verdict && verdict !== 'pending') ?? false;
  await until(isOver, 'the checks are over', { withinMs: 120_000, details: after.log });
  expect(await verdicts()).toEqual(['quote', 'quote']);
});
