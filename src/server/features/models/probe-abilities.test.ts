/** What a probe concludes from the errors of scripted vendors. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { azureReasoning } from '~/server/providers/llm/vendors/azure';
import { openAiChat, toolsInChat } from '~/server/providers/llm/vendors/openai-chat';
import { json, type VendorScript } from '~/server/providers/llm/vendors/vendor-script';
import { VendorWorld } from '~/server/providers/llm/vendors/vendor-world';
import { xaiResponses } from '~/server/providers/llm/vendors/xai-responses';
import { probeAbilities } from './probe-abilities';

let world: VendorWorld;
beforeAll(async () => {
  world = await VendorWorld.start();
});
afterAll(() => world.endpoint.close());

const connectionOf = ({ baseUrl, model }: VendorScript, api: 'auto' | 'chat') => ({
  apiKey: 'sk-test',
  api,
  baseUrl,
  model,
  proxyUrl: world.endpoint.proxyUrl,
});
const hello = json(200, { choices: [{ message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }] });

it('does not conclude that a model has no tools because Chat Completions reject them with reasoning', async () => {
  world.endpoint.play(hello, toolsInChat);
  expect(await probeAbilities(connectionOf(openAiChat, 'chat'))).toMatchObject({ tools: null });
  world.endpoint.play(hello, openAiChat.rejections.tools ?? openAiChat.empty);
  expect(await probeAbilities(connectionOf(openAiChat, 'chat'))).toMatchObject({ tools: false });
});

it('tries Chat Completions where Azure has no Responses API', async () => {
  world.endpoint.play(json(404, { error: { code: '404', message: 'Resource not found' } }), hello);
  expect(await probeAbilities(connectionOf(azureReasoning, 'auto'))).toMatchObject({ tools: true, webSearch: null });
  expect(world.endpoint.requests[1]?.path).toBe('/openai/v1/chat/completions');
});

it('tests web search only where answers would use it', async () => {
  const whole = json(200, { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Red.' }] }] });
  world.endpoint.play(whole);
  expect(await probeAbilities(connectionOf(azureReasoning, 'auto'))).toMatchObject({ tools: true, webSearch: null });
  expect(JSON.stringify(world.endpoint.requests)).not.toContain('web_search');
  world.endpoint.play(whole);
  expect(await probeAbilities(connectionOf(xaiResponses, 'auto'))).toMatchObject({ webSearch: true });
});
