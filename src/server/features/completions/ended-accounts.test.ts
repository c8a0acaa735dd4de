/** Completions that run while their account or API token ends. */
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createToken } from '~/server/features/tokens/tokens.service';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

let server: TestServer;
let vendor: ModelServer;
let address: string;
let admin: TestUser;

beforeAll(async () => {
  vendor = await startModelServer();
  server = await startTestServer({ env: { AI_BASE_URL: vendor.baseUrl, AI_MODEL: 'house', AI_API_KEY: 'sk-house' } });
  address = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterEach(() => vendor.reset());
afterAll(async () => {
  await server.close();
  await vendor.close();
});

const close = {
  'is locked': ({ user }: TestUser) => admin.call.admin.lock({ userId: user.id, isLocked: true }),
  'is deleted': ({ user }: TestUser) => admin.call.admin.delete({ userId: user.id }),
};

it.each([
  ['is locked', 'passed on', {}],
  ['is deleted', 'passed on', {}],
  ['is locked', 'with our own tools', { qinsight: { collections: true } }],
] as const)(
  'of an account that %s end at once: the answer is cut off and the endpoint stops (%s)',
  async (how, _, own) => {
    const ada = await signUp(server.deps);
    const input = { name: 'Program', scope: 'write', password: testPassword } as const;
    const { token } = await createToken(server.deps, { by: ada.user, caller: null }, input);
    const client = new OpenAI({ apiKey: token, baseURL: `${address}/v1`, maxRetries: 0 });
    vendor.queue({ text: 'One two three four', pauseAfterTokens: 2 });
    const messages = [{ role: 'user' as const, content: 'Count.' }];
    const stream = await client.chat.completions.create({ model: 'house', messages, stream: true, ...own });
    let closed: Promise<unknown> | undefined;
    const readAll = async () => {
      for await (const _chunk of stream) closed ??= close[how](ada);
    };
    await expect(readAll()).rejects.toThrow();
    await closed;
    const asked = vendor.requests.at(-1);
    await asked?.aborted;
    expect(asked?.finished).toBe(false);
  },
);
