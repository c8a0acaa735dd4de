/** Random requests for pages and files: each gets a readable error, reveals nothing and redirects nowhere else. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendFile } from '~/server/testing/clients/send-file';
import { unlimited } from '~/server/testing/fakes/unlimited';
import { isPublishedText, pageRequests } from '~/server/testing/inputs/malformed-page-inputs';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';

const seed = 20261126;
const requests = 600;
const leak =
  /prisma|pglite|postgres|node_modules|\bat .*:\d+:\d+|SELECT |INSERT |\$argon2|RangeError|Maximum call stack/i;

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  Object.assign(server.deps, { rateLimiter: unlimited });
  address = await server.listen();
});
afterAll(() => server.close());

it('no request breaks the server, reveals its internals or is redirected to another site', async () => {
  const ada = await signUp(server.deps);
  const { id: conversationId } = await ada.call.conversations.create({});
  await server.deps.db.message.create({ data: { conversationId, role: 'user', content: 'Secret of Ada' } });
  const open = { conversationId, audience: 'everybody' as const };
  const keyOf = ({ url }: { url: string }) => url.slice(url.lastIndexOf('/') + 1);
  const known = {
    share: keyOf(await ada.call.shares.create(open)),
    protectedShare: keyOf(await ada.call.shares.create({ ...open, password: 'a long password' })),
    feed: new URL((await ada.call.follows.createFeed()).url).searchParams.get('key') ?? '',
    object: '',
  };
  const file = { name: 'a.csv', type: 'text/csv', bytes: Buffer.from('a,b\nSecret,file\n') };
  known.object = (await sendFile(address, ada, file)).id;
  const found: string[] = [];
  const seen = new Set<number>();
  for (const sent of fc.sample(pageRequests(known), { seed, numRuns: requests })) {
    const { method, path, headers, body } = sent;
    const response = await fetch(address + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    seen.add(response.status);
    const target = response.headers.get('location');
    const isElsewhere = target !== null && new URL(target, address).origin !== address;
    const isSecret =
      text.includes('Secret,file') || (path.includes(known.protectedShare) && text.includes('Secret of'));
    if (response.status >= 500 || (leak.test(text) && !isPublishedText(path)) || isElsewhere || isSecret)
      found.push(`${response.status} ${target} ${text.slice(0, 200)} for ${JSON.stringify(sent).slice(0, 300)}`);
  }
  expect(found).toEqual([]);
  for (const status of [200, 303, 401, 403, 404]) expect([...seen]).toContain(status);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await ada.call.conversations.get({ conversationId })).toMatchObject({ id: conversationId });
});
