import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiClient, signUpAt } from '~/server/testing/clients/api-client';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { questionIn, researchAnswers } from '~/server/testing/fakes/research-model';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, startServer } from '~/server/testing/worlds/server-process';

const first = 'What is the deposit rate?';
const second = 'What is the lending rate?';

let model: ModelServer;
let search: SearchServer;
let site: SiteServer;
let database: ProcessDatabase;
/** Cites the page that the first server has read. */
const report = () => `The deposit rate is 2.00% [[1]](${page(first)}).`;
const page = (question: string) => `${site.origin}${question === first ? '/deposit' : '/lending'}`;

beforeAll(async () => {
  [search, site, database] = await Promise.all([startSearchServer(), startSite(), createProcessDatabase()]);
  const script = researchAnswers({
    plan: [first, second],
    note: (question) => ({ url: page(question), text: `${question} [[1]](${page(question)})` }),
    review: 'They agree.',
    get report() {
      return report();
    },
  });
  model = await startModelServer({ script });
  search.serve(...[first, second].map((question) => ({ url: page(question), title: question, content: 'Rates' })));
});
afterAll(async () => {
  await endAllServers();
  await Promise.all([model?.close(), search?.close(), site?.close()]);
  await database?.drop();
});

it('a server killed in the middle of a research run continues it from the last note', async () => {
  const settings = {
    ...database.settings,
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'test',
    SEARXNG_URL: search.baseUrl,
    FETCH_ALLOW_PRIVATE: site.host,
  };
  // The second page does not arrive while the first server runs.
  site.pages = { '/deposit': '<p>The deposit rate is 2.00%.</p>', '/lending': () => {} };
  const before = await startServer(settings);
  const user = await signUpAt(before.url);
  const client = apiClient(before.url, user.cookie);
  const { id } = await client.research.start.mutate({ question: 'Where do the rates stand?' });
  const isIn =
    (state: string, api = client) =>
    async () =>
      (await api.research.get.query({ id })).state === state;
  await until(isIn('planned'), 'the plan is written');
  await client.research.run.mutate({ id });
  const hasNote = async () => (await client.research.get.query({ id })).used.pages === 1;
  await until(hasNote, 'the first note is stored');
  await before.end('SIGKILL');

  // The report is checked against the page as the first server read it.
  site.pages['/deposit'] = '<p>The page has changed.</p>';
  site.pages['/lending'] = '<p>The lending rate is 2.40%.</p>';
  const asked = model.requests.length;
  const after = await startServer(settings);
  const again = apiClient(after.url, user.cookie);
  await until(isIn('done', again), 'the report is written', { withinMs: 120_000, details: after.log });
  const { steps, conversationId } = await again.research.get.query({ id });
  expect(steps.filter(({ kind }) => kind === 'question').map(({ state }) => state)).toEqual(['done', 'done']);
  const later = model.requests.slice(asked).map(({ body }) => questionIn(body.messages as never));
  expect(later).toContain(second);
  expect(later).not.toContain(first);
  const { items } = await again.messages.list.query({ conversationId });
  expect(items.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Where do the rates stand?'],
    ['assistant', report()],
  ]);
  const verdict = async () =>
    (await again.messages.list.query({ conversationId })).items.at(-1)?.metadata.citations?.[0]?.check?.verdict;
  await until(async () => !['pending', undefined].includes(await verdict()), 'the report is checked');
  expect(await verdict()).toBe('quote');
});
