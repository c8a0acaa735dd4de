/** The budget of a research run: it is never exceeded, and the report names what was left open because of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelPrices } from '~/server/generation/model-catalog-types';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import { type ModelServer, type RecordedRequest, startModelServer } from '~/server/testing/fakes/model-server';
import { questionIn, researchAnswers } from '~/server/testing/fakes/research-model';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import { offerPriced } from '~/server/testing/worlds/priced-model';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ResearchState } from '~/shared/research-states';
import type { ResearchView } from '~/shared/schemas/research';
import { runResearchJob } from './run-research.job';

const questions = ['first', 'second', 'third', 'fourth'].map((name) => `What is the ${name} rate?`);
const [first, ...others] = questions as [string, ...string[]];
/** The scripted model reports 10 tokens per request, which cost one dollar. A question takes three requests. */
const dollarRequests: ModelPrices = { input: '100000', output: '0' };
const noPrice = 'This AI model has no price. Leave the cost empty.';

let model: ModelServer;
let search: SearchServer;
let site: SiteServer;
let server: TestServer;
let ada: TestUser;
/** Whether the text of a note waits, after two rounds of tool calls. */
let isHeld = false;
const isLastRound = ({ body }: RecordedRequest) =>
  (body.messages as ChatMessages).filter(({ role }) => role === 'tool').length === 2;

beforeAll(async () => {
  [search, site] = await Promise.all([startSearchServer(), startSite()]);
  const page = (question: string) => `${site.origin}/${questions.indexOf(question)}`;
  const answers = researchAnswers({
    plan: questions,
    note: (question) => ({ url: page(question), text: `It is 2.00% [[1]](${page(question)}).` }),
    review: 'They agree.',
    report: '## Summary\nThe rates are known.',
  });
  const script = (request: RecordedRequest) => ({
    ...answers(request),
    ...(isHeld && isLastRound(request) && { pauseAfterTokens: 1 }),
  });
  model = await startModelServer({ script });
  const connected = createOpenAiModel({ apiKey: 'none', baseUrl: model.baseUrl, model: 'm', api: 'chat' });
  const env = { SEARXNG_URL: search.baseUrl, FETCH_ALLOW_PRIVATE: site.host };
  server = await startTestServer({ model: connected, env });
  ada = await signUp(server.deps);
  site.pages = Object.fromEntries(questions.map((_, n) => [`/${n}`, `<p>The rate of page ${n} is 2.00%.</p>`]));
  search.serve(...Object.keys(site.pages).map((path) => ({ url: site.origin + path, title: path, content: 'Rates' })));
});
beforeEach(() => {
  (model.requests as unknown[]).length = 0;
  offerPriced(server.deps, dollarRequests);
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), search.close(), site.close()]);
});

const budget = { minutes: 5, pages: 10, usd: null as string | null };

async function reach(id: string, state: ResearchState): Promise<ResearchView> {
  let found: ResearchView | undefined;
  await until(async () => {
    found = await ada.call.research.get({ id });
    return found.state === state;
  });
  return found as ResearchView;
}
async function planned(more: Partial<typeof budget> = {}): Promise<string> {
  const { id } = await ada.call.research.start({ question: 'Rates?', budget: { ...budget, ...more } });
  await reach(id, 'planned');
  return id;
}
async function done(more: Partial<typeof budget>): Promise<ResearchView> {
  const id = await planned(more);
  await ada.call.research.run({ id });
  return reach(id, 'done');
}
type ChatMessages = { role: string; content: string }[];
const requestedNotes = () =>
  new Set(model.requests.map(({ body }) => questionIn(body.messages as ChatMessages)).filter(Boolean));
/** The notes that the model received for the report. */
const hasReport = () =>
  model.requests
    .map(({ body }) => body.messages as ChatMessages)
    .find(([system]) => system?.content.includes('Write the report'))?.[1]?.content ?? '';

/** The same model without a price. */
function offerFree(): void {
  const { prices: _, ...free } = offerPriced(server.deps);
  server.deps.models.choose = async () => free;
}

describe('a question that the budget leaves open', () => {
  it('is named to the report as not researched', async () => {
    const { steps } = await done({ pages: 1 });
    expect(steps.map(({ question, state }) => [question, state])).toContainEqual([others[0], 'waiting']);
    expect(hasReport()).toContain(`## ${others[0]}\nThis question was not looked into`);
    expect(hasReport()).not.toContain(`## ${first}\nThis question was not looked into`);
  });
});

it('questions answered in parallel share the pages, and do not read more', async () => {
  const { used, steps } = await done({ pages: 2 });
  expect(used.pages).toBe(2);
  expect(steps.filter(({ state }) => state === 'waiting')).toHaveLength(2);
});

describe('a cost limit', () => {
  it('runs the first question alone to learn its cost, and starts no other that would exceed it', async () => {
    const { used, steps } = await done({ usd: '6.00' });
    expect([...requestedNotes()]).toEqual([first]);
    expect(Number(used.cost)).toBeLessThanOrEqual(6);
    expect(steps.filter(({ state }) => state === 'waiting').map(({ question }) => question)).toEqual(others);
  });

  it('that is high enough skips no question', async () => {
    const { used, budget: limit } = await done({ usd: '100.00' });
    expect(Number(limit.usd)).toBe(100);
    expect(requestedNotes()).toEqual(new Set(questions));
    // The plan, three requests for each question, and the review.
    expect(Number(used.cost)).toBe(14);
  });

  it('is rejected if the model has no price', async () => {
    const id = await planned();
    offerFree();
    const started = ada.call.research.start({ question: 'Rates?', budget: { ...budget, usd: '1.00' } });
    await expect(started).rejects.toThrow(noPrice);
    await expect(ada.call.research.run({ id, budget: { ...budget, usd: '1.00' } })).rejects.toThrow(noPrice);
    await ada.call.research.run({ id });
    await reach(id, 'done');
  });

  it('ends a research run whose model has lost its price', async () => {
    const id = await planned({ usd: '50.00' });
    // Like the schedule, which does not check this.
    await server.deps.db.research.update({ where: { id }, data: { state: 'queued' } });
    offerFree();
    await server.deps.jobs.enqueue(runResearchJob, { researchId: id }, { key: id, userId: ada.user.id });
    expect((await reach(id, 'failed')).error).toBe(noPrice);
  });
});

it('pages of an interrupted run stay counted', async () => {
  const id = await planned({ pages: 5 });
  await server.deps.db.sql`
    UPDATE research_steps SET pages = 2, doing = 'Reading a page' WHERE research_id = ${id}::uuid AND question = ${first}`;
  await ada.call.research.run({ id });
  const { used } = await reach(id, 'done');
  expect(used.pages).toBe(5);
});

it('a request that is stopped in its last round costs what all of its rounds have used', async () => {
  const { db, jobs } = server.deps;
  const id = await planned();
  const { used: before } = await ada.call.research.get({ id });
  isHeld = true;
  try {
    await ada.call.research.run({ id, questions: [first] });
    await until(() => model.requests.some(isLastRound));
    await ada.call.research.stop({ id });
    await jobs.settled();
  } finally {
    isHeld = false;
    model.release();
  }
  const events = await db.usageEvent.findMany({
    where: { key: { startsWith: `research:${id}:` } },
    orderBy: { at: 'asc' },
  });
  expect(events.map(({ isEstimated, settledAt }) => [isEstimated, settledAt !== null])).toEqual([
    [false, true],
    [true, true],
  ]);
  // Two rounds as reported, and a third with at least the text of the first request.
  expect(events[1]?.inputTokens).toBeGreaterThan(120);
  const { used } = await ada.call.research.get({ id });
  expect(Number(used.cost) - Number(before.cost)).toBe(Number(events[1]?.cost));
});
