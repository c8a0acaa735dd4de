/** Errors about one image or one effort: the next request of the same model has its own again. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelParameters } from '~/server/providers/llm/types';
import { anthropic } from './anthropic';
import { gemini } from './gemini';
import { ollama } from './ollama';
import { openAiChat } from './openai-chat';
import { openAiResponses } from './openai-responses';
import { json, type Reply, type VendorScript } from './vendor-script';
import { question, VendorWorld } from './vendor-world';
import { xaiResponses } from './xai-responses';

let world: VendorWorld;
beforeAll(async () => {
  world = await VendorWorld.start();
});
afterAll(() => world.endpoint.close());
afterEach(() => {
  vi.useRealTimers();
});

const bodies = () => world.endpoint.requests.map(({ body }) => JSON.stringify(body));
const withImage = (type: string) =>
  question({ turns: [{ role: 'user', content: 'What is this?', images: [{ type, base64: 'R0lGODlh' }] }] });

describe('an image that is rejected', () => {
  it.each<[string, VendorScript, Reply]>([
    [
      // https://github.com/Mai-with-u/MaiBot/issues/1435
      'Gemini, by its type',
      gemini,
      json(400, [{ error: { code: 400, message: 'Unsupported MIME type: image/gif', status: 'INVALID_ARGUMENT' } }]),
    ],
    [
      // https://github.com/marketing-factory/ai-filemetadata/issues/20
      'OpenAI, by its format',
      openAiResponses,
      json(400, {
        error: {
          message:
            "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
          type: 'invalid_request_error',
          param: null,
          code: 'sanitizer_server_error',
        },
      }),
    ],
    [
      // https://github.com/cline/cline/issues/4883
      'xAI, by its content',
      xaiResponses,
      json(400, {
        code: 'Client specified an invalid argument',
        error: 'Invalid request content: Downloaded response does not contain a valid JPG or PNG image.',
      }),
    ],
    [
      // https://github.com/anthropics/claude-code/issues/4778
      'Anthropic, by its size',
      anthropic,
      json(400, {
        error: {
          message:
            'messages.0.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
          type: 'invalid_request_error',
        },
      }),
    ],
  ])('by %s is left out of one answer, and the next image is sent', async (_name, vendor, rejection) => {
    const model = world.model(vendor);
    const first = await world.ask(model, [rejection, vendor.answer(['A.'])], withImage('image/gif'));
    expect(first).toMatchObject({ content: 'A.', error: undefined });
    expect(first.activities).toEqual(["Image left out: this AI model couldn't read it"]);
    await world.ask(model, [vendor.answer(['A.'])], withImage('image/png'));
    expect(bodies()).toEqual([expect.stringContaining('data:image/png')]);
  });
});

/** https://github.com/anomalyco/opencode/issues/4451, https://github.com/Laisky/one-api/issues/266 */
const unsupported = (param: string, value: string, others: string) =>
  json(400, {
    error: {
      message: `Unsupported value: '${value}' is not supported with the 'gpt-5.1' model. Supported values are: ${others}.`,
      type: 'invalid_request_error',
      param,
      code: 'unsupported_value',
    },
  });

describe.each([
  ['Chat Completions', openAiChat, 'reasoning_effort'],
  ['Responses', openAiResponses, 'reasoning.effort'],
] as const)('an effort that is rejected in %s', (_name, vendor, param) => {
  const asked = (effort: NonNullable<ModelParameters['effort']>) => question({ parameters: { effort } });
  const efforts = () =>
    world.endpoint.requests.map(
      ({ body }) => body.reasoning_effort ?? (body.reasoning as { effort?: string } | undefined)?.effort,
    );

  it('is replaced by the closest one, and other efforts are still sent', async () => {
    const model = world.model(vendor);
    const rejection = unsupported(param, 'minimal', "'none', 'low', 'medium', and 'high'");
    const { content } = await world.ask(model, [rejection, vendor.answer(['A.'])], asked('minimal'));
    expect({ content, efforts: efforts() }).toEqual({ content: 'A.', efforts: ['minimal', 'low'] });
    await world.ask(model, [vendor.answer(['A.'])], asked('high'));
    expect(efforts()).toEqual(['high']);
    await world.ask(model, [vendor.answer(['A.'])], asked('minimal'));
    expect(efforts()).toEqual(['low']);
  });

  it('is left out if no other one is supported', async () => {
    const model = world.model(vendor);
    const rejection = unsupported(param, 'high', "'none' and 'xhigh'");
    const { content } = await world.ask(model, [rejection, vendor.answer(['A.'])], asked('high'));
    expect({ content, efforts: efforts() }).toEqual({ content: 'A.', efforts: ['high', undefined] });
  });

  it('is left out if an endpoint rejects even the listed one', async () => {
    const model = world.model(vendor);
    const replies = ['minimal', 'low'].map((value) => unsupported(param, value, "'low' and 'high'"));
    const { content } = await world.ask(model, [...replies, vendor.answer(['A.'])], asked('minimal'));
    expect({ content, efforts: efforts() }).toEqual({ content: 'A.', efforts: ['minimal', 'low', undefined] });
  });

  it('is tried again after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const model = world.model(vendor);
    const rejection = unsupported(param, 'minimal', "'low'");
    await world.ask(model, [rejection, vendor.answer(['A.'])], asked('minimal'));
    vi.setSystemTime(Date.now() + 61 * 60_000);
    await world.ask(model, [vendor.answer(['A.'])], asked('minimal'));
    expect(efforts()).toEqual(['minimal']);
  });
});

describe('an effort that Ollama rejects', () => {
  const rejection = (message: string, status = 400) =>
    json(status, {
      error: { message, type: status === 400 ? 'invalid_request_error' : 'api_error', param: null, code: null },
    });
  const asked = (effort: NonNullable<ModelParameters['effort']>) => question({ parameters: { effort } });
  const efforts = () => world.endpoint.requests.map(({ body }) => body.reasoning_effort);

  it('because it has no such value is replaced by the closest one', async () => {
    const model = world.model(ollama);
    const words = `invalid reasoning value: 'minimal' (must be "high", "medium", "low", "max", or "none")`;
    const { content } = await world.ask(model, [rejection(words), ollama.answer(['A.'])], asked('minimal'));
    expect({ content, efforts: efforts() }).toEqual({ content: 'A.', efforts: ['minimal', 'low'] });
    await world.ask(model, [ollama.answer(['A.'])], asked('high'));
    expect(efforts()).toEqual(['high']);
  });

  it.each([400, 500])('because the model has no levels is left out for an hour (%i)', async (status) => {
    const model = world.model(ollama);
    const words = 'think value "medium" is not supported for this model';
    const { content } = await world.ask(model, [rejection(words, status), ollama.answer(['A.'])], asked('medium'));
    expect({ content, efforts: efforts() }).toEqual({ content: 'A.', efforts: ['medium', undefined] });
    await world.ask(model, [ollama.answer(['A.'])], asked('high'));
    expect(efforts()).toEqual([undefined]);
  });
});
