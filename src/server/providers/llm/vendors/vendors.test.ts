/** Every vendor in every situation: what users see, what is stored, and what the vendor is sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestPart } from '~/server/providers/llm/endpoint-memory';
import type { ModelRequest, ModelTool } from '~/server/providers/llm/types';
import { allVendors } from './all-vendors';
import { rejectableParts } from './generic-rejections';
import { apiKey, question, VendorWorld } from './vendor-world';

let world: VendorWorld;
beforeAll(async () => {
  world = await VendorWorld.start();
});
afterAll(() => world.endpoint.close());

const parts = ['Growth ', 'slowed – ', 'überall. 📉'];
const text = parts.join('');
const called: unknown[] = [];
const quote: ModelTool = {
  name: 'get_quote',
  description: 'Returns the latest price.',
  parameters: { type: 'object', properties: { ticker: { type: 'string' } } },
  activity: (input) => ({ kind: 'book', label: `Price of ${(input as { ticker: string }).ticker}` }),
  run: async (input) => {
    called.push(input);
    return `{"price":"${(input as { ticker: string }).ticker}-1.00"}`;
  },
};
const tools = { list: [quote], instructions: 'Use the tools.' };
const image = { type: 'image/png', base64: 'iVBORw0KGgo=' };

/** A request with the part, which an endpoint can reject. */
const requestWith: Record<RequestPart, Partial<ModelRequest>> = {
  tools: { tools },
  images: { turns: [{ role: 'user', content: 'What is this?', images: [image] }] },
  temperature: { parameters: { temperature: 0.2 } },
  effort: { parameters: { effort: 'low' } },
  max_tokens: { parameters: { maxOutputTokens: 100 } },
  stream_options: {},
  system: {},
  streaming: {},
  hosted_search: {},
  hosted_collections: { hostedCollections: ['collection_1'] },
  summary: {},
  vendor_state: { tools },
};

/** Whether a request's body contains the part. */
const shows: Record<RequestPart, (body: string) => boolean> = {
  tools: (body) => body.includes('"name":"get_quote"'),
  images: (body) => body.includes('data:image/png'),
  temperature: (body) => body.includes('"temperature"'),
  effort: (body) => body.includes('effort"'),
  max_tokens: (body) => /"max_(completion_)?tokens"/.test(body),
  stream_options: (body) => body.includes('"stream_options"'),
  system: (body) => body.includes('"role":"system"'),
  streaming: (body) => body.includes('"stream":true'),
  hosted_search: (body) => body.includes('"web_search"'),
  hosted_collections: (body) => body.includes('"file_search"'),
  summary: (body) => body.includes('"summary"'),
  vendor_state: (body) => body.includes('"reasoning":"Look it up."'),
};

describe.each(allVendors.map((vendor) => [vendor.name, vendor] as const))('%s', (_name, vendor) => {
  const bodies = () => world.endpoint.requests.map(({ body }) => JSON.stringify(body));
  const ask = (replies: Parameters<VendorWorld['ask']>[1], more: Partial<ModelRequest> = {}) =>
    world.ask(world.model(vendor), replies, question(more));

  it('lists public sources for its script', () => {
    expect(vendor.sources.length).toBeGreaterThan(0);
    for (const source of vendor.sources) {
      const { protocol, hostname, pathname } = new URL(source);
      expect(protocol).toBe('https:');
      expect(hostname).toMatch(/\.[a-z]{2,}$/);
      expect(pathname.length).toBeGreaterThan(1);
    }
    expect(new Set(vendor.sources).size).toBe(vendor.sources.length);
  });

  it('streams an answer, which is shown and stored completely', async () => {
    const { content, error } = await ask([vendor.answer(parts)]);
    expect(error).toBeUndefined();
    expect(content).toBe(text);
  });

  it('reports its token usage, which is stored', async () => {
    expect((await ask([vendor.answer(parts)])).usage).toEqual(vendor.usage);
  });

  it('is requested at its own URL with the key', async () => {
    await ask([vendor.answer(parts)]);
    const [asked] = world.endpoint.requests;
    const { path, headers = {} } = { ...asked };
    const { pathname, search, host } = new URL(vendor.baseUrl);
    const end = vendor.api === 'chat' ? '/chat/completions' : '/responses';
    expect(path).toBe(`${pathname.replace(/\/$/, '')}${end}${search}`);
    expect(headers.host).toBe(host);
    expect([headers.authorization, headers['api-key']]).toContain(
      host.endsWith('azure.com') ? apiKey : `Bearer ${apiKey}`,
    );
  });

  it('calls a tool, which is shown as an activity and whose result is used in the answer', async () => {
    called.length = 0;
    const input = { ticker: 'AAPL' };
    const { content, activities, error } = await ask(
      [vendor.calls([{ name: 'get_quote', input }]), vendor.answer(parts)],
      {
        tools,
      },
    );
    expect(error).toBeUndefined();
    expect({ called, content, activities }).toEqual({
      called: [input],
      content: text,
      activities: expect.arrayContaining(['Price of AAPL']),
    });
    expect(bodies()[1]).toContain('AAPL-1.00');
  });

  it('calls two tools at once: both run, and each result belongs to its call', async () => {
    called.length = 0;
    const calls = ['AAPL', 'MSFT'].map((ticker) => ({ name: 'get_quote', input: { ticker } }));
    const { content } = await ask([vendor.calls(calls), vendor.answer(parts)], { tools });
    expect(called).toEqual(calls.map(({ input }) => input));
    expect(content).toBe(text);
    const sent = world.endpoint.requests[1]?.body;
    const said = (sent?.messages ?? sent?.input) as Record<string, unknown>[];
    const ids = said.flatMap(({ tool_calls, type, call_id }) =>
      tool_calls ? (tool_calls as { id: string }[]).map(({ id }) => id) : type === 'function_call' ? [call_id] : [],
    );
    const answered = said.flatMap(({ role, tool_call_id, type, call_id }) =>
      role === 'tool' ? [tool_call_id] : type === 'function_call_output' ? [call_id] : [],
    );
    expect(new Set(ids).size).toBe(2);
    expect(answered).toEqual(ids);
    if (vendor.vendorState) expect(said).toContainEqual(expect.objectContaining(deep(vendor.vendorState)));
  });

  const thinkers = vendor.thinks ? [vendor.thinks('They ask about growth.', parts)] : [];
  it.each(thinkers)('sends reasoning, which is stored separately and is not part of the answer', async (reply) => {
    const { content, reasoning } = await ask([reply]);
    expect({ content: content.trim(), reasoning: reasoning.trim() }).toEqual({
      content: text,
      reasoning: 'They ask about growth.',
    });
  });

  it('stops at the length limit: the text is kept, and the user sees the reason', async () => {
    const { content, error, usage } = await ask([vendor.endsBy('length', parts)]);
    expect(content).toBe(text);
    expect(error?.message).toBe('The answer reached the length limit of the AI model.');
    expect(usage).toEqual(vendor.usage);
  });

  it('stops because of the content filter: the text is kept, and the user sees the reason', async () => {
    const { content, error } = await ask([vendor.endsBy('filter', parts)]);
    expect(content).toBe(text);
    expect(error).toMatchObject({
      code: 'refused',
      message: 'The content filter of the AI model stopped this answer.',
    });
  });

  it.each<['length' | 'filter', string]>([
    ['length', 'The answer reached the length limit of the AI model.'],
    ['filter', 'The content filter of the AI model stopped this answer.'],
  ])('stops by its %s before the first token: the user sees the reason, without a retry', async (reason, words) => {
    const { content, error } = await ask([vendor.endsBy(reason, [])]);
    expect({ content, message: error?.message }).toEqual({ content: '', message: words });
    expect(world.endpoint.requests).toHaveLength(1);
  });

  const filters = vendor.filters ? [vendor.filters] : [];
  it.each(filters)('rejects a message by its content filter: the user sees the reason', async (reply) => {
    const { error } = await ask([reply]);
    expect(error?.message).toBe('The content filter of the AI model stopped this answer.');
    expect(world.endpoint.requests).toHaveLength(1);
  });

  it('limits requests briefly: the answer follows after a short wait', async () => {
    const { content } = await ask([vendor.busy('0'), vendor.answer(parts)]);
    expect(content).toBe(text);
  });

  it('limits requests for long: the user sees how long to wait', async () => {
    const { error } = await ask([vendor.busy('45')]);
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 45 });
    expect(error?.message).toBe('The AI model is receiving too many requests. Try again in 45 s.');
    expect(world.endpoint.requests).toHaveLength(1);
  });

  it('limits requests without Retry-After: three attempts, or one if the message names the wait', async () => {
    const { error } = await ask([vendor.busy()]);
    expect(error?.code).toBe('rate_limited');
    expect(error?.message).toMatch(/^The AI model is receiving too many requests\. Try again in /);
    expect(error?.retryAfterSeconds).toBe(vendor.busyFor);
    expect(world.endpoint.requests).toHaveLength(vendor.busyFor === undefined ? 3 : 1);
  });

  it('reports that the conversation is too long: it is shortened and sent again', async () => {
    const history = Array.from({ length: 8 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Turn ${index} ${'word '.repeat(50)}`,
    }));
    const turns = [...history, { role: 'user' as const, content: 'And now?' }];
    const { content, activities } = await ask([vendor.tooLong, vendor.tooLong, vendor.answer(parts)], { turns });
    expect(content).toBe(text);
    expect(activities).toEqual(
      expect.arrayContaining(['Older messages and parts of files left out to fit this AI model']),
    );
    const lengths = bodies().map(({ length }) => length);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    expect(bodies()[2]).toContain('And now?');
  });

  it('reports that the message itself is too long: the user sees what to do', async () => {
    const { error } = await ask([vendor.tooLong]);
    expect(error?.code).toBe('too_long');
    expect(error?.message).toContain('Shorten the message or remove files.');
  });

  it('rejects the key: administrators see the reason, users see whom to ask, and the key appears nowhere', async () => {
    const { error } = await ask([vendor.badKey]);
    expect(error).toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('contact your administrator'),
    });
    expect(`${error?.message} ${error?.reason} ${error?.hint}`).not.toContain(apiKey);
    expect(world.endpoint.requests).toHaveLength(1);
  });

  it('is down briefly: the next attempt returns the answer', async () => {
    expect((await ask([vendor.down, vendor.answer(parts)])).content).toBe(text);
  });

  it('is down: fails after three attempts and offers a retry', async () => {
    const { error, content } = await ask([vendor.down]);
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Try again') });
    expect(content).toBe('');
    expect(world.endpoint.requests).toHaveLength(3);
    const body = vendor.down.body.join('');
    // HTML pages are not shown as a reason.
    if (body.startsWith('<')) return expect(error?.reason ?? '').toBe('');
    expect(error?.reason).toMatch(/\w/);
    expect(body).toContain(error?.reason);
  });

  it('fails in the middle of an answer: the text is kept, and the reason is logged but not shown', async () => {
    const { content, error } = await ask([vendor.failsAfter(parts)]);
    expect(content).toBe(text);
    expect(error?.code).toBe('unavailable');
    expect(error?.reason ?? '').toBe(vendor.failure);
    if (vendor.failure) expect(error?.message).not.toContain(vendor.failure);
  });

  it('times out before the first token: the user sees the time limit', async () => {
    const silent = { ...vendor.answer([]), body: [], after: 'silence' as const };
    const model = world.model(vendor, { firstByteTimeoutMs: 60 });
    const { error } = await world.ask(model, [silent]);
    expect(error).toMatchObject({ code: 'timed_out', message: 'The AI model sent nothing for 1 s. Try again.' });
  });

  it('times out in the middle of an answer: the text is kept', async () => {
    const { body, ...more } = vendor.failsAfter(parts);
    const silent = { ...more, body: body.slice(0, -1), after: 'silence' as const };
    const { error, content } = await world.ask(world.model(vendor, { idleTimeoutMs: 300 }), [silent]);
    expect(error?.code).toBe('timed_out');
    expect(content).toBe(text);
  });

  it('closes the connection in the middle of an answer: the text is kept', async () => {
    const { body, ...more } = vendor.failsAfter(parts);
    const { error, content } = await ask([{ ...more, body: body.slice(0, -1), after: 'reset' }]);
    expect(error).toMatchObject({ code: 'cut_off', message: 'The connection to the AI model was lost. Try again.' });
    expect(content).toBe(text);
  });

  it('returns an empty answer: fails with a message and offers a retry', async () => {
    const { error, content } = await ask([vendor.empty]);
    expect(error).toMatchObject({ code: 'empty', message: 'The AI model returned an empty answer. Try again.' });
    expect(content).toBe('');
  });

  it.each<[string, Partial<ModelTool>, number]>([
    ['that only has an effect', { isSideEffect: true }, 2],
    ['whose result it may owe, even when asked again', {}, 3],
  ])(
    'ends its turn without any text after an answer with a call %s: the answer is complete',
    async (_name, more, count) => {
      const call = vendor.calls([{ name: 'get_quote', input: { ticker: 'AAPL' } }], parts);
      const { content, error } = await ask([call, vendor.empty], {
        tools: { ...tools, list: [{ ...quote, ...more }] },
      });
      expect({ content, error }).toEqual({ content: text, error: undefined });
      expect(world.endpoint.requests).toHaveLength(count);
    },
  );

  it('ends its turn without any text after a call: it is asked again, without tools', async () => {
    const call = vendor.calls([{ name: 'get_quote', input: { ticker: 'AAPL' } }], ['Let me see.']);
    const { content, error } = await ask([call, vendor.empty, vendor.answer(parts)], { tools });
    expect({ content, error }).toEqual({ content: `Let me see.\n\n${text}`, error: undefined });
    expect(bodies()[2]).not.toContain('"name":"get_quote"');
    expect(bodies()[2]).toContain('AAPL-1.00');
  });

  it('returns nothing even after a call: fails with a message', async () => {
    const { error } = await ask([vendor.calls([{ name: 'get_quote', input: { ticker: 'AAPL' } }]), vendor.empty], {
      tools,
    });
    expect(error?.code).toBe('empty');
  });

  it('has an error for each part that its requests always or often have', () => {
    expect(Object.keys(vendor.rejections)).toEqual(expect.arrayContaining([...rejectableParts[vendor.api]]));
  });

  const rejections = Object.entries(vendor.rejections) as [RequestPart, NonNullable<typeof vendor.empty>][];
  it.each(rejections)(
    'rejects %s: it is retried without, and the next request omits it from the start',
    async (part, rejection) => {
      const model = world.model(vendor);
      const request = question(requestWith[part]);
      const whole = part === 'streaming' ? wholeAnswer(vendor.api) : vendor.answer(parts);
      const before = part === 'vendor_state' ? [vendor.calls([{ name: 'get_quote', input: { ticker: 'AAPL' } }])] : [];
      const first = await world.ask(model, [...before, rejection, whole], request);
      expect(first.error).toBeUndefined();
      expect(first.content).toBe(text);
      const [rejected, accepted] = bodies().slice(before.length);
      expect([shows[part](rejected ?? ''), shows[part](accepted ?? '')]).toEqual([true, false]);
      const seen: Partial<Record<RequestPart, string[]>> = {
        images: ['Image left out: this AI model cannot see images'],
        vendor_state: ['Price of AAPL'],
      };
      const labels = first.activities.filter((label) => label !== 'Searching the web');
      expect(labels).toEqual(seen[part] ?? []);
      if (part !== 'streaming' && part !== 'vendor_state') expect(first.usage).toEqual(vendor.usage);
      const second = await world.ask(model, [...before, whole], request);
      expect(second.content).toBe(text);
      expect(bodies()).toHaveLength(before.length + 1);
    },
  );

  it('reports that the result of a tool is too long: it is shortened and sent again', async () => {
    const long: ModelTool = { ...quote, run: async () => `FIRST ${'figure '.repeat(2000)} LAST` };
    const { content, error } = await ask(
      [vendor.calls([{ name: 'get_quote', input: { ticker: 'AAPL' } }]), vendor.tooLong, vendor.answer(parts)],
      { tools: { ...tools, list: [long] } },
    );
    expect(error).toBeUndefined();
    expect(content).toBe(text);
    const [, whole = '', cut = ''] = bodies();
    for (const body of [whole, cut]) expect(body).toMatch(/FIRST.*LAST/);
    expect(cut.length).toBeLessThan(whole.length * 0.7);
  });

  it('receives alternating roles, even after errors', async () => {
    const turns: ModelRequest['turns'] = [
      { role: 'assistant', content: 'An answer whose question is left out.' },
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'Two?' },
      { role: 'user', content: 'Three?' },
    ];
    const { content } = await ask([vendor.answer(parts)], { turns });
    expect(content).toBe(text);
    const sent = world.endpoint.requests[0]?.body;
    const said = (sent?.messages ?? sent?.input) as { role: string; content: string }[];
    expect(said.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(said.at(-1)?.content).toBe('One?\n\nTwo?\n\nThree?');
  });
});

/** The response of an endpoint that cannot stream. */
function wholeAnswer(api: 'chat' | 'responses') {
  const message = { role: 'assistant', content: text };
  const output = [{ id: 'm', type: 'message', content: [{ type: 'output_text', text, annotations: [] }] }];
  const body =
    api === 'chat'
      ? { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }
      : { object: 'response', status: 'completed', output };
  return { headers: { 'content-type': 'application/json' }, body: [JSON.stringify(body)] };
}

/** Matches objects that contain at least these properties, at every depth. */
function deep(value: unknown): Record<string, unknown> {
  const matcher = (one: unknown): unknown => {
    if (Array.isArray(one)) return expect.arrayContaining(one.map(matcher));
    if (typeof one !== 'object' || one === null) return one;
    return expect.objectContaining(Object.fromEntries(Object.entries(one).map(([key, item]) => [key, matcher(item)])));
  };
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, matcher(item)]));
}
