/** SEARCH_PROVIDER=none turns off the searches that providers host, including those of endpoints in the database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSummary } from '~/server/features/context/write-summary';
import { createToken } from '~/server/features/tokens/tokens.service';
import { noLibrary } from '~/server/generation/library';
import { checkEndpoints } from '~/server/operator/doctor/model-endpoints';
import { perplexity } from '~/server/providers/llm/vendors/perplexity';
import { type ScriptedEndpoint, startScriptedEndpoint } from '~/server/providers/llm/vendors/scripted-endpoint';
import { json, type VendorScript } from '~/server/providers/llm/vendors/vendor-script';
import { xaiResponses } from '~/server/providers/llm/vendors/xai-responses';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import { createSecretBox } from './endpoint-secrets';

let endpoint: ScriptedEndpoint;
let address: string;
let servers: Record<'auto' | 'none', { server: TestServer; admin: TestUser }>;

beforeAll(async () => {
  endpoint = await startScriptedEndpoint();
  const start = async (SEARCH_PROVIDER: string) => {
    const server = await startTestServer({ env: { SEARCH_PROVIDER } });
    return { server, admin: await signUp(server.deps, { isAdmin: true }) };
  };
  servers = { auto: await start('auto'), none: await start('none') };
  address = await servers.none.server.listen();
});
afterAll(async () => {
  for (const { server } of Object.values(servers)) await server.close();
  await endpoint.close();
});

async function offer(by: 'auto' | 'none', { name, baseUrl, model, api }: VendorScript): Promise<string> {
  const { call } = servers[by].admin;
  const { id: endpointId } = await call.models.createEndpoint({ name, baseUrl, api, proxyUrl: endpoint.proxyUrl });
  return (await call.models.add({ endpointId, name: model, abilities: { webSearch: true } })).id;
}

async function ask(by: 'auto' | 'none', id: string, answer = xaiResponses.answer(['Yes.'])) {
  const { server, admin } = servers[by];
  const { model, abilities } = await server.deps.models.choose(admin.user, id);
  endpoint.play(answer);
  const turns = [{ role: 'user' as const, content: 'Hello' }];
  const question = { systemPrompt: '', turns, library: noLibrary };
  for await (const _ of model.stream(question, new AbortController().signal));
  const [asked] = endpoint.requests;
  return { canSearchWeb: model.canSearchWeb, webSearch: abilities.webSearch, body: asked?.body };
}

it('offers no search to the model of a stored endpoint, whatever an administrator has set for it', async () => {
  const [on, off] = [await offer('auto', xaiResponses), await offer('none', xaiResponses)];
  const searching = await ask('auto', on);
  expect(searching).toMatchObject({ canSearchWeb: true, webSearch: true });
  expect(JSON.stringify(searching.body)).toContain('"web_search"');
  const silent = await ask('none', off);
  expect(silent).toMatchObject({ canSearchWeb: false, webSearch: false });
  expect(JSON.stringify(silent.body)).not.toMatch(/web_search|x_search/);
});

it('sends the search to any other endpoint with the Responses API for which an administrator has set it', async () => {
  const gateway = { ...xaiResponses, name: 'Gateway', baseUrl: 'http://gateway.example/v1', api: 'responses' as const };
  const [on, off] = [await offer('auto', gateway), await offer('none', gateway)];
  const searching = await ask('auto', on);
  expect(searching.canSearchWeb).toBe(true);
  expect(searching.body?.tools).toEqual([{ type: 'web_search' }]);
  expect(JSON.stringify((await ask('none', off)).body)).not.toContain('web_search');
});

it('turns off the search of a provider that always searches', async () => {
  const [on, off] = [await offer('auto', perplexity), await offer('none', perplexity)];
  expect((await ask('auto', on, perplexity.answer(['Yes.']))).body).not.toHaveProperty('disable_search');
  const silent = await ask('none', off, perplexity.answer(['Yes.']));
  expect(silent).toMatchObject({ canSearchWeb: false, body: { disable_search: true } });
});

it('also applies to requests that programs send to /v1', async () => {
  const { server, admin } = servers.none;
  const input = { name: 'Program', scope: 'write', password: testPassword } as const;
  const { token } = await createToken(server.deps, { by: admin.user, caller: null }, input);
  const model = await offer('none', { ...perplexity, name: 'Perplexity for programs' });
  endpoint.play(json(200, { choices: [{ index: 0, message: { content: 'Yes.' } }] }));
  const complete = (more: object) =>
    fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }], ...more }),
    });
  const search = { type: 'web_search' };
  for (const more of [{ web_search_options: {} }, { tools: [search] }, { tools: [{ google_search: {} }] }])
    expect((await complete(more)).status).toBe(400);
  expect(endpoint.requests).toEqual([]);
  const tools = [{ type: 'function', function: { name: 'get_price', parameters: {} } }];
  expect((await complete({ tools, web_search_options: null })).status).toBe(200);
  expect(endpoint.requests).toMatchObject([{ body: { disable_search: true, tools } }]);
});

it('also applies to testing a model, detecting its abilities, and doctor', async () => {
  const id = await offer('none', { ...xaiResponses, name: 'xAI again' });
  const { call } = servers.none.admin;
  endpoint.play(xaiResponses.answer(['Yes.']));
  expect(await call.models.test({ id })).toMatchObject({ ok: true });
  expect(JSON.stringify(endpoint.requests)).not.toContain('web_search');

  const whole = json(200, { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Yes.' }] }] });
  endpoint.play(whole);
  // Not tested, so the administrator's setting stays for when search is turned on again.
  expect((await call.models.probe({ id })).abilities.webSearch).toBe(true);
  expect(JSON.stringify(endpoint.requests)).not.toContain('web_search');

  endpoint.play(xaiResponses.answer(['Yes.']));
  const { env } = servers.none.server.deps;
  const { baseUrl, api, model } = xaiResponses;
  const secrets = createSecretBox(env).seal(baseUrl, { apiKey: 'key', proxyUrl: endpoint.proxyUrl });
  const [found] = await checkEndpoints(env, [{ name: 'xAI', baseUrl, api, secrets, models: [model] }]);
  expect(found).toMatchObject({ state: 'ok' });
  expect(endpoint.requests.map(({ path }) => path)).toContain('/v1/responses');
  expect(JSON.stringify(endpoint.requests)).not.toContain('web_search');
});

it('is tested again if an earlier test found no search, except where search is turned off', async () => {
  const whole = json(200, { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Yes.' }] }] });
  const probe = async (by: 'auto' | 'none') => {
    const { models } = servers[by].admin.call;
    const id = await offer(by, { ...xaiResponses, name: 'xAI without a search' });
    await models.update({ id, abilities: { webSearch: false } });
    endpoint.play(whole);
    return (await models.probe({ id })).abilities.webSearch;
  };
  expect([await probe('auto'), await probe('none')]).toEqual([true, false]);
});

it('never searches the web for the summary of a conversation, which would turn its words into queries', async () => {
  const { server, admin } = servers.auto;
  const bodyOf = async (script: VendorScript, answer: ReturnType<VendorScript['answer']>) => {
    const chosen = await server.deps.models.choose(admin.user, await offer('auto', { ...script, name: script.model }));
    endpoint.play(answer);
    const use = { key: `summary:${script.model}`, userId: admin.user.id, purpose: 'summary' as const, chosen };
    const turns = [{ role: 'user' as const, content: 'We close the plant in May.' }];
    const summary = await writeSummary(server.deps, use, undefined, turns, 4000, new AbortController().signal);
    expect(summary).toBe('Yes.');
    return endpoint.requests[0]?.body;
  };
  expect(JSON.stringify(await bodyOf(xaiResponses, xaiResponses.answer(['Yes.'])))).not.toMatch(/web_search|x_search/);
  expect(await bodyOf(perplexity, perplexity.answer(['Yes.']))).toMatchObject({ disable_search: true });
});
