/** Research by a model whose provider searches the web itself, on a server without a search provider. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import type { ModelScript } from '~/server/testing/fakes/model-script';
import { type ModelServer, type RecordedRequest, startModelServer } from '~/server/testing/fakes/model-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ChatMessage } from '~/shared/schemas/messages';
import type { ResearchView } from '~/shared/schemas/research';

const facts = ['The deposit rate is 2.00%.', 'The lending rate is 2.40%.', 'The main rate is 2.15%.'];

let site: SiteServer;
let model: ModelServer;
let server: TestServer;
let ada: TestUser;

/** Each fact with the mark of its page, as the provider reports it. */
function cited(parts: readonly string[]): ModelScript {
  const text = parts.map((fact) => `${fact} [[1]](${site.origin}/${facts.indexOf(fact)})`).join('\n\n');
  const citations = Array.from(text.matchAll(/\[\[1\]\]\(([^)]+)\)/g), ({ 0: mark, 1: url = '', index }) => ({
    url,
    start: index,
    end: index + mark.length,
  }));
  return { text, citations };
}

function script({ body }: RecordedRequest): ModelScript {
  const asked = JSON.stringify(body);
  if (asked.includes('Plan the research')) return { text: '- Where do the rates stand?\n- What follows?' };
  if (asked.includes('Compare the notes')) return { text: 'They agree.' };
  if (asked.includes('Write the report')) return { text: cited(facts).text ?? '' };
  return { ...cited(facts), searches: ['web_search'] };
}

beforeAll(async () => {
  site = await startSite();
  model = await startModelServer({ flavour: 'xai', script });
  const connected = createOpenAiModel({ apiKey: 'none', baseUrl: model.baseUrl, model: 'm', api: 'responses' });
  server = await startTestServer({ model: connected, env: { FETCH_ALLOW_PRIVATE: site.host } });
  // Pretends that its URL is that of a provider with a search.
  const { choose } = server.deps.models;
  server.deps.models.choose = async (...given) => {
    const chosen = await choose(...given);
    return { ...chosen, abilities: { ...chosen.abilities, webSearch: true } };
  };
  ada = await signUp(server.deps);
  site.pages = Object.fromEntries(facts.map((fact, n) => [`/${n}`, `<title>Page ${n}</title><p>${fact}</p>`]));
});
beforeEach(() => {
  (model.requests as unknown[]).length = 0;
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), site.close()]);
});

async function done(pages: number): Promise<ResearchView> {
  const budget = { minutes: 5, pages, usd: null };
  const { id } = await ada.call.research.start({ question: 'Where do the rates stand?', budget });
  const reach = (state: string) => until(async () => (await ada.call.research.get({ id })).state === state);
  await reach('planned');
  await ada.call.research.run({ id });
  await reach('done');
  return ada.call.research.get({ id });
}
const reportOf = async ({ conversationId }: ResearchView) =>
  (await ada.call.messages.list({ conversationId })).items.at(-1) as ChatMessage;

it('answers its questions with that search, and its report is checked like any other', async () => {
  const research = await done(10);
  expect(research.steps.map(({ kind, state, pages }) => [kind, state, pages])).toEqual([
    ['question', 'done', 3],
    ['question', 'done', 3],
    ['review', 'done', 0],
  ]);
  expect(model.requests.filter(({ body }) => JSON.stringify(body).includes('Answer one question'))).toHaveLength(2);
  let verdicts: (string | undefined)[] = [];
  await until(async () => {
    verdicts = ((await reportOf(research)).metadata.citations ?? []).map(({ check }) => check?.verdict);
    return verdicts.length > 0 && !verdicts.includes('pending');
  });
  expect(verdicts).toEqual(['quote', 'quote', 'quote']);
});

it('uses no more pages than its budget allows', async () => {
  const research = await done(2);
  expect(research.used.pages).toBe(2);
  // One page per question, and both questions have the same first page.
  const report = await reportOf(research);
  expect(new Set(report.metadata.citations?.map(({ url }) => url))).toEqual(new Set([`${site.origin}/0`]));
});
