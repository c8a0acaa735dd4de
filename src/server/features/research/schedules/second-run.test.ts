/**
 * A research run that its schedule runs a second time, after the pages have changed: with a scripted model and a real site.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { researchAnswers } from '~/server/testing/fakes/research-model';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { runSchedules } from './run-schedules.job';

const before = {
  deposit: 'The deposit rate of the bank is 2.25%.',
  lending: 'The lending rate of the bank is 2.65%.',
};
const after = {
  deposit: 'The deposit rate of the bank is 2.00%.',
  lending: 'Lending is suspended until further notice.',
  meeting: 'The council raised its forecast of growth to 1.2% for 2027.',
};

let model: ModelServer;
let search: SearchServer;
let site: SiteServer;
let server: TestServer;
let report = '';

/** Without the header, a page that was read in the last minutes would not be read again. */
function show(path: string, text: string): void {
  site.pages[path] = (_request, response) => {
    response.setHeader('content-type', 'text/html').setHeader('cache-control', 'no-store');
    response.end(`<title>${path}</title><article><p>${text}</p></article>`);
  };
}
const cited = (text: string, path: string) => `${text} [[1]](${site.origin}${path})`;

beforeAll(async () => {
  [search, site] = await Promise.all([startSearchServer(), startSite()]);
  const script = researchAnswers({
    plan: ['Where is the deposit rate?', 'Where is the lending rate?', 'What did the council say?'],
    note(question) {
      const path = question.includes('deposit') ? '/deposit' : question.includes('lending') ? '/lending' : '/council';
      return { url: site.origin + path, text: cited(question, path) };
    },
    review: 'The pages agree.',
    get report() {
      return report;
    },
  });
  model = await startModelServer({ script });
  server = await startTestServer({
    model: createOpenAiModel({ apiKey: 'none', baseUrl: model.baseUrl, model: 'm', api: 'chat', abilities: {} }),
    env: { SEARXNG_URL: search.baseUrl, FETCH_ALLOW_PRIVATE: site.host },
  });
  const paths = ['/deposit', '/lending', '/council'];
  search.serve(...paths.map((path) => ({ url: site.origin + path, title: path, content: 'Rates' })));
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), search.close(), site.close()]);
});

it('a second scheduled report shows changed, removed and new facts, each with its pages', async () => {
  const ada = await signUp(server.deps);
  const reach = (id: string, state: string) => until(async () => (await ada.call.research.get({ id })).state === state);
  show('/deposit', before.deposit);
  show('/lending', before.lending);
  show('/council', 'The council meets every six weeks.');
  report = `## Summary\n${cited(before.deposit, '/deposit')}\n\n${cited(before.lending, '/lending')}`;
  const budget = { minutes: 5, pages: 10, usd: null };
  const { id: firstId } = await ada.call.research.start({ question: 'Where do the key rates stand?', budget });
  await reach(firstId, 'planned');
  await ada.call.research.run({ id: firstId });
  await reach(firstId, 'done');
  await server.deps.jobs.settled();
  const timing = { frequency: 'daily' as const, time: '08:00', timeZone: 'UTC' };
  const { id: scheduleId, nextAt } = await ada.call.research.createSchedule({ researchId: firstId, timing });

  show('/deposit', after.deposit);
  show('/lending', after.lending);
  show('/council', after.meeting);
  report = `## Summary\n${[
    cited(after.deposit, '/deposit'),
    cited(after.lending, '/lending'),
    cited(after.meeting, '/council'),
  ].join('\n\n')}`;
  await runSchedules(server.deps, nextAt ?? new Date());
  const second = await server.deps.db.research.findFirstOrThrow({ where: { scheduleId, id: { not: firstId } } });
  await reach(second.id, 'done');
  await server.deps.jobs.settled();

  const { changes, isComplete } = await ada.call.research.changes({ id: second.id });
  expect(isComplete).toBe(true);
  const found = changes.map(({ kind, before: was, after: now }) => [kind, was?.passage, now.passage]);
  expect(found.sort((a, b) => `${a[0]} ${a[2]}`.localeCompare(`${b[0]} ${b[2]}`))).toEqual([
    ['changed', before.deposit, after.deposit],
    ['gone', before.lending, null],
    ['new', null, after.lending],
    // The first report did not cite this page, but its notes were written with it.
    ['new', null, after.meeting],
  ]);
  const texts = await Promise.all(
    changes
      .flatMap((change) => (change.before ? [change.before, change.after] : [change.after]))
      .map(async ({ messageId, snapshotId }) => (await ada.call.messages.snapshot({ messageId, snapshotId })).text),
  );
  for (const text of [before.deposit, after.deposit, before.lending, after.lending, after.meeting])
    expect(texts.some((page) => page.includes(text))).toBe(true);
}, 60_000);
