/** Answers about the portfolio from a connected model, from the message to the stored answer. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import type { ModelScript } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage } from '~/shared/schemas/messages';
import { bookTools } from './book-tools';
import { Figures } from './figures';

let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
});
afterAll(() => model.close());

const asOf = new Date('2026-11-20T21:00:00Z');
const note = '(as of 20 Nov 2026, 21:00 UTC, Yahoo Finance)';

describe.each(['responses', 'chat'] as const)('through the %s API', (api) => {
  let server: TestServer;
  let admin: TestUser;

  beforeAll(async () => {
    const settings = { apiKey: 'none', baseUrl: model.baseUrl, model: 'm', api };
    server = await startTestServer({ model: createOpenAiModel(settings) });
    admin = await signUp(server.deps, { isAdmin: true });
    const { db } = server.deps;
    await db.stockPriceCache.createMany({
      data: [
        { ticker: 'TSLA', latestPrice: '250.10', marketTime: asOf, source: 'Yahoo Finance' },
        { ticker: 'GOOGL', latestPrice: '180.00', marketTime: asOf, source: 'Yahoo Finance' },
        { ticker: 'AAPL', latestPrice: '300.00', marketTime: asOf, source: 'Yahoo Finance' },
      ],
    });
    await db.stockSplit.create({
      data: { ticker: 'GOOGL', day: new Date('2022-07-18'), numerator: 20, denominator: 1, source: 'Yahoo Finance' },
    });
    const add = (name: string, ticker: string, avgEntryPrice: string, day: string) =>
      admin.call.positions.add({ name, ticker, avgEntryPrice, purchaseDate: `${day}T00:00:00.000Z` });
    await add('Tesla', 'TSLA', '180.25', '2024-01-02');
    await add('Alphabet', 'GOOGL', '2000.00', '2022-01-03');
    await add('Alibaba', 'BABA', '100.00', '2024-01-02');
    const closes = [
      ['2023-12-29', '100'],
      ['2024-01-02', '100'],
      ['2024-01-03', '110'],
      ['2024-01-04', '121'],
    ].flatMap(([day = '', close = '']) =>
      ['TSLA', 'SPY'].map((ticker) => ({
        ticker,
        day: new Date(day),
        close: ticker === 'SPY' ? '400' : close,
        splitsThrough: new Date('2026-01-01'),
      })),
    );
    await db.stockDailyClose.createMany({ data: closes });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    (model.requests as unknown[]).length = 0;
  });

  /** The tool results sent to the model for the answer, if `later` requests have followed. */
  const given = (later = 0) => {
    const body = model.requests.at(-1 - later)?.body;
    const said = (body?.input ?? body?.messages) as {
      type?: string;
      role?: string;
      output?: string;
      content?: string;
    }[];
    return said.flatMap(({ type, role, output, content }) =>
      type === 'function_call_output' ? JSON.parse(output ?? '') : role === 'tool' ? JSON.parse(content ?? '') : [],
    );
  };

  async function ask(content: string, ...scripts: ModelScript[]): Promise<ChatMessage> {
    model.queue(...scripts);
    const { conversation, assistantMessage } = await admin.call.messages.send({
      clientRequestId: randomUUID(),
      content,
    });
    let answer = assistantMessage;
    await until(async () => {
      const { items } = await admin.call.messages.list({ conversationId: conversation.id });
      answer = items.find(({ id }) => id === assistantMessage.id) ?? answer;
      return answer.metadata.processing === false;
    });
    return answer;
  }

  it('figures are filled in with their time and source, and cited', async () => {
    const answer = await ask(
      'How is Tesla doing?',
      { toolCalls: [{ name: 'get_positions', input: { tickers: ['tsla'] } }] },
      { text: 'Tesla was bought at [[fig:3]], is at [[fig:4]] and has gained [[fig:99]].' },
    );
    // The unknown figure leads to another request.
    expect(given(1)).toMatchObject([
      {
        book: { openPositions: 3, closedPositions: 0, averageGainPercent: { value: '59.38' } },
        positions: [
          {
            ticker: 'TSLA',
            boughtOn: { value: '2024-01-02', write: '[[fig:5]]' },
            weightPercent: { value: '33.33', write: '[[fig:6]]' },
            entryPrice: { value: '180.25' },
            latestPrice: { value: '250.10' },
            gainPercent: { value: '38.75' },
          },
        ],
      },
    ]);
    const references = given(1)[0].positions[0];
    const text = (name: string) => references[name].write;
    expect([text('entryPrice'), text('latestPrice'), text('gainPercent')]).toEqual([
      '[[fig:2]]',
      '[[fig:3]]',
      '[[fig:4]]',
    ]);
    expect(answer.content).toBe(`Tesla was bought at $250.10 ${note}, is at +38.75% and has gained [unknown figure].`);
    expect(answer.metadata).toMatchObject({
      status: 'complete',
      hasUnconfirmedFigures: true,
      isAboutInvestments: true,
      activities: [{ kind: 'book', label: 'Reading the positions', state: 'done' }],
    });
    const [citation] = answer.metadata.citations ?? [];
    expect(citation?.source).toBe('Prices of 20 Nov 2026, 21:00 UTC, Yahoo Finance');
    expect(answer.content.slice(citation?.start, citation?.end)).toBe(`$250.10 ${note}`);
    expect(answer.metadata.numSourcesUsed).toBeUndefined();
  });

  it('days and weights are references too, and each figure links to its position', async () => {
    const answer = await ask(
      'Tesla?',
      { toolCalls: [{ name: 'get_positions', input: { tickers: ['TSLA'] } }] },
      { text: 'Tesla was bought on [[fig:5]] and is [[fig:6]] of the portfolio.' },
    );
    expect(answer.content).toBe('Tesla was bought on 02 Jan 2024 and is 33.33% of the portfolio.');
    expect(answer.metadata).not.toHaveProperty('hasUnconfirmedFigures');
    const { open } = await admin.call.positions.list();
    const positionId = open.find(({ ticker }) => ticker === 'TSLA')?.id;
    expect(answer.metadata.confirmedFigures).toMatchObject([
      { ticker: 'TSLA', positionId },
      { ticker: 'TSLA', positionId },
    ]);
  });

  it('gains match the portfolio, adjusted for splits, and unknown prices are reported as unknown', async () => {
    await ask('Best?', { toolCalls: [{ name: 'get_positions', input: { order: 'best' } }] }, { text: 'Fine.' });
    const [{ positions }] = given();
    expect(
      positions.map(({ ticker, gainPercent }: never) => [ticker, (gainPercent as { value: string }).value]),
    ).toEqual([
      ['GOOGL', '80.00'],
      ['TSLA', '38.75'],
      ['BABA', undefined],
    ]);
    expect(positions[0]).toMatchObject({ sharesNowForSharesBought: '20/1' });
    expect(positions[2].gainPercent).toBe('unknown: no price is known');
  });

  it('a list of positions takes a part of the window, and says how many are missing', async () => {
    const [positions] = bookTools(server.deps, new Figures(), 8).list;
    const result = await positions?.run({}, new AbortController().signal);
    const { positions: listed, notShown } = JSON.parse(String(result));
    expect(listed).toHaveLength(1);
    expect(notShown).toBe(2);
  });

  it('quotes are returned for any known stock, and for no unknown one', async () => {
    const answer = await ask(
      'Apple and Nothing?',
      { toolCalls: [{ name: 'get_quote', input: { tickers: ['aapl', 'NOPE'] } }] },
      { text: 'Apple is at $[[fig:1]].' },
    );
    expect(given()).toMatchObject([
      {
        quotes: [
          { ticker: 'AAPL', price: { value: '300.00' } },
          { ticker: 'NOPE', error: expect.stringMatching(/No price/) },
        ],
      },
    ]);
    expect(answer.content).toBe(`Apple is at $300.00 ${note}.`);
    expect(answer.metadata).toMatchObject({ activities: [{ label: 'Looking up AAPL, NOPE' }] });
    expect(answer.metadata).not.toHaveProperty('hasUnconfirmedFigures');
  });

  it('performance is returned with the benchmark', async () => {
    const answer = await ask(
      'How does the book perform?',
      {
        toolCalls: [
          { name: 'get_performance', input: {} },
          { name: 'get_performance', input: { since: '2024-01-03' } },
        ],
      },
      { text: 'The book: [[fig:1]]%; SPY: [[fig:2]].' },
    );
    const [whole, since] = given();
    expect(whole).toMatchObject({ to: '2024-01-04', spyPercent: { value: '0.00' }, method: expect.any(String) });
    expect(whole.verified).toMatch(/^none: /);
    expect(since).toMatchObject({ from: '2024-01-03', bookPercent: { value: '10.00' } });
    expect(answer.metadata.confirmedFigures).toMatchObject([{ isOfTrackRecord: true }, { isOfTrackRecord: true }]);
    expect(answer.content).toMatch(
      /^The book: [+-]\d+\.\d\d% \(as stated, \d{4}-\d\d-\d\d to 2024-01-04\); SPY: \+0\.00%\.$/,
    );
  });

  it('invalid arguments return an error message', async () => {
    await ask(
      '?',
      {
        toolCalls: [
          { name: 'get_quote', input: { tickers: [] } },
          { name: 'get_quote', input: { tickers: 'TSLA' } },
          { name: 'get_positions', input: { status: 'sold' } },
          { name: 'get_performance', input: { since: 'yesterday' } },
          { name: 'get_quote', input: { tickers: ["'; DROP TABLE users; --"] } },
        ],
      },
      { text: 'Sorry.' },
    );
    expect(given()).toEqual([
      { error: 'name a ticker' },
      { error: 'tickers must be a list' },
      { error: 'status must be open, closed or all' },
      { error: 'since must be a day like 2024-03-05' },
      { error: 'a ticker looks like TSLA' },
    ]);
  });

  it('a price or gain typed by the model is flagged, other numbers are not', async () => {
    expect((await ask('Tesla?', { text: 'Tesla is at $1,234.' })).metadata).toMatchObject({
      hasUnconfirmedFigures: true,
      isAboutInvestments: true,
    });
    expect((await ask('Tesla?', { text: 'Tesla is up 41%.' })).metadata).toMatchObject({ hasUnconfirmedFigures: true });
    const { metadata } = await ask('How warm is it?', { text: 'Rather warm.' });
    expect(metadata).not.toHaveProperty('hasUnconfirmedFigures');
    expect(metadata).not.toHaveProperty('isAboutInvestments');
  });

  it('readers never see a partial reference, and offsets stay correct', async () => {
    const pieces = ['Tesla: [', '[fi', 'g:', '3', ']', ']', '% – as ', 'the source says.'];
    model.queue(
      { toolCalls: [{ name: 'get_positions', input: { tickers: ['TSLA'] } }] },
      { text: pieces, delayMs: 15, citations: [{ url: 'https://example.com/a', start: 23, end: 39 }] },
    );
    const { conversation, assistantMessage } = await admin.call.messages.send({
      clientRequestId: randomUUID(),
      content: 'Tesla?',
    });
    const events: ConversationEvent[] = [];
    const watched = await admin.call.messages.watch({ conversationId: conversation.id });
    for await (const tracked of watched as AsyncIterable<[string, ConversationEvent]>) {
      events.push(tracked[1]);
      if (tracked[1].type === 'finished' && tracked[1].messageId === assistantMessage.id) break;
    }
    let seen = '';
    for (const event of events) {
      if (event.type !== 'text') continue;
      expect(event.at).toBe(seen.length);
      seen += event.text;
      expect(seen).not.toMatch(/\[|fig/);
    }
    const finished = events.find((event) => event.type === 'finished')?.message;
    expect(seen).toBe(finished?.content);
    expect(seen).toBe(`Tesla: $250.10 ${note}% – as the source says.`);
    const web = finished?.metadata.citations?.find(({ url }) => url);
    expect(seen.slice(web?.start, web?.end)).toBe('the source says.');
    expect(events.some((event) => event.type === 'progress' && event.activities[0]?.kind === 'book')).toBe(true);
  });

  it('a stopped or failed answer keeps its visible text, without partial references', async () => {
    const failed = await ask(
      'Tesla?',
      { toolCalls: [{ name: 'get_positions', input: { tickers: ['TSLA'] } }] },
      { text: ['At [[fig:3]]', ' or [[fi'], fault: { kind: 'cut', afterTokens: 2 } },
    );
    expect(failed.content).toBe(`At $250.10 ${note} or `);
    expect(failed.metadata).toMatchObject({ status: 'failed', isAboutInvestments: true });
  });

  it('days are those of New York, as on the page and in the track record', async () => {
    const { db } = server.deps;
    const prices = { avgEntryPrice: '4.00', closePrice: '5.00' };
    // At nine in the evening there.
    const dates = { purchaseDate: new Date('2024-01-02'), closeDate: new Date('2026-11-24T02:00:00Z') };
    const { id } = await db.investmentPosition.create({
      data: { userId: admin.user.id, name: 'Nokia', ticker: 'NOK', status: 'closed', ...prices, ...dates },
    });
    const answer = await ask(
      'When was Nokia sold?',
      { toolCalls: [{ name: 'get_positions', input: { status: 'closed' } }] },
      { text: 'Nokia was sold on [[fig:7]].' },
    );
    await db.investmentPosition.delete({ where: { id } });
    expect(given()[0].positions[0].closedOn).toEqual({ value: '2026-11-23', write: '[[fig:7]]' });
    expect(answer.content).toBe('Nokia was sold on 23 Nov 2026.');
    expect(answer.metadata.confirmedFigures).toMatchObject([{ ticker: 'NOK', positionId: id }]);
  });

  // Last, because the endpoint then counts as one whose prompt opens the thought.
  it('figures stay at their places if the text before them turns out to be a thought', async () => {
    const thought = `They ask about Tesla and Alibaba. ${'I need the positions. '.repeat(20)}\n`;
    const answer = await ask(
      'How are Tesla and Alibaba doing?',
      {
        text: [thought, '</think>\n'],
        toolCalls: [{ name: 'get_positions', input: { tickers: ['TSLA'] } }],
      },
      { text: 'Tesla was bought at [[fig:2]] and has gained [[fig:4]]. Alibaba has gained 41%.' },
    );
    const { content, metadata } = answer;
    expect(content).toBe(`Tesla was bought at $180.25 and has gained +38.75% ${note}. Alibaba has gained 41%.`);
    expect(metadata.reasoning?.text).toBe(thought.trim());
    const shown = (ranges: readonly { start: number; end: number }[] = []) =>
      ranges.map(({ start, end }) => content.slice(start, end));
    expect(shown(metadata.confirmedFigures)).toEqual(['$180.25', `+38.75% ${note}`]);
    expect(metadata.unconfirmedFigures).toMatchObject([{ text: '41%' }]);
    expect(shown(metadata.unconfirmedFigures)).toEqual(['41%']);
    // The correction names the wrong figure, and contains the others as references.
    const correction = JSON.stringify(model.requests.at(-1)?.body);
    expect(correction).toContain('Tesla was bought at [[fig:2]] and has gained [[fig:4]]. Alibaba has gained 41%.');
  });
});
