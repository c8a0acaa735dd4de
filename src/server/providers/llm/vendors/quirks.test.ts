/** Peculiarities of single vendors, and rare cases. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelTool } from '~/server/providers/llm/types';
import { anthropic } from './anthropic';
import { data } from './chat-style';
import { deepSeek } from './deepseek';
import { gemini } from './gemini';
import { groq } from './groq';
import { liteLlm } from './litellm';
import { lmStudio } from './lm-studio';
import { ollama } from './ollama';
import { openAiChat } from './openai-chat';
import { openAiResponses } from './openai-responses';
import { openRouter } from './openrouter';
import { perplexity, perplexityPages } from './perplexity';
import { together } from './together';
import { json, type Reply, stream } from './vendor-script';
import { question, VendorWorld } from './vendor-world';
import { vllmMistral } from './vllm';
import { xaiResponses } from './xai-responses';

let world: VendorWorld;
beforeAll(async () => {
  world = await VendorWorld.start();
});
afterAll(() => world.endpoint.close());
afterEach(() => {
  vi.useRealTimers();
});

const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  data({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }], ...more });
const ask = (vendor: typeof ollama, ...replies: Reply[]) => world.ask(world.model(vendor), replies);
const bodies = () => world.endpoint.requests.map(({ body }) => JSON.stringify(body));
const search: ModelTool = {
  name: 'search_web',
  description: 'Searches the web.',
  parameters: { type: 'object', properties: {} },
  activity: () => ({ kind: 'web_search', label: 'rates' }),
  run: async () => ({ text: 'ECB: rates fell.', sources: [{ url: 'https://ecb.example/1', title: 'ECB' }] }),
};
const tools = { list: [search], instructions: 'Search.' };

describe('sources', () => {
  it('of Perplexity are the pages of its numbers, and numbers without a page stay text', async () => {
    const text = 'Rates fell [1][2]. See [7] and `list[1]`.';
    const { citations, activities } = await ask(perplexity, perplexity.answer([text]));
    expect(citations.slice(0, 2)).toEqual([
      { source: 'ecb.europa.eu', url: perplexityPages[0], title: 'ECB rates', start: 11, end: 14 },
      { source: 'snb.ch', url: perplexityPages[1], start: 14, end: 17 },
    ]);
    expect(activities).toEqual(['Searching the web']);
  });

  it('are pages that our tools have found, not links that the model made up', async () => {
    const answer = 'Rates fell [[1]](https://ecb.example/1), as [[2]](https://made-up.example) says.';
    const calls = ollama.calls([{ name: 'search_web', input: {} }]);
    const { citations } = await world.ask(world.model(ollama), [calls, ollama.answer([answer])], question({ tools }));
    expect(citations).toEqual([
      { source: 'ecb.example', url: 'https://ecb.example/1', title: 'ECB', start: 11, end: 39 },
    ]);
  });

  it('are empty if nothing was searched', async () => {
    const { citations } = await ask(
      ollama,
      ollama.answer(['As [[1]](https://made-up.example) says, https://made-up.example.']),
    );
    expect(citations).toEqual([]);
  });

  const event = (value: { type: string } & Record<string, unknown>) => `data: ${JSON.stringify(value)}\n\n`;
  const delta = (item_id: string, text: string) => event({ type: 'response.output_text.delta', item_id, delta: text });
  const note = (item_id: string, start_index: number, end_index: number, url: string) =>
    event({
      type: 'response.output_text.annotation.added',
      item_id,
      annotation: { type: 'url_citation', url, title: 'A', start_index, end_index },
    });
  const done = event({ type: 'response.completed', response: { output: [] } });

  it('of a second message are positioned in it, a paragraph below the first', async () => {
    const url = 'https://a.example/1';
    const events = [delta('m1', 'Let me check that.'), delta('m2', 'The ECB cut.'), note('m2', 0, 7, url), done];
    const { content, citations } = await ask(openAiResponses, stream(events));
    expect(content).toBe('Let me check that.\n\nThe ECB cut.');
    expect(content.slice(citations[0]?.start, citations[0]?.end)).toBe('The ECB');
  });

  it.each<[string, (text: string, place: object) => object]>([
    ['streams it', (text, place) => ({ type: 'response.output_text.delta', ...place, delta: text })],
    ['sends it as a whole', (text, place) => ({ type: 'response.output_text.done', ...place, text })],
  ])('of the second part of a message are positioned in that part, if the endpoint %s', async (_name, written) => {
    const url = 'https://a.example/1';
    const annotation = { type: 'url_citation', url, title: 'A', start_index: 0, end_index: 6 };
    const parts = ['Rates fell. ', 'Prices rose.'].map((text, content_index) => ({
      text: written(text, { item_id: 'm1', content_index }),
      whole: { type: 'output_text', text, annotations: content_index === 1 ? [annotation] : [] },
    }));
    const events = [
      ...parts.map(({ text }) => data(text)),
      data({ type: 'response.output_text.annotation.added', item_id: 'm1', content_index: 1, annotation }),
      data({
        type: 'response.completed',
        response: { output: [{ id: 'm1', type: 'message', content: parts.map(({ whole }) => whole) }] },
      }),
    ];
    const { content, citations } = await ask(openAiResponses, stream(events));
    expect(content).toBe('Rates fell. Prices rose.');
    expect(citations.map(({ start, end }) => content.slice(start, end))).toEqual(['Prices']);
  });

  it('have correct positions if the vendor counts characters instead of UTF-16 units', async () => {
    const link = '[a](https://a.example/1)';
    const text = `📉📉📉📉📉 Growth slowed ${link} a lot.`;
    const start = [...text].join('|').split('|').indexOf('[');
    const events = [delta('m1', text), note('m1', start, start + link.length, 'https://a.example/1'), done];
    const { citations } = await ask(openAiResponses, stream(events));
    expect(text.slice(citations[0]?.start, citations[0]?.end)).toBe(link);
  });

  it('have correct positions in a text with carriage returns, which are stored as line feeds', async () => {
    const events = [
      delta('m1', 'One.\r'),
      delta('m1', '\nTwo.\r\nThree.'),
      note('m1', 12, 18, 'https://a.example/1'),
      done,
    ];
    const { content, citations } = await ask(xaiResponses, stream(events));
    expect(content).toBe('One.\nTwo.\nThree.');
    expect(content.slice(citations[0]?.start, citations[0]?.end)).toBe('Three.');
  });
});

describe('a part that an endpoint rejects', () => {
  it('is sent again after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const model = world.model(ollama);
    const rejection = ollama.rejections.tools ?? ollama.empty;
    await world.ask(model, [rejection, ollama.answer(['A.'])], question({ tools }));
    vi.setSystemTime(Date.now() + 59 * 60_000);
    await world.ask(model, [ollama.answer(['A.'])], question({ tools }));
    expect(bodies()[0]).not.toContain('"tools"');
    vi.setSystemTime(Date.now() + 2 * 60_000);
    await world.ask(model, [ollama.answer(['A.'])], question({ tools }));
    expect(bodies()[0]).toContain('"tools"');
  });

  it('is not assumed from an invalid call of the model: the tools stay', async () => {
    const slip = json(400, {
      error: {
        message: "Failed to call a function. Please adjust your prompt. See 'failed_generation'",
        code: 'tool_use_failed',
      },
    });
    const model = world.model(groq);
    const { content } = await world.ask(model, [slip, slip, groq.answer(['A.'])], question({ tools }));
    expect(content).toBe('A.');
    expect(bodies().map((body) => body.includes('"tools"'))).toEqual([true, true, false]);
    await world.ask(model, [groq.answer(['A.'])], question({ tools }));
    expect(bodies()[0]).toContain('"tools"');
  });

  const groqError = (message: string) =>
    json(400, { error: { message, type: 'invalid_request_error', code: 'tool_use_failed' } });
  it.each<[string, Reply]>([
    [
      'a call that vLLM could not parse',
      json(500, {
        error: {
          message: 'unexpected tokens remaining in message header: Some("to=functions.search_web <|constrain|>json")',
          type: 'InternalServerError',
          code: 500,
        },
      }),
    ],
    [
      'a call whose input Groq rejects',
      groqError(
        "tool call validation failed: parameters for tool search_web did not match schema: errors: [additionalProperties 'days' not allowed]",
      ),
    ],
    [
      'a call of a tool that Groq cannot find',
      groqError(
        "Tool call validation failed: attempted to call tool 'open' which was not in request.tools. It is not available.",
      ),
    ],
    ['a stream that ended early', json(502, { error: { message: 'stream terminated unexpectedly', code: 502 } })],
    [
      'an error in the stream',
      stream([data({ error: { message: 'Unknown error: the stream cannot be read by the tool parser' } })]),
    ],
    [
      'a model that is not provisioned',
      json(400, { error: { message: 'Provisioned throughput is not supported in this region.', code: 'bad_region' } }),
    ],
    [
      'an unrelated message',
      json(400, { error: { message: 'The tool result is empty. This value is not allowed.', code: 'invalid_value' } }),
    ],
  ])('is not assumed from %s: the next request has all parts', async (_name, slip) => {
    const model = world.model(groq);
    const turns = [{ role: 'user' as const, content: 'Look', images: [{ type: 'image/png', base64: 'iVBOR' }] }];
    await world.ask(model, [slip, slip, groq.answer(['A.'])], question({ tools, turns }));
    await world.ask(model, [groq.answer(['A.'])], question({ tools, turns }));
    expect(bodies()[0]).toContain('"tools"');
    expect(bodies()[0]).toContain('"stream":true');
    expect(bodies()[0]).toContain('data:image');
    expect(model.canCallTools).toBe(true);
  });

  it('is not assumed from a keyword that Gemini does not know in the schema of one tool, which fails again', async () => {
    // https://github.com/oracle/langchain-oracle/issues/291
    const rejection = json(400, {
      error: {
        code: 400,
        message:
          'Invalid JSON payload received. Unknown name "exclusiveMinimum" at \'tools[0].function_declarations[2].parameters.properties[1].value\': Cannot find field.',
        status: 'INVALID_ARGUMENT',
      },
    });
    const model = world.model(groq);
    const turns = [{ role: 'user' as const, content: 'Look', images: [{ type: 'image/png', base64: 'iVBOR' }] }];
    const { content } = await world.ask(model, [rejection, groq.answer(['A.'])], question({ tools, turns }));
    expect(content).toBe('A.');
    expect(bodies().map((body) => body.includes('"tools"'))).toEqual([true, false]);
    await world.ask(model, [groq.answer(['A.'])], question({ tools, turns }));
    expect(bodies()[0]).toContain('"tools"');
    expect(bodies()[0]).toContain('"stream":true');
    expect(bodies()[0]).toContain('data:image');
    expect(model.canCallTools).toBe(true);
  });

  it('is not assumed from a context that is too long, whatever else the error names', async () => {
    const model = world.model(openAiChat);
    const turns = [
      { role: 'user' as const, content: 'Long '.repeat(100) },
      { role: 'assistant' as const, content: 'Yes.' },
      { role: 'user' as const, content: 'And now?' },
    ];
    await world.ask(model, [openAiChat.tooLong, openAiChat.answer(['A.'])], question({ tools, turns }));
    expect(bodies().map((body) => body.includes('"tools"'))).toEqual([true, true]);
  });

  it.each<[string, string]>([
    ['llama.cpp', 'Only user, system and assistant roles are supported!'],
    [
      'Mistral',
      'Only user and assistant roles are supported, with the exception of an initial optional system message!',
    ],
  ])('are tool calls and results, because the template of %s has no role for them', async (_name, words) => {
    const model = world.model(ollama);
    const reason = `\n------------\nWhile executing CallExpression at line 43, column 28 in source:\n ^\nError: Jinja Exception: ${words}`;
    const rejection = json(500, { error: { code: 500, message: reason, type: 'server_error' } });
    const calls = ollama.calls([{ name: 'search_web', input: {} }]);
    const { content } = await world.ask(model, [calls, rejection, ollama.answer(['A.'])], question({ tools }));
    expect(content).toBe('A.');
    // The tool's results and the system prompt are still sent.
    expect(bodies()[2]).toContain('ECB: rates fell.');
    expect(bodies()[2]).toContain('"role":"system"');
    expect(bodies()[2]).not.toMatch(/"tools"|"role":"tool"/);
    await world.ask(model, [ollama.answer(['A.'])], question({ tools }));
    expect(bodies()[0]).not.toContain('"tools"');
  });

  it('may be missing reasoning of earlier answers, which is then sent empty', async () => {
    const rejection = json(400, {
      error: { message: 'The reasoning_content in the thinking mode must be passed back to the API.' },
    });
    const turns = [
      { role: 'user' as const, content: 'One?' },
      { role: 'assistant' as const, content: 'Yes.' },
      { role: 'user' as const, content: 'Two?' },
    ];
    const { content } = await world.ask(world.model(ollama), [rejection, ollama.answer(['A.'])], question({ turns }));
    expect(content).toBe('A.');
    expect(world.endpoint.requests[1]?.body.messages).toContainEqual({
      role: 'assistant',
      content: 'Yes.',
      reasoning_content: '',
    });
  });

  it.each([
    // https://github.com/openclaw/openclaw/issues/73417
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    // Kimi's
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
  ])('may be missing reasoning of a call that had none, which is then sent empty: %s', async (message) => {
    const rejection = json(400, {
      error: {
        message,
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_request_error',
      },
    });
    const call = { index: 0, id: 'call_00_0', type: 'function', function: { name: 'search_web', arguments: '{}' } };
    const calls = stream([chunk({ content: null, tool_calls: [call] }), chunk({}, 'tool_calls')]);
    const model = world.model(deepSeek);
    const first = await world.ask(model, [calls, rejection, deepSeek.answer(['A.'])], question({ tools }));
    expect(first).toMatchObject({ content: 'A.', error: undefined });
    expect(world.endpoint.requests[2]?.body.messages).toContainEqual(
      expect.objectContaining({ role: 'assistant', reasoning_content: '', tool_calls: [expect.anything()] }),
    );
    // Thoughts of other calls are still sent back, and no further request is rejected.
    const thinking = deepSeek.calls([{ name: 'search_web', input: {} }]);
    await world.ask(model, [calls, thinking, deepSeek.answer(['A.'])], question({ tools }));
    const said = (world.endpoint.requests[2]?.body.messages ?? []) as Record<string, unknown>[];
    const thoughts = said.map(({ reasoning_content }) => reasoning_content);
    expect(thoughts).toEqual([undefined, undefined, '', undefined, 'I need the book.', undefined]);
  });

  it.each<[string, typeof ollama, string]>([
    ['max_tokens', together, 'max_completion_tokens'],
    ['max_completion_tokens', openAiChat, 'max_tokens'],
  ])('may be the limit of the answer, which has another name there than %s', async (usual, vendor, other) => {
    const rejection = json(400, {
      error: {
        message: `Unsupported parameter: '${usual}' is not supported with this model. Use '${other}' instead.`,
        type: 'invalid_request_error',
        param: usual,
        code: 'unsupported_parameter',
      },
    });
    const limits = () => world.endpoint.requests.map(({ body }) => [body[usual], body[other]]);
    const request = question({ parameters: { maxOutputTokens: 500 } });
    const model = world.model(vendor);
    const { content } = await world.ask(model, [rejection, vendor.answer(['A.'])], request);
    expect(content).toBe('A.');
    expect(limits()).toEqual([
      [500, undefined],
      [undefined, 500],
    ]);
    await world.ask(model, [vendor.answer(['A.'])], request);
    expect(limits()).toEqual([[undefined, 500]]);
    // If both names are rejected, the limit is left out.
    await world.ask(world.model(vendor), [rejection, rejection, vendor.answer(['A.'])], request);
    expect(limits()[2]).toEqual([undefined, undefined]);
  });

  it('is never sent if an administrator has disabled it', async () => {
    const model = world.model(xaiResponses, { abilities: { tools: false, images: false, hostedSearch: false } });
    expect(model.canSearchWeb).toBe(false);
    const turns = [{ role: 'user' as const, content: 'Look', images: [{ type: 'image/png', base64: 'iVBOR' }] }];
    await world.ask(model, [xaiResponses.answer(['A.'])], question({ tools, turns }));
    expect(bodies()[0]).not.toMatch(/"tools"|data:image/);
  });
});

describe('used-up credit', () => {
  it.each<[number, string]>([
    [
      400,
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ],
    [429, 'Your team has either used all available credits or reached its monthly spending limit.'],
    [403, 'Your team has either used all available credits or reached its monthly spending limit.'],
    [403, "Your newly created team doesn't have any credits or licenses yet."],
  ])('is a matter of the operator, without a retry: %i %s', async (status, message) => {
    const rejection = json(status, { error: { message, type: 'invalid_request_error' } });
    const { error } = await ask(anthropic, rejection, anthropic.answer(['A.']));
    expect(error).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('contact your administrator'),
      hint: 'The quota at the model provider is used up. Check the billing there.',
    });
    expect(bodies()).toHaveLength(1);
  });
});

describe('a request that is too long', () => {
  it.each([
    // Moonshot
    'Invalid request: Your request exceeded model token limit: 262144 (requested: 280000)',
    // z.ai, with code 1261 and 1210
    'Prompt exceeds max length',
    'tokens in request more than max tokens allowed',
    // Bedrock
    'The model returned the following errors: Input is too long for requested model.',
    'ValidationException: too many total text bytes: 26000000 > 25000000',
  ])('is recognized and shortened: %s', async (message) => {
    const turns = [
      { role: 'user' as const, content: 'Long '.repeat(100) },
      { role: 'assistant' as const, content: 'Yes.' },
      { role: 'user' as const, content: 'And now?' },
    ];
    const tooLong = json(400, { error: { message, type: 'invalid_request_error' } });
    const { content } = await world.ask(world.model(ollama), [tooLong, ollama.answer(['A.'])], question({ turns }));
    expect(content).toBe('A.');
    expect(bodies().map((body) => body.includes('Long '))).toEqual([true, false]);
  });

  it('is shortened by its own function, to ever smaller fractions', async () => {
    const factors: number[] = [];
    const shorten = (factor: number) => {
      factors.push(factor);
      return question({ turns: [{ role: 'user', content: 'x'.repeat(1000 * factor) }] });
    };
    const request = question({ turns: [{ role: 'user', content: 'x'.repeat(1000) }], shorten });
    const { tooLong } = ollama;
    const { content } = await world.ask(world.model(ollama), [tooLong, tooLong, ollama.answer(['A.'])], request);
    expect({ content, factors }).toEqual({ content: 'A.', factors: [0.5, 0.25] });
  });

  it('is sent whole without the limit of the answer, which may be larger than the window', async () => {
    // https://github.com/vllm-project/vllm/issues/42474
    const message =
      "This model's maximum context length is 8192 tokens. However, you requested 16000 output tokens and your prompt contains at least 40 input tokens, for a total of at least 16040 tokens. Please reduce the length of the input prompt or the number of requested output tokens.";
    const tooLong = json(400, { error: { message, type: 'BadRequestError', param: 'input_tokens', code: 400 } });
    const turns = [
      { role: 'user' as const, content: 'Long '.repeat(100) },
      { role: 'assistant' as const, content: 'Yes.' },
      { role: 'user' as const, content: 'And now?' },
    ];
    const request = question({ turns, parameters: { maxOutputTokens: 16_000 } });
    const sent = () =>
      world.endpoint.requests.map(({ body }) => [body.max_tokens, JSON.stringify(body).includes('Long ')]);
    const { content, activities } = await world.ask(
      world.model(vllmMistral),
      [tooLong, vllmMistral.answer(['A.'])],
      request,
    );
    expect({ content, activities }).toEqual({ content: 'A.', activities: [] });
    expect(sent()).toEqual([
      [16_000, true],
      [undefined, true],
    ]);
    // A request that is too long without it is shortened, and keeps the limit.
    await world.ask(world.model(vllmMistral), [tooLong, tooLong, vllmMistral.answer(['A.'])], request);
    expect(sent()[2]).toEqual([16_000, false]);
  });

  it.each(['figure ', '营业收入'])(
    'after tool calls is cut to their minimum results (%s), and finally sent without tools',
    async (word) => {
      const long: ModelTool = { ...search, run: async () => word.repeat(2000) };
      const calls = ollama.calls([{ name: 'search_web', input: {} }]);
      const replies = [calls, ...Array.from({ length: 4 }, () => ollama.tooLong), ollama.answer(['A.'])];
      const request = question({ tools: { ...tools, list: [long] } });
      const { content } = await world.ask(world.model(ollama), replies, request);
      expect(content).toBe('A.');
      const lengths = bodies()
        .slice(1)
        .map((body) => Buffer.byteLength(body));
      expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
      expect(lengths.at(-1)).toBeLessThan(1500);
      expect(bodies().map((body) => body.includes('"tools"'))).toEqual([true, true, true, true, true, false]);
    },
  );

  it('fails with a message if the tools have returned little', async () => {
    const calls = ollama.calls([{ name: 'search_web', input: {} }]);
    const { error } = await world.ask(world.model(ollama), [calls, ollama.tooLong], question({ tools }));
    expect(error?.code).toBe('too_long');
    expect(bodies()).toHaveLength(3);
  });
});

describe('reasoning', () => {
  it('without an opening tag is detected once, and never shown as an answer again', async () => {
    const model = world.model(lmStudio);
    const reply = lmStudio.thinks?.('They ask.', ['Growth slowed.']) ?? lmStudio.empty;
    const shown: string[] = [];
    for (const _ of [1, 2]) {
      world.endpoint.play(reply);
      let text = '';
      for await (const event of model.stream(question(), new AbortController().signal))
        if (event.type === 'text') text += event.text;
      shown.push(text);
    }
    expect(shown).toEqual(['They ask.\nGrowth slowed.', 'Growth slowed.']);
    // An answer without reasoning is still an answer.
    const { content } = await world.ask(model, [lmStudio.answer(['No thought.'])]);
    expect(content).toBe('No thought.');
  });

  it('that was assumed but was the answer is not assumed again', async () => {
    const model = world.model(lmStudio);
    await world.ask(model, [lmStudio.thinks?.('They ask.', ['Growth slowed.']) ?? lmStudio.empty]);
    const { content, reasoning } = await world.ask(model, [lmStudio.answer(['No ', 'thought.'])]);
    expect({ content, reasoning }).toEqual({ content: 'No thought.', reasoning: '' });
    // The next answers are streamed as text.
    world.endpoint.play(lmStudio.answer(['Text.']));
    const types: string[] = [];
    for await (const { type } of model.stream(question(), new AbortController().signal)) types.push(type);
    expect(types).not.toContain('reasoning');
  });

  it('is assumed for at most one hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const model = world.model(lmStudio);
    await world.ask(model, [lmStudio.thinks?.('They ask.', ['Growth slowed.']) ?? lmStudio.empty]);
    vi.setSystemTime(Date.now() + 61 * 60_000);
    world.endpoint.play(lmStudio.answer(['Text.']));
    const types: string[] = [];
    for await (const { type } of model.stream(question(), new AbortController().signal)) types.push(type);
    expect(types).not.toContain('reasoning');
  });

  it('is assumed for another hour after each answer that began with it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const model = world.model(lmStudio);
    const reply = lmStudio.thinks?.('They ask.', ['Growth slowed.']) ?? lmStudio.empty;
    for (const _ of [1, 2]) {
      await world.ask(model, [reply]);
      vi.setSystemTime(Date.now() + 50 * 60_000);
    }
    world.endpoint.play(reply);
    let text = '';
    for await (const event of model.stream(question(), new AbortController().signal))
      if (event.type === 'text') text += event.text;
    expect(text).toBe('Growth slowed.');
  });

  it.each<[string, string]>([
    ['in a block of code', 'The model writes:\n\n```xml\nHm.\n</think>\nYes.\n```\n\nThen it answers.'],
    ['after its opening tag', 'The model writes <think> and then\n</think>\nand then it answers.'],
    ['in code over two lines', 'It ends with `\n</think>\n` in its text.'],
    ['at the end of a line', 'A thought ends with </think>\nand then it answers.'],
  ])('is not assumed from text before a closing tag %s', async (_name, text) => {
    const model = world.model(together);
    const { content, reasoning } = await world.ask(model, [together.answer([text.slice(0, 40), text.slice(40)])]);
    expect({ content, reasoning }).toEqual({ content: text, reasoning: '' });
    const next = await world.ask(model, [together.answer(['A.'])]);
    expect(next).toMatchObject({ content: 'A.', reasoning: '' });
  });

  it('is not searched for in an answer that mentions its tags', async () => {
    const text = 'Models end a thought with `</think>` or </think> in mid-line.\n```xml\n<think>hm</think>\n```';
    const { content, reasoning } = await ask(together, together.answer([text.slice(0, 30), text.slice(30)]));
    expect({ content, reasoning }).toEqual({ content: text, reasoning: '' });
  });

  it('without text is not an answer', async () => {
    const { content, reasoning, error } = await ask(together, together.answer(['<think>Hm. ', 'And then?']));
    expect({ content, reasoning, code: error?.code }).toEqual({
      content: '',
      reasoning: 'Hm. And then?',
      code: 'empty',
    });
  });
});

describe('a signed thought', () => {
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'search_web', arguments: '{}' } };
  const details = (...reasoning_details: object[]) => chunk({ content: '', reasoning_details });
  const text = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 };
  const thinks = stream([
    details({ ...text, text: 'They ask ' }),
    details({ ...text, text: 'about rates.' }),
    details({ ...text, signature: 'ErUBCkYI' }),
    chunk({ tool_calls: [call] }),
    chunk({}, 'tool_calls'),
  ]);
  const rejection = (words: string) =>
    json(400, { error: { message: words, type: 'invalid_request_error', code: 'invalid_request_error' } });
  const roundOf = (index: number) =>
    ((world.endpoint.requests[index]?.body.messages ?? []) as Record<string, unknown>[]).find(
      ({ tool_calls }) => tool_calls,
    );

  it('is sent back in one piece, although its signature arrives alone', async () => {
    // https://github.com/earendil-works/pi/issues/9534
    await world.ask(world.model(openRouter), [thinks, openRouter.answer(['A.'])], question({ tools }));
    expect(roundOf(1)?.reasoning_details).toEqual([{ ...text, text: 'They ask about rates.', signature: 'ErUBCkYI' }]);
  });

  it.each([
    // https://github.com/OpenRouterTeam/ai-sdk-provider/issues/423
    'messages.1.content.0: Invalid `signature` in `thinking` block',
    'Corrupted thought signature.',
  ])('is left out if it is rejected: %s', async (words) => {
    const model = world.model(openRouter);
    const replies = [thinks, rejection(words), openRouter.answer(['A.'])];
    const { content, error } = await world.ask(model, replies, question({ tools }));
    expect({ content, error }).toEqual({ content: 'A.', error: undefined });
    expect(roundOf(2)).not.toHaveProperty('reasoning_details');
    expect(bodies()[2]).toContain('"tools"');
    // Other thoughts are accepted.
    await world.ask(model, [thinks, openRouter.answer(['A.'])], question({ tools }));
    expect(roundOf(1)).toHaveProperty('reasoning_details');
  });

  it.each<[string, object[], object[] | undefined]>([
    [
      'whose signature comes with the last piece',
      [
        { type: 'thinking', thinking: 'They ' },
        { type: 'thinking', thinking: 'ask.', signature: 'one' },
      ],
      [{ type: 'thinking', thinking: 'They ask.', signature: 'one' }],
    ],
    [
      'whose signature comes alone, followed by others',
      [
        { type: 'thinking', thinking: 'They ask.', signature: null },
        { type: 'thinking', thinking: '', signature: 'one' },
        { type: 'redacted_thinking', data: 'sealed' },
        { type: 'thinking', thinking: 'Well.', signature: 'two' },
      ],
      [
        { type: 'thinking', thinking: 'They ask.', signature: 'one' },
        { type: 'redacted_thinking', data: 'sealed' },
        { type: 'thinking', thinking: 'Well.', signature: 'two' },
      ],
    ],
    ['without a signature, which Claude would reject', [{ type: 'thinking', thinking: 'They ask.' }], undefined],
  ])('of LiteLLM %s is sent back as it was signed', async (_name, blocks, expected) => {
    const pieces = blocks.map((block) => chunk({ reasoning_content: 'x', thinking_blocks: [block] }));
    const replies = [
      stream([...pieces, chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')]),
      liteLlm.answer(['A.']),
    ];
    const request = question({ tools, parameters: { effort: 'high' } });
    const { content } = await world.ask(world.model(liteLlm), replies, request);
    expect(content).toBe('A.');
    expect(roundOf(1)?.thinking_blocks).toEqual(expected);
    expect(roundOf(1)?.reasoning_content).toBe('x'.repeat(blocks.length));
    expect(bodies()[1]).toContain('"tools"');
  });

  it('that is missing is no longer expected without an effort', async () => {
    const words =
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.';
    const model = world.model(openRouter);
    const silent = stream([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')]);
    const replies = [silent, rejection(words), rejection(words), openRouter.answer(['A.'])];
    const request = question({ tools, parameters: { effort: 'high' } });
    const { content } = await world.ask(model, replies, request);
    expect(content).toBe('A.');
    expect(bodies()[3]).toContain('"tools"');
    expect(bodies().map((body) => body.includes('effort'))).toEqual([true, true, true, false]);
    await world.ask(model, [openRouter.answer(['A.'])], request);
    expect(bodies()[0]).toContain('effort');
  });
});

describe('a finish reason of Gemini', () => {
  it.each(['MALFORMED_FUNCTION_CALL', 'function_call_filter: MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL'])(
    '%s is a mistake of the model: the request is retried, finally without tools',
    async (reason) => {
      const slip = stream([chunk({}, reason)]);
      const model = world.model(gemini);
      const { content } = await world.ask(model, [slip, slip, gemini.answer(['A.'])], question({ tools }));
      expect(content).toBe('A.');
      expect(bodies().map((body) => body.includes('"tools"'))).toEqual([true, true, false]);
      expect(model.canCallTools).toBe(true);
    },
  );

  it('MAX_TOKENS is reported as the length limit', async () => {
    const { content, error } = await ask(gemini, stream([chunk({ content: 'Growth' }), chunk({}, 'MAX_TOKENS')]));
    expect({ content, message: error?.message }).toEqual({
      content: 'Growth',
      message: 'The answer reached the length limit of the AI model.',
    });
  });

  it.each(['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII'])(
    '%s is reported as the content filter',
    async (reason) => {
      const { content, error } = await ask(gemini, stream([chunk({ content: 'Growth' }), chunk({}, reason)]));
      expect({ content, message: error?.message }).toEqual({
        content: 'Growth',
        message: 'The content filter of the AI model stopped this answer.',
      });
    },
  );
});

describe('a finish reason', () => {
  // https://github.com/earendil-works/pi/issues/2313, https://github.com/anomalyco/opencode/issues/18814
  const length = 'The answer reached the length limit of the AI model.';
  const filter = 'The content filter of the AI model stopped this answer.';
  it.each<[string, string]>([
    ['max_output_tokens', length],
    ['model_context_window_exceeded', length],
    ['sensitive', filter],
    ['refusal', filter],
    ['network_error', 'The AI model failed while answering. Try again.'],
    ['timeout', 'The AI model has a problem right now. Try again in a moment.'],
    ['aborted', 'The AI model failed while answering. Try again.'],
  ])('%s after some text is an error: the text is kept', async (reason, message) => {
    const { content, error } = await ask(together, stream([chunk({ content: 'Growth' }), chunk({}, reason)]));
    expect({ content, message: error?.message }).toEqual({ content: 'Growth', message });
  });

  it.each(['network_error', 'error', 'timeout'])('%s without text is retried', async (reason) => {
    const { content, error } = await ask(together, stream([chunk({}, reason)]), together.answer(['A.']));
    expect({ content, error }).toEqual({ content: 'A.', error: undefined });
  });

  it('model_context_window_exceeded without text is a request that is too long, which is shortened', async () => {
    const turns = [
      { role: 'user' as const, content: 'Long '.repeat(100) },
      { role: 'assistant' as const, content: 'Yes.' },
      { role: 'user' as const, content: 'And now?' },
    ];
    const full = stream([chunk({}, 'model_context_window_exceeded')]);
    const { content } = await world.ask(world.model(together), [full, together.answer(['A.'])], question({ turns }));
    expect(content).toBe('A.');
    expect(bodies().map((body) => body.includes('Long '))).toEqual([true, false]);
  });

  it.each(['stop', 'eos', 'end_turn', 'stop_sequence'])('%s is the end of a whole answer', async (reason) => {
    const { content, error } = await ask(together, stream([chunk({ content: 'Growth' }), chunk({}, reason)]));
    expect({ content, error }).toEqual({ content: 'Growth', error: undefined });
  });
});

describe('an answer', () => {
  const words = 'The logit bias is out of range.';
  it.each<[string, Reply]>([
    [
      'in one piece',
      json(200, { choices: [{ message: { role: 'assistant', content: 'Rates fell.' }, finish_reason: 'stop' }] }),
    ],
    ['with a byte order mark', stream([`\ufeff${chunk({ content: 'Rates ' })}`, chunk({ content: 'fell.' }, 'stop')])],
    [
      'with empty heartbeats and one broken line',
      stream(['data:\n\n', 'data: {"cho\n\n', chunk({ content: 'Rates fell.' }, 'stop')]),
    ],
    ['without a content type', { body: [chunk({ content: 'Rates fell.' }, 'stop')] }],
    [
      'labeled as JSON',
      { headers: { 'content-type': 'application/json' }, body: [chunk({ content: 'Rates fell.' }, 'stop')] },
    ],
    [
      'whose last chunk has a whole message',
      stream([data({ choices: [{ message: { content: 'Rates fell.' }, finish_reason: 'stop' }] })]),
    ],
    [
      'whose last chunk repeats the text',
      stream([
        chunk({ content: 'Rates fell.' }),
        data({ choices: [{ message: { content: 'Rates fell.' }, finish_reason: 'stop' }] }),
      ]),
    ],
    ['that ends only with [DONE]', stream([chunk({ content: 'Rates fell.' }), 'data: [DONE]\n\n'])],
    ['that ends without [DONE]', stream([chunk({ content: 'Rates fell.' }, 'stop')])],
  ])('%s is parsed', async (_name, reply) => {
    const { content, error } = await ask(ollama, reply);
    expect(error).toBeUndefined();
    expect(content).toBe('Rates fell.');
  });

  it.each<[string, typeof ollama, Reply]>([
    ['Chat Completions', openAiChat, stream([chunk({ refusal: "I can't " }), chunk({ refusal: 'help.' }, 'stop')])],
    [
      'Responses',
      openAiResponses,
      stream([
        data({ type: 'response.refusal.delta', item_id: 'm1', delta: "I can't " }),
        data({ type: 'response.refusal.delta', item_id: 'm1', delta: 'help.' }),
        data({ type: 'response.completed', response: { output: [] } }),
      ]),
    ],
  ])('with a separate property for refusals is shown (%s)', async (_name, vendor, reply) => {
    const { content, error } = await ask(vendor, reply);
    expect({ content, error }).toEqual({ content: "I can't help.", error: undefined });
  });

  it.each<[string, object]>([
    ['output_text.done', { type: 'response.output_text.done', item_id: 'm1', text: 'Rates fell.' }],
    [
      'the output item',
      {
        type: 'response.output_item.done',
        item: { id: 'm1', type: 'message', content: [{ type: 'output_text', text: 'Rates fell.' }] },
      },
    ],
  ])('of the Responses API that only %s contains is shown', async (_name, value) => {
    const end = data({ type: 'response.completed', response: { output: [] } });
    expect((await ask(openAiResponses, stream([data(value), end]))).content).toBe('Rates fell.');
  });

  it.each<[string, (response: object) => Reply]>([
    ['in one piece', (response) => json(200, response)],
    ['without deltas', (response) => stream([data({ type: 'response.completed', response })])],
    [
      'with deltas of the first part only',
      (response) =>
        stream([
          data({ type: 'response.output_text.delta', item_id: 'm1', delta: 'Rates fell. ' }),
          data({ type: 'response.completed', response }),
        ]),
    ],
  ])('of the Responses API with several parts is shown completely (%s)', async (_name, reply) => {
    const url = 'https://a.example/1';
    const annotations = [{ type: 'url_citation', url, title: 'A', start_index: 0, end_index: 6 }];
    const content = [
      { type: 'output_text', text: 'Rates fell. ' },
      { type: 'output_text', text: 'Prices rose. ', annotations },
      { type: 'refusal', refusal: "I can't say more." },
    ];
    const answer = await ask(openAiResponses, reply({ output: [{ id: 'm1', type: 'message', content }] }));
    expect(answer.content).toBe("Rates fell. Prices rose. I can't say more.");
    const [cited] = answer.citations;
    expect(answer.content.slice(cited?.start, cited?.end)).toBe('Prices');
  });

  it.each<[string, Reply]>([
    ['without any text', stream(['data: [DONE]\n\n'])],
    ['of white space', stream([chunk({ content: ' \n' }, 'stop')])],
  ])('%s fails with a message', async (_name, reply) => {
    expect((await ask(ollama, reply)).error?.code).toBe('empty');
  });

  it.each<[string, object | string]>([
    ["in OpenAI's shape", { error: { message: words, type: 'invalid_request_error' } }],
    ["in Gemini's list", [{ error: { code: 400, message: words, status: 'INVALID_ARGUMENT', details: [] } }]],
    ["in vLLM's flat shape", { object: 'error', message: words, type: 'BadRequestError', param: null, code: 400 }],
    ["as FastAPI's detail", { detail: words }],
    ["as FastAPI's list of details", { detail: [{ msg: words, type: 'value_error' }] }],
    ['as a string', { error: words }],
    [
      'within a text of another provider',
      { error: { message: 'Provider error', metadata: { raw: `{"message":"${words}"}` } } },
    ],
    ['in a list of errors', { errors: [{ message: words }] }],
    ['as plain text', words],
    [
      'below the place in a chat template',
      { error: { message: `\n------------\nWhile executing CallExpression at line 43\n ^\nError: ${words}` } },
    ],
  ])('that fails %s keeps its reason for administrators, and users see what to do', async (_name, body) => {
    const { error } = await ask(ollama, json(400, body));
    expect(error).toMatchObject({
      code: 'refused',
      reason: expect.stringContaining(words),
      message: 'The AI model rejected this request. Change your message, or contact your administrator.',
    });
  });

  it('with status 200 and an error is reported as an error with its reason', async () => {
    const { error } = await ask(ollama, json(200, { error: { message: 'model not loaded', type: 'api_error' } }));
    expect(error).toMatchObject({ code: 'unavailable', reason: 'model not loaded' });
  });
});

describe('tool calls', () => {
  const calls = (...pieces: object[]) =>
    stream([...pieces.map((piece) => chunk({ tool_calls: [piece] })), chunk({}, 'tool_calls')]);
  it.each<[string, object[]]>([
    [
      'in pieces without an index',
      [{ id: 'c1', function: { name: 'search_web', arguments: '{"a"' } }, { function: { arguments: ':1}' } }],
    ],
    ['with null for arguments', [{ index: 0, id: 'c1', function: { name: 'search_web', arguments: null } }]],
    ['with an object for arguments', [{ index: 0, id: 'c1', function: { name: 'search_web', arguments: { a: 1 } } }]],
    [
      'repeated as a whole',
      [
        { index: 0, id: 'c1', function: { name: 'search_web', arguments: '{"a":1}' } },
        { index: 0, id: 'c1', function: { name: 'search_web', arguments: '{"a":1}' } },
      ],
    ],
    [
      'with the name in every piece',
      ['{"a', '":1', '}'].map((input) => ({ index: 0, function: { name: 'search_web', arguments: input } })),
    ],
  ])('%s run once', async (_name, pieces) => {
    const { content, activities } = await world.ask(
      world.model(ollama),
      [calls(...pieces), ollama.answer(['A.'])],
      question({ tools }),
    );
    expect({ content, activities }).toEqual({ content: 'A.', activities: ['rates'] });
    const said = world.endpoint.requests[1]?.body.messages as { role: string }[];
    expect(said.filter(({ role }) => role === 'tool')).toHaveLength(1);
  });

  it('that all have index 0 are distinguished by their ids, also in pieces', async () => {
    const piece = (id: string, input: string) => ({ index: 0, id, function: { name: 'search_web', arguments: input } });
    const more = { index: 0, function: { arguments: ':1}' } };
    const both = calls(piece('c1', '{"a"'), more, piece('c2', '{"b"'), more);
    await world.ask(world.model(ollama), [both, ollama.answer(['A.'])], question({ tools }));
    const said = world.endpoint.requests[1]?.body.messages as { tool_calls?: object[] }[];
    expect(said.flatMap(({ tool_calls = [] }) => tool_calls)).toEqual([
      { id: 'c1', type: 'function', function: { name: 'search_web', arguments: '{"a":1}' } },
      { id: 'c2', type: 'function', function: { name: 'search_web', arguments: '{"b":1}' } },
    ]);
  });

  it('after white space are sent back without it, because Claude rejects such a text', async () => {
    const call = { index: 0, id: 'c1', function: { name: 'search_web', arguments: '{}' } };
    const said = stream([chunk({ content: '\n\n' }), chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')]);
    const { content } = await world.ask(world.model(ollama), [said, ollama.answer(['A.'])], question({ tools }));
    expect(content.trim()).toBe('A.');
    expect(world.endpoint.requests[1]?.body.messages).toContainEqual(
      expect.objectContaining({ role: 'assistant', content: '', tool_calls: [expect.anything()] }),
    );
  });

  it('after white space are sent back without it to the Responses API', async () => {
    const output = [
      { type: 'message', id: 'm1', content: [{ type: 'output_text', text: '\n\n' }] },
      { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'search_web', arguments: '{}' },
    ];
    const replies = [
      stream([data({ type: 'response.completed', response: { output } })]),
      openAiResponses.answer(['A.']),
    ];
    await world.ask(world.model(openAiResponses), replies, question({ tools }));
    const input = world.endpoint.requests[1]?.body.input as { role?: string; type?: string }[];
    expect(input.map(({ role, type }) => role ?? type)).toEqual([
      'system',
      'user',
      'function_call',
      'function_call_output',
    ]);
  });

  it('with broken input are sent back with an object, also among the items of the Responses API', async () => {
    const output = [
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' },
      { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'search_web', arguments: '{"place": "Be' },
    ];
    const replies = [
      stream([data({ type: 'response.completed', response: { output } })]),
      openAiResponses.answer(['A.']),
    ];
    const { content } = await world.ask(world.model(openAiResponses), replies, question({ tools }));
    expect(content).toBe('A.');
    expect(world.endpoint.requests[1]?.body.input).toContainEqual({ ...output[1], arguments: '{}' });
  });

  // https://github.com/vllm-project/vllm/issues/54686, https://github.com/BerriAI/litellm/issues/12679
  const markup =
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="search_web">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>';

  it('that a server leaves in the text are a mistake: the request is retried, finally without tools', async () => {
    const left = together.answer([markup.slice(0, 5), markup.slice(5)]);
    const model = world.model(together);
    const { content, error, usage } = await world.ask(
      model,
      [left, left, together.answer(['A.'])],
      question({ tools }),
    );
    expect({ content, error }).toEqual({ content: 'A.', error: undefined });
    expect(bodies().map((body) => body.includes('"tools"'))).toEqual([true, true, false]);
    // Each of the three answers is paid for.
    expect(usage).toEqual({ inputTokens: 3 * 13, outputTokens: 3 * 22 });
    expect(model.canCallTools).toBe(true);
  });

  it('that a server leaves after white space do not shift the sources of the next answer', async () => {
    const call = ollama.calls([{ name: 'search_web', input: {} }]);
    const left = ollama.answer(['\n\n', markup]);
    const answer = ollama.answer(['Rates fell [[1]](https://ecb.example/1).']);
    const { content, citations } = await world.ask(world.model(ollama), [call, left, answer], question({ tools }));
    const [{ start, end } = {}] = citations;
    expect(content.slice(start, end)).toBe('[[1]](https://ecb.example/1)');
  });

  it('that a server leaves behind some text fail visibly, and the text is kept', async () => {
    const left = together.answer(['Let me see. ', markup]);
    const { content, error } = await world.ask(world.model(together), [left], question({ tools }));
    expect({ content, code: error?.code }).toEqual({ content: 'Let me see. ', code: 'unavailable' });
  });

  it('run although their opening token is left at the end of the text', async () => {
    const call = { index: 0, id: 'c1', function: { name: 'search_web', arguments: '{}' } };
    const left = stream([
      chunk({ content: 'Let me see.<｜DSML｜' }),
      chunk({ tool_calls: [call] }),
      chunk({}, 'tool_calls'),
    ]);
    const { content } = await world.ask(world.model(together), [left, together.answer(['A.'])], question({ tools }));
    expect(content).toBe('Let me see.\n\nA.');
    expect(bodies()[1]).not.toContain('DSML');
  });

  it('in a block of code are text, and so is all markup if no tools are offered', async () => {
    const text = `It writes:\n\n\`\`\`\n${markup}\n\`\`\`\n`;
    const inCode = await world.ask(world.model(together), [together.answer([text])], question({ tools }));
    expect(inCode).toMatchObject({ content: text, error: undefined });
    expect((await ask(together, together.answer([markup]))).content).toBe(markup);
  });

  it('end with an answer: the last round has no tools, and their results become part of the conversation', async () => {
    const call = ollama.calls([{ name: 'search_web', input: {} }]);
    const replies = [...Array.from({ length: 6 }, () => call), ollama.answer(['A.'])];
    const { content } = await world.ask(world.model(ollama), replies, question({ tools }));
    expect(content).toBe('A.');
    expect(bodies()).toHaveLength(7);
    expect(bodies()[6]).not.toMatch(/"tools"|"tool_calls"|"role":"tool"/);
    expect(bodies()[6]).toContain('ECB: rates fell.');
  });
});
