import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelScript } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { ask, collect, countIdleSockets, textOf } from './contract-suite';
import { createOpenAiModel } from './openai';
import { type ModelEvent, type ModelTool, ToolError } from './types';

let server: ModelServer;
let asked: unknown[] = [];
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
});

const tool = (name: string, run: ModelTool['run']): ModelTool => ({
  name,
  description: `Tells the ${name}.`,
  parameters: { type: 'object', properties: { place: { type: 'string' } } },
  activity: (input) => ({
    kind: 'book',
    label: `Asking for ${name} ${(input as { place?: string }).place ?? ''}`.trim(),
  }),
  run: (input, signal) => {
    asked.push(input);
    return run(input, signal);
  },
});
const tools = {
  list: [
    tool('weather', async (input) => `{"weather":"rain in ${(input as { place?: string }).place}"}`),
    tool('refusing', async () => {
      throw new ToolError('Name a place.');
    }),
    tool('failing', async () => {
      throw new Error('secret of the database');
    }),
    tool('waiting', () => new Promise<string>(() => {})),
  ],
  instructions: 'Use the tools.',
};

describe.each(['responses', 'chat'] as const)('tools through the %s API', (api) => {
  const createModel = (model = 'm') => createOpenAiModel({ apiKey: 'none', baseUrl: server.baseUrl, model, api });
  const stream = (model = createModel(), signal = new AbortController().signal) =>
    model.stream({ ...ask('How is the weather?'), tools }, signal);
  const answer = (...scripts: ModelScript[]) => {
    server.queue(...scripts);
    return collect(stream());
  };
  const activities = (events: ModelEvent[]) =>
    events.flatMap((event) => (event.type === 'activity' ? `${event.activity.label}: ${event.activity.state}` : []));
  /** The results of the previous round, as the endpoint received them. */
  const results = (request = server.requests.at(-1)): string[] => {
    const said = (request?.body.input ?? request?.body.messages) as Record<string, string>[];
    return said.flatMap(({ type, role, output, content }) =>
      type === 'function_call_output' ? (output ?? '') : role === 'tool' ? (content ?? '') : [],
    );
  };

  it('are offered with their schema and instructions, and not if there are none', async () => {
    await answer({ text: 'Fine.' });
    const body = server.requests.at(-1)?.body as { tools: object[]; input?: object[]; messages?: object[] };
    const offered = { name: 'weather', description: 'Tells the weather.', parameters: { type: 'object' } };
    expect(body.tools[0]).toMatchObject(api === 'responses' ? { type: 'function', ...offered } : { function: offered });
    expect((body.input ?? body.messages)?.[0]).toMatchObject({ content: 'You are an analyst.\nUse the tools.' });
    server.queue({ text: 'Fine.' });
    await collect(createModel().stream(ask('Hello'), new AbortController().signal));
    expect(server.requests.at(-1)?.body).not.toHaveProperty('tools');
  });

  it('have their instructions between the rules and what the user wishes in all conversations', async () => {
    const wishes = { personalization: 'Answer in German.' };
    server.queue({ text: 'Fine.' }, { text: 'Fine.' });
    const { signal } = new AbortController();
    await collect(createModel().stream({ ...ask('Hello'), tools, ...wishes }, signal));
    await collect(createModel().stream({ ...ask('Hello'), ...wishes }, signal));
    const prompts = server.requests.slice(-2).map(({ body }) => (body.input ?? body.messages) as { content: string }[]);
    expect(prompts.map(([system]) => system?.content)).toEqual([
      'You are an analyst.\nUse the tools.\n\nAnswer in German.',
      'You are an analyst.\n\nAnswer in German.',
    ]);
  });

  it('run, are reported while they run, and their results are used in the answer', async () => {
    const events = await answer(
      { text: 'Let me see.', toolCalls: [{ name: 'weather', input: { place: 'Bern' } }] },
      { text: 'It rains in Bern.', citations: [{ url: 'https://example.com', start: 0, end: 8 }] },
    );
    expect(asked).toEqual([{ place: 'Bern' }]);
    expect(results()).toEqual(['{"weather":"rain in Bern"}']);
    expect(textOf(events)).toBe('Let me see.\n\nIt rains in Bern.');
    expect(activities(events)).toEqual(['Asking for weather Bern: running', 'Asking for weather Bern: done']);
    expect(events.filter(({ type }) => type === 'done')).toHaveLength(1);
    // Offsets count from the start of the whole answer, and tokens are added up.
    expect(events.find(({ type }) => type === 'citation')).toMatchObject({ citation: { start: 13, end: 21 } });
    expect(events.filter(({ type }) => type === 'usage')).toEqual([
      { type: 'usage', usage: { inputTokens: 20, outputTokens: 7 } },
    ]);
    const said = (server.requests.at(-1)?.body.input ?? server.requests.at(-1)?.body.messages) as object[];
    expect(said.slice(2)).toMatchObject(
      api === 'responses'
        ? [
            { role: 'assistant', content: 'Let me see.' },
            { type: 'function_call', call_id: 'call_0', name: 'weather', arguments: '{"place":"Bern"}' },
            { type: 'function_call_output', call_id: 'call_0' },
          ]
        : [
            {
              role: 'assistant',
              content: 'Let me see.',
              tool_calls: [{ id: 'call_0', function: { name: 'weather' } }],
            },
            { role: 'tool', tool_call_id: 'call_0' },
          ],
    );
  });

  it('run concurrently within a round, over several rounds', async () => {
    const events = await answer(
      { toolCalls: ['Bern', 'Rome', 'Bern'].map((place) => ({ name: 'weather', input: { place } })) },
      { toolCalls: [{ name: 'weather', input: { place: 'Oslo' } }] },
      { text: 'It rains.' },
    );
    expect(asked).toHaveLength(4);
    expect(results()).toEqual(['Bern', 'Rome', 'Bern', 'Oslo'].map((place) => `{"weather":"rain in ${place}"}`));
    expect(textOf(events)).toBe('It rains.');
    expect(activities(events).filter((line) => line.endsWith('running'))).toHaveLength(3);
  });

  it('that are unknown, called with invalid input or failing return a message to the model, and the answer continues', async () => {
    const events = await answer(
      {
        toolCalls: [
          { name: 'stocks' },
          { name: 'weather', input: '{"place": "Be' },
          { name: 'refusing' },
          { name: 'failing' },
          { name: 'weather', input: '' },
        ],
      },
      { text: 'I could not find out.' },
    );
    expect(results().map((result) => JSON.parse(result))).toEqual([
      { error: 'Unknown tool. The tools are: weather, refusing, failing, waiting.' },
      { error: 'The arguments are not JSON.' },
      { error: 'Name a place.' },
      { error: 'It could not be read just now.' },
      { weather: 'rain in undefined' },
    ]);
    expect(textOf(events)).toBe('I could not find out.');
    // vLLM rejects a request with a call whose input is not an object: https://github.com/vllm-project/vllm/issues/43995
    const inputs = JSON.stringify(server.requests.at(-1)?.body).match(/"arguments":"(?:\\.|[^"\\])*"/g) ?? [];
    expect(inputs.map((input) => JSON.parse(`{${input}}`).arguments)).toEqual(['{}', '{}', '{}', '{}', '{}']);
  });

  it.each(['[]', '3', '"Bern"'])('with %s as input are sent back with an object', async (input) => {
    await answer({ toolCalls: [{ name: 'weather', input }] }, { text: 'I could not find out.' });
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('"arguments":"{}"');
  });

  it('are rejected above eight calls per round', async () => {
    await answer(
      { toolCalls: Array.from({ length: 9 }, () => ({ name: 'weather', input: { place: 'X' } })) },
      { text: '.' },
    );
    expect(results().at(-1)).toContain('At most 8 calls');
    expect(asked).toHaveLength(8);
  });

  it('end after six rounds: the model must answer, and fails with a message if it does not', async () => {
    const call: ModelScript = { toolCalls: [{ name: 'weather', input: { place: 'Bern' } }] };
    const events = await answer(call, call, call, call, call, call, { text: 'It rains.' });
    expect(textOf(events)).toBe('It rains.');
    expect(server.requests.at(-2)?.body).toHaveProperty('tools');
    // The request has no tools and no calls; their results are part of the conversation.
    const last = server.requests.at(-1)?.body ?? {};
    expect(last).not.toHaveProperty('tools');
    const said = (last.input ?? last.messages) as { role: string; content: string }[];
    expect(said.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(said[0]?.content).toContain('Use the tools.');
    expect(said[0]?.content).toContain('The tools can no longer be called');
    expect(said.at(-1)?.content).toContain('weather({"place":"Bern"}): {"weather":"rain in Bern"}');
    const before = server.requests.length;
    await expect(answer(call, call, call, call, call, call, call)).rejects.toMatchObject({
      name: 'ModelError',
      code: 'bad_answer',
    });
    expect(server.requests.length - before).toBe(7);
  });

  it('are not sent to an endpoint without tool calls', async () => {
    const body = JSON.stringify({ error: { message: 'registry.ollama.ai/library/phi does not support tools' } });
    const model = createModel('without-tools');
    server.queue({ fault: { kind: 'status', status: 400, body } }, { text: 'Fine.' }, { text: 'Fine.' });
    expect(textOf(await collect(stream(model)))).toBe('Fine.');
    expect(server.requests.at(-1)?.body).not.toHaveProperty('tools');
    const before = server.requests.length;
    await collect(stream(model));
    expect(server.requests.length).toBe(before + 1);
    await expect(answer({ fault: { kind: 'status', status: 400 } })).rejects.toMatchObject({ code: 'refused' });
  });

  it('do not prevent retries of a round', async () => {
    const events = await answer(
      { text: 'One moment.', toolCalls: [{ name: 'weather', input: { place: 'Bern' } }] },
      { fault: { kind: 'status', status: 503 } },
      { text: 'It rains.' },
    );
    expect(textOf(events)).toBe('One moment.\n\nIt rains.');
    expect(asked).toHaveLength(1);
  });

  it('are canceled if the user stops the answer', async () => {
    const abort = new AbortController();
    server.queue({ toolCalls: [{ name: 'waiting' }] });
    const events: ModelEvent[] = [];
    for await (const event of stream(createModel(), abort.signal)) {
      events.push(event);
      if (event.type === 'activity') setImmediate(() => abort.abort());
    }
    expect(activities(events)).toEqual(['Asking for waiting: running']);
  });

  it.each<[string, ModelScript, (last: ModelEvent | undefined, idleSockets: number) => boolean, object | null]>([
    [
      'a tool',
      { toolCalls: [{ name: 'waiting' }] },
      (last) => last?.type === 'activity' && last.activity.label.includes('waiting'),
      null,
    ],
    [
      'a text',
      { text: 'It rains.', fault: { kind: 'hang', afterTokens: 1 } },
      (last) => last?.type === 'text' && last.text === 'It ',
      { text: 'It ', reasoning: '' },
    ],
    [
      'a thought',
      { text: ['<think>', 'It rains? ', 'Yes. '], fault: { kind: 'hang', afterTokens: 2 } },
      (last) => last?.type === 'reasoning',
      { text: '', reasoning: 'It rains? ' },
    ],
    [
      'the pause before a retry',
      { fault: { kind: 'status', status: 503, retryAfter: '9' } },
      (_, idle) => idle > 1,
      null,
    ],
  ])('report the usage of completed rounds if the answer is stopped during %s', async (_name, last, isDue, cutOff) => {
    const abort = new AbortController();
    const idleSockets = countIdleSockets();
    server.queue(
      { text: 'One moment.', toolCalls: [{ name: 'weather' }], usage: { inputTokens: 30, outputTokens: 3 } },
      { ...last, usage: { inputTokens: 50, outputTokens: 5 } },
    );
    const events: ModelEvent[] = [];
    const stopped = until(() => isDue(events.at(-1), idleSockets())).then(() => abort.abort());
    for await (const event of stream(createModel(), abort.signal)) events.push(event);
    await stopped;
    const total = last.toolCalls ? { inputTokens: 80, outputTokens: 8 } : { inputTokens: 30, outputTokens: 3 };
    expect(events.at(-1)).toEqual({ type: 'usage', usage: total, cutOff });
  });
});

it('accept calls without index and id, as some chat endpoints send them', async () => {
  const model = createOpenAiModel({ apiKey: 'none', baseUrl: server.baseUrl, model: 'm', api: 'chat' });
  server.queue(
    { toolCalls: ['Bern', 'Rome'].map((place) => ({ name: 'weather', input: { place }, hasId: false })) },
    { text: 'It rains.' },
  );
  await collect(model.stream({ ...ask('?'), tools }, new AbortController().signal));
  expect(asked).toEqual([{ place: 'Bern' }, { place: 'Rome' }]);
  const said = server.requests.at(-1)?.body.messages as { tool_call_id?: string }[];
  expect(said.slice(-2).map(({ tool_call_id }) => tool_call_id)).toEqual(['call00000', 'call00001']);
});
