/** The properties read from each vendor's model list and from its own API for a model. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeModel, isListedAs, listModels, NoModelList } from '~/server/providers/llm/listed-models';
import { listen } from '~/server/testing/fakes/free-port';
import { type ModelListScript, modelLists } from './model-lists';

let server: Server;
let connection: { apiKey: string; baseUrl: string };
let responses: ModelListScript['responses'] = {};
let received: { path: string; body: string; headers: IncomingMessage['headers'] }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = request.url ?? '';
    received.push({ path, body: await text(request), headers: request.headers });
    const body = responses[path];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: { message: 'Not found' } }));
  });
  const port = await listen(server);
  connection = { apiKey: 'sk-test', baseUrl: `http://127.0.0.1:${port}/v1` };
});
afterAll(() => server.close());

const signal = () => new AbortController().signal;
function play(next: ModelListScript['responses']) {
  responses = next;
  received = [];
}

describe.each(modelLists.map((script) => [script.vendor, script] as const))('the list of %s', (_vendor, script) => {
  it('returns the context window, output limit and abilities that the vendor reports', async () => {
    play(script.responses);
    const listed = await listModels(connection, signal());
    const found = listed.find(({ name }) => isListedAs(name, script.model));
    const described = found?.contextTokens ? null : await describeModel(connection, script.model, signal());
    expect({ ...found, ...described }).toEqual({ ...script.expected, name: found?.name });
    for (const { headers } of received) expect(headers.authorization).toBe('Bearer sk-test');
  });

  it('has documented sources', () => {
    expect(script.sources.every((source) => URL.canParse(source))).toBe(true);
  });
});

describe('a model list', () => {
  it('that is missing is an error with its status', async () => {
    play({});
    await expect(listModels(connection, signal())).rejects.toMatchObject({ name: 'NoModelList', status: 404 });
    play({ '/v1/models': { models: [] } });
    await expect(listModels(connection, signal())).rejects.toThrow(NoModelList);
  });

  it('with impossible limits is read without limits', async () => {
    play({ '/v1/models': { data: [{ id: 'odd', max_model_len: -1, max_tokens: '4096' }, { id: '' }, null] } });
    expect(await listModels(connection, signal())).toEqual([
      { name: 'odd', contextTokens: null, maxOutputTokens: null, abilities: {} },
    ]);
  });
});
