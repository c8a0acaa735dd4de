/** Research from the request to the checked report, by a scripted model over a scripted search and sites. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import { smallestLimits } from '~/server/providers/llm/types';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { questionIn, researchAnswers } from '~/server/testing/fakes/research-model';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ResearchState } from '~/shared/research-states';
import type { ChatMessage } from '~/shared/schemas/messages';
import type { ResearchView } from '~/shared/schemas/research';

const deposit = 'What is the deposit rate?';
const lending = 'What is the lending rate?';
const gap = 'What did the rates change to?';

let model: ModelServer;
let search: SearchServer;
let site: SiteServer;
let server: TestServer;
let ada: TestUser;
const page = (path: string) => `${site.origin}${path}`;
/** Recently read pages are not read again, so each test has its own. */
let round = 0;
let pauseReportAfter: number | undefined;
const pathOf = (question: string) =>
  `/${round}${{ [deposit]: '/deposit', [lending]: '/lending' }[question] ?? '/change'}`;

const connect = (abilities = {}) =>
  createOpenAiModel({ apiKey: 'none', baseUrl: model.baseUrl, model: 'm', api: 'chat', abilities });
const settings = () => ({ SEARXNG_URL: search.baseUrl, FETCH_ALLOW_PRIVATE: site.host });

beforeAll(async () => {
  [search, site] = await Promise.all([startSearchServer(), startSite()]);
  const script = researchAnswers({
    plan: [deposit, lending],
    note: (question) => ({
      url: page(pathOf(question)),
      text: `${question} See [[1]](${page(pathOf(question))}).`,
    }),
    review: `They agree.\n- ${gap}`,
    get pauseReportAfter() {
      return pauseReportAfter;
    },
    get report() {
      return `## Summary\nThe deposit rate is 2.00% [[1]](${page(pathOf(deposit))}).\n\n## What we could not confirm\nNothing.`;
    },
  });
  model = await startModelServer({ script });
  server = await startTestServer({ model: connect(), env: settings() });
  ada = await signUp(server.deps);
});
beforeEach(() => {
  round += 1;
  site.pages = {
    [pathOf(deposit)]: '<title>Deposit</title><article><p>The deposit rate is 2.00% from 1 January 2026.</p></article>',
    [pathOf(lending)]: '<title>Lending</title><article><p>The lending rate is 2.40% from 1 January 2026.</p></article>',
    [pathOf(gap)]: '<title>Change</title><article><p>The rates were left as they are.</p></article>',
  };
  search.serve(...Object.keys(site.pages).map((path) => ({ url: page(path), title: path, content: 'Rates' })));
});
afterEach(() => {
  (model.requests as unknown[]).length = 0;
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), search.close(), site.close()]);
});

async function reach(user: TestUser, id: string, state: ResearchState): Promise<ResearchView> {
  let found: ResearchView | undefined;
  await until(async () => {
    found = await user.call.research.get({ id });
    return found.state === state;
  });
  return found as ResearchView;
}
const budget = { minutes: 5, pages: 10, usd: null };
async function planned(user: TestUser, more = {}): Promise<ResearchView> {
  const { id } = await user.call.research.start({ question: 'Where do the key rates stand?', budget, ...more });
  return reach(user, id, 'planned');
}
const askedFor = (words: string) =>
  model.requests.filter(({ body }) => JSON.stringify((body.messages as unknown[])[0]).includes(words));
const notesAskedFor = () =>
  new Set(model.requests.map(({ body }) => questionIn(body.messages as { role: string; content: string }[])));

describe('a research', () => {
  it('plans, reads, reviews and writes a report whose sources are checked', async () => {
    const plan = await planned(ada);
    expect(plan.steps.map(({ question, state }) => [question, state])).toEqual([
      [deposit, 'waiting'],
      [lending, 'waiting'],
    ]);
    await ada.call.research.run({ id: plan.id });
    const done = await reach(ada, plan.id, 'done');
    expect(done.steps.map(({ question, kind, state, pages }) => [question, kind, state, pages])).toEqual([
      [deposit, 'question', 'done', 1],
      [lending, 'question', 'done', 1],
      ['Contradictions and gaps', 'review', 'done', 0],
      [gap, 'gap', 'done', 1],
    ]);
    expect(done.used.pages).toBe(3);
    expect(done.used.inputTokens).toBeGreaterThan(0);
    const { items } = await ada.call.messages.list({ conversationId: done.conversationId });
    expect(items.map(({ role, content }) => [role, content.split('\n')[0]])).toEqual([
      ['user', 'Where do the key rates stand?'],
      ['assistant', '## Summary'],
    ]);
    const report = items[1] as ChatMessage;
    expect(report).toMatchObject({ id: done.messageId, metadata: { researchId: done.id, status: 'complete' } });
    expect(report.metadata.citations).toMatchObject([{ url: page(pathOf(deposit)), title: 'Deposit' }]);
    await until(async () => {
      const [, checked] = (await ada.call.messages.list({ conversationId: done.conversationId })).items;
      return checked?.metadata.citations?.[0]?.check?.verdict === 'quote';
    });
    const usage = await server.deps.db.sql<{ count: number }>`
      SELECT count(*)::int AS count FROM usage_events WHERE user_id = ${ada.user.id}::uuid AND purpose = 'research'`;
    expect(usage[0]?.count).toBeGreaterThanOrEqual(5);
  });

  it('in a conversation knows what was said before, and its report follows the custom instructions', async () => {
    const bob = await signUp(server.deps);
    await bob.call.account.saveInstructions({ instructions: 'Answer in rhymes.' });
    const { id: conversationId } = await bob.call.conversations.create({});
    for (const [role, content] of [
      ['user', 'How does ASML earn its money?'],
      ['assistant', 'It sells lithography machines.'],
    ] as const)
      await server.deps.db.message.create({ data: { conversationId, role, content } });
    const { id } = await planned(bob, { conversationId });
    const [plan] = askedFor('Plan the research');
    expect(JSON.stringify(plan?.body.messages)).toMatch(
      /understood without the conversation.*ASML earn its money.*lithography machines.*The request: Where do the key rates/s,
    );
    await bob.call.research.run({ id });
    await reach(bob, id, 'done');
    expect(JSON.stringify(askedFor('Write the report')[0]?.body.messages)).toContain('Answer in rhymes.');
    expect(JSON.stringify(askedFor('Answer one question'))).not.toContain('lithography');
    await planned(bob);
    expect(JSON.stringify(askedFor('Plan the research')[1]?.body.messages)).not.toContain('understood without');
  });

  it('in a long conversation in Chinese sends as much of it as fits', async () => {
    const { id: conversationId } = await ada.call.conversations.create({});
    for (const role of ['user', 'assistant', 'user', 'assistant', 'user', 'assistant'] as const)
      await server.deps.db.message.create({ data: { conversationId, role, content: '央行上调利率。'.repeat(400) } });
    await planned(ada, { conversationId });
    const [tokens = 0] = await countTokens([JSON.stringify(askedFor('Plan the research')[0]?.body.messages)]);
    expect(tokens).toBeGreaterThan(2000);
    expect(tokens).toBeLessThan(smallestLimits.contextTokens * 0.75);
  });

  it('follows the plan as changed by the user, and nothing else', async () => {
    const { id } = await planned(ada);
    await ada.call.research.run({ id, questions: [lending] });
    await expect(ada.call.research.run({ id, questions: [deposit] })).rejects.toThrow('The plan can only be changed');
    const done = await reach(ada, id, 'done');
    expect(done.steps.map(({ question }) => question)).toEqual([lending, 'Contradictions and gaps', gap]);
    expect(notesAskedFor().has(deposit)).toBe(false);
  });

  it('shows its current activity, and the position of others in the queue', async () => {
    const bob = await signUp(server.deps);
    const plans = await Promise.all([planned(ada), planned(ada), planned(ada), planned(ada), planned(bob)]);
    const [first, second, third, fourth, other] = plans.map(({ id }) => id) as [string, string, string, string, string];
    const waiting: (() => void)[] = [];
    site.pages[pathOf(deposit)] = (_request, response) => {
      waiting.push(() => response.setHeader('content-type', 'text/html').end('<p>The deposit rate is 2.00%.</p>'));
    };
    for (const id of [first, second]) await ada.call.research.run({ id, questions: [deposit] });
    await until(async () => (await ada.call.research.get({ id: second })).steps[0]?.doing === 'Reading 127.0.0.1');
    for (const id of [third, fourth]) await ada.call.research.run({ id, questions: [deposit] });
    expect((await ada.call.research.get({ id: fourth })).queuePlace).toBe(2);
    await bob.call.research.run({ id: other, questions: [deposit] });
    // Users take turns.
    expect((await bob.call.research.get({ id: other })).queuePlace).toBe(2);
    expect((await ada.call.research.get({ id: fourth })).queuePlace).toBe(3);
    expect((await ada.call.research.get({ id: first })).queuePlace).toBeNull();
    for (const id of [third, fourth]) await ada.call.research.stop({ id });
    await bob.call.research.stop({ id: other });
    site.pages[pathOf(deposit)] = '<p>The deposit rate is 2.00%.</p>';
    for (const send of waiting) send();
    const done = await reach(ada, second, 'done');
    expect(done).toMatchObject({ queuePlace: null, steps: [{ doing: null }, { doing: null }, { doing: null }] });
    await reach(ada, first, 'done');
  });

  it('stops at once, keeps its notes, and resumes after the last one', async () => {
    const { id } = await planned(ada);
    let waiting: (() => void) | undefined;
    site.pages[pathOf(lending)] = (_request, response) => {
      waiting = () => response.setHeader('content-type', 'text/html').end('<p>The lending rate is 2.40%.</p>');
    };
    await ada.call.research.run({ id });
    await until(async () => waiting !== undefined && (await ada.call.research.get({ id })).used.pages === 1);
    await ada.call.research.stop({ id });
    waiting?.();
    await server.deps.jobs.settled();
    const stopped = await ada.call.research.get({ id });
    expect(stopped.state).toBe('stopped');
    expect(stopped.steps.map(({ state }) => state)).toEqual(['done', 'waiting']);
    expect(stopped.steps[0]?.note).toContain(deposit);
    (model.requests as unknown[]).length = 0;
    site.pages[pathOf(lending)] = '<p>The lending rate is 2.40%.</p>';
    await ada.call.research.run({ id });
    await reach(ada, id, 'done');
    expect([...notesAskedFor()]).not.toContain(deposit);
    expect([...notesAskedFor()]).toContain(lending);
  });

  it('resumes after a stop with the budget set then', async () => {
    const { id } = await planned(ada, { budget: { ...budget, pages: 1 } });
    let waiting: (() => void) | undefined;
    site.pages[pathOf(deposit)] = (_request, response) => {
      waiting = () => response.setHeader('content-type', 'text/html').end('<p>The deposit rate is 2.00%.</p>');
    };
    await ada.call.research.run({ id });
    await until(() => waiting !== undefined);
    await ada.call.research.stop({ id });
    waiting?.();
    await server.deps.jobs.settled();
    site.pages[pathOf(deposit)] = '<p>The deposit rate is 2.00%.</p>';
    await ada.call.research.run({ id, budget: { minutes: 6, pages: 10, usd: null } });
    const done = await reach(ada, id, 'done');
    expect(done.budget).toEqual({ minutes: 6, pages: 10, usd: null });
    expect(done.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('rewrites its report when it resumes after a stop during the report', async () => {
    const { id, conversationId } = await planned(ada);
    pauseReportAfter = 3;
    try {
      await ada.call.research.run({ id });
      const lastText = async () => (await ada.call.messages.list({ conversationId })).items.at(-1);
      await until(async () => (await ada.call.research.get({ id })).state === 'writing');
      // Twice: the report written last counts, not the first one.
      for (const _ of [1, 2]) {
        await until(async () => {
          const said = await lastText();
          return said?.metadata.processing === true && said.content !== '';
        });
        // Known from the start, so that a report whose process is killed is not offered to be continued.
        expect((await lastText())?.metadata.researchId).toBe(id);
        await ada.call.research.stop({ id });
        await until(async () => (await lastText())?.metadata.status === 'stopped');
        await server.deps.jobs.settled();
        expect((await ada.call.research.get({ id })).state).toBe('stopped');
        if (_ === 2) pauseReportAfter = undefined;
        await ada.call.research.run({ id });
      }
      const { messageId } = await reach(ada, id, 'done');
      const report = await lastText();
      expect(report).toMatchObject({ id: messageId, metadata: { status: 'complete', researchId: id } });
      expect(report?.content).toContain('What we could not confirm');
    } finally {
      pauseReportAfter = undefined;
      model.release();
    }
  });

  it('reads no more pages than its budget allows', async () => {
    const { id } = await planned(ada, { budget: { ...budget, pages: 1 } });
    await ada.call.research.run({ id });
    const done = await reach(ada, id, 'done');
    expect(done.used.pages).toBe(1);
    expect(done.steps.filter(({ state }) => state === 'waiting').length).toBeGreaterThan(0);
  });

  it('fails with a clear message if no page answers anything, and can be continued', async () => {
    const { pages } = site;
    site.pages = {};
    const { id } = await planned(ada);
    await ada.call.research.run({ id });
    expect((await reach(ada, id, 'failed')).error).toBe('No page that answers any of the questions was found.');
    site.pages = pages;
    await ada.call.research.run({ id });
    const done = await reach(ada, id, 'done');
    expect(done.error).toBeNull();
    expect(done.steps.map(({ state, pages: read }) => [state, read])).toEqual([
      ['done', 1],
      ['done', 1],
      ['done', 0],
      ['done', 1],
    ]);
  });

  it('says that its budget was used up before a question was answered', async () => {
    const { id } = await planned(ada);
    await server.deps.db.research.update({ where: { id }, data: { milliseconds: budget.minutes * 60_000 } });
    await ada.call.research.run({ id });
    expect((await reach(ada, id, 'failed')).error).toBe(
      'The budget was used up before any question was answered. Change it to continue.',
    );
    await ada.call.research.run({ id, budget: { ...budget, minutes: 10 } });
    await reach(ada, id, 'done');
  });

  it('is deleted with its conversation', async () => {
    const { id, conversationId } = await planned(ada);
    await ada.call.conversations.delete({ conversationId });
    await expect(ada.call.research.get({ id })).rejects.toThrow('Research not found');
  });

  it('is limited to a few concurrent ones per user', async () => {
    const eve = await signUp(server.deps);
    const { id: conversationId } = await eve.call.conversations.create({});
    const row = { userId: eve.user.id, conversationId, question: '?', modelId: 'm', minutes: 1, pages: 1 };
    await server.deps.db.research.createMany({ data: Array.from({ length: 5 }, () => ({ ...row, state: 'queued' })) });
    await expect(eve.call.research.start({ question: 'One more?' })).rejects.toThrow('5 research runs in progress');
    const planned = await server.deps.db.research.create({ data: { ...row, state: 'planned' } });
    await expect(eve.call.research.run({ id: planned.id })).rejects.toThrow('5 research runs in progress');
    expect((await eve.call.research.get({ id: planned.id })).state).toBe('planned');
  });
});

it('concurrent requests of a user are counted one after another', async () => {
  // Its plans are not written before the test allows it.
  const other = await startTestServer({ model: createScriptedModel(), env: settings() });
  const eve = await signUp(other.deps);
  const starts = Array.from({ length: 8 }, (_, n) => eve.call.research.start({ question: `Question ${n}?` }));
  const started = (await Promise.allSettled(starts)).flatMap((start) =>
    start.status === 'fulfilled' ? start.value : [],
  );
  expect(started).toHaveLength(5);
  expect(await other.deps.db.research.count({ where: { userId: eve.user.id } })).toBe(5);
  for (const { id } of started) await eve.call.research.stop({ id });
  await other.close();
});

async function newestOf(conversationId: string): Promise<ChatMessage> {
  const { items } = await ada.call.messages.list({ conversationId });
  return items.at(-1) as ChatMessage;
}
/** Until the newest version of the report has text, and waits for `model.release()`. */
const writing = ({ conversationId }: ResearchView) =>
  until(async () => {
    const { content, metadata } = await newestOf(conversationId);
    return metadata.processing === true && content !== '';
  });

it('a report that is rewritten uses the same notes, and is the report of its research from then on', async () => {
  const { id } = await planned(ada);
  await ada.call.research.run({ id });
  const { messageId, conversationId, updatedAt } = await reach(ada, id, 'done');
  (model.requests as unknown[]).length = 0;
  await ada.call.messages.retry({ messageId: messageId ?? '' });
  await until(async () => (await ada.call.research.get({ id })).messageId !== messageId);
  const report = await newestOf(conversationId);
  expect(report.metadata).toMatchObject({ status: 'complete', researchId: id });
  // It has not ended again, so no page announces it.
  expect(await ada.call.research.get({ id })).toMatchObject({ state: 'done', messageId: report.id, updatedAt });
  expect(askedFor('Write the report')).toHaveLength(1);
  expect(askedFor('Answer one question')).toHaveLength(0);
});

describe('a report that was stopped and is written again by its user', () => {
  let stopped: ResearchView;
  const retry = () => ada.call.messages.retry({ messageId: stopped.messageId ?? '' });
  beforeEach(async () => {
    const plan = await planned(ada);
    pauseReportAfter = 3;
    await ada.call.research.run({ id: plan.id });
    await reach(ada, plan.id, 'writing');
    await writing(plan);
    stopped = await ada.call.research.stop({ id: plan.id });
    await server.deps.jobs.settled();
  });
  afterEach(() => {
    pauseReportAfter = undefined;
    model.release();
  });

  it('finishes its research, which no longer writes another one', async () => {
    const { id, conversationId } = stopped;
    pauseReportAfter = undefined;
    await retry();
    const { messageId, error } = await reach(ada, id, 'done');
    expect(error).toBeNull();
    expect(await newestOf(conversationId)).toMatchObject({ id: messageId, metadata: { status: 'complete' } });

    // As stored by earlier versions. The report needs no model any more.
    const before = { state: 'stopped', messageId: stopped.messageId, modelId: 'withdrawn' };
    await server.deps.db.research.update({ where: { id }, data: before });
    await ada.call.research.run({ id });
    expect(await reach(ada, id, 'done')).toMatchObject({ messageId });
    expect(askedFor('Write the report')).toHaveLength(2);
  });

  it('is awaited by its research that continues in the meantime', async () => {
    const { assistantMessage } = await retry();
    await writing(stopped);
    await ada.call.research.run({ id: stopped.id });
    expect((await reach(ada, stopped.id, 'writing')).messageId).toBe(assistantMessage.id);
    model.release();
    expect((await reach(ada, stopped.id, 'done')).messageId).toBe(assistantMessage.id);
    expect((await newestOf(stopped.conversationId)).metadata.status).toBe('complete');
    expect(askedFor('Write the report')).toHaveLength(2);
  });

  it('leaves its research stopped if it is stopped, too', async () => {
    const { assistantMessage } = await retry();
    await writing(stopped);
    await ada.call.messages.stop({ messageId: assistantMessage.id });
    await server.deps.jobs.settled();
    expect(await ada.call.research.get({ id: stopped.id })).toEqual(stopped);
    pauseReportAfter = undefined;
    await ada.call.research.run({ id: stopped.id });
    const { messageId } = await reach(ada, stopped.id, 'done');
    expect(await newestOf(stopped.conversationId)).toMatchObject({ id: messageId, metadata: { status: 'complete' } });
    expect(askedFor('Write the report')).toHaveLength(3);
  });
});

it('a model without tool calling receives the pages', async () => {
  const other = await startTestServer({ model: connect({ tools: false }), env: settings() });
  const bob = await signUp(other.deps);
  expect(await bob.call.models.list()).toMatchObject([{ canResearch: true, abilities: { webSearch: false } }]);
  const { id } = await planned(bob);
  await bob.call.research.run({ id });
  const done = await reach(bob, id, 'done');
  expect(done.steps.filter(({ kind }) => kind !== 'review').every(({ pages }) => pages > 0)).toBe(true);
  const [request] = askedFor('Answer one question');
  expect(request?.body.tools).toBeUndefined();
  expect(JSON.stringify(request?.body.messages)).toContain('The deposit rate is 2.00% from 1 January 2026.');
  await other.close();
});

it.each([
  ['no search provider is set up', { model: true }, 'Research needs the web.'],
  ['no model is connected', { model: false }, 'Research needs an AI model.'],
])('a research is rejected if %s', async (_name, { model: hasModel }, words) => {
  const other = await startTestServer(hasModel ? { model: connect() } : {});
  const bob = await signUp(other.deps);
  expect((await bob.call.models.list()).some(({ canResearch }) => canResearch)).toBe(false);
  await expect(bob.call.research.start({ question: 'Why?' })).rejects.toThrow(words);
  await other.close();
});
