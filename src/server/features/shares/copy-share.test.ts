/** Copies of shared conversations: what they contain, and who can make them. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answer } from '~/server/features/exports/document-example';
import { cookieOf } from '~/server/testing/clients/http-client';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import { sharedMessages } from './frozen-messages';
import { passwordProofs } from './share-password.http';

let server: TestServer;
let address: string;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(() => server.close());
afterEach(() => void Object.assign(server.deps.env, { QUOTA_USER_MESSAGES: 0 }));

async function shared(options: { audience?: 'everybody' | 'members'; password?: string } = {}) {
  const { db } = server.deps;
  const { id: conversationId } = await db.conversation.create({ data: { userId: ada.user.id, title: 'Rates' } });
  const metadata = JSON.parse(JSON.stringify(answer.metadata));
  const citations = [{ source: 'secret.pdf', objectId: randomUUID(), quote: 'At 4.5%.' }, ...metadata.citations];
  await db.message.create({
    data: {
      conversationId,
      role: 'user',
      content: 'Where are rates?',
      attachments: [{ type: 'application/pdf', name: 'plan.pdf', size: 1, url: '/objects/x' }],
    },
  });
  await db.message.create({
    data: { conversationId, role: 'assistant', content: answer.content, metadata: { ...metadata, citations } },
  });
  const share = await ada.call.shares.create({ conversationId, audience: 'everybody', ...options });
  return { share, path: new URL(share.url).pathname };
}
const send = (path: string, fields: Record<string, string>, user?: TestUser) =>
  fetch(address + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: user ? { cookie: cookieOf(user.sessionToken) } : {},
  });
const copy = (path: string, user: TestUser | undefined, fields: Record<string, string> = {}) =>
  send(`${path}/continue`, { requestId: randomUUID(), ...fields }, user);
const idOf = (response: Response) =>
  new URL(response.headers.get('location') ?? '', address).searchParams.get('c') ?? '';

it('needs write access: a read-only API token gets 403 and no conversation', async () => {
  const { path } = await shared();
  const copyWith = async (scope: 'read' | 'write') => {
    const { token } = await bob.call.tokens.create({ name: scope, scope, password: testPassword });
    const headers = { authorization: `Bearer ${token}` };
    const body = new URLSearchParams({ requestId: randomUUID() });
    return fetch(`${address}${path}/continue`, { method: 'POST', body, redirect: 'manual', headers });
  };
  const where = { userId: bob.user.id };
  const before = await server.deps.db.conversation.count({ where });
  const refused = await copyWith('read');
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('This API token can only read.');
  expect(await server.deps.db.conversation.count({ where })).toBe(before);
  expect((await copyWith('write')).status).toBe(303);
  expect(await server.deps.db.conversation.count({ where })).toBe(before + 1);
});

it('copies the messages with sources and checks into a conversation that the viewer can continue', async () => {
  const { share, path } = await shared();
  const response = await copy(path, bob);
  expect(response.status).toBe(303);
  const conversationId = idOf(response);
  expect(await bob.call.conversations.get({ conversationId })).toMatchObject({ title: 'Rates', isArchived: false });
  const { items } = await bob.call.messages.list({ conversationId });
  expect(items.map(({ content }) => content)).toEqual(['Where are rates?', answer.content]);
  expect(items.map(({ metadata }) => metadata.imported)).toEqual([{ source: 'shared' }, { source: 'shared' }]);
  expect(items[1]?.parentId).toBe(items[0]?.id);
  const text = JSON.stringify(items);
  expect(text).toContain('"verdict":"quote"');
  expect(text).not.toMatch(/objectId|documentId|snapshotId|plan\.pdf/);
  const sent = await bob.call.messages.send({ conversationId, clientRequestId: randomUUID(), content: 'And now?' });
  expect(sent.userMessage.parentId).toBe(items[1]?.id);
  const log = await server.deps.db.auditEvent.findFirstOrThrow({ where: { kind: 'share-copied' } });
  expect(log).toMatchObject({ actorId: bob.user.id, subjectId: share.id });
});

it('starts the copy of a single answer with a remark, so that the answer can be written again', async () => {
  const { share } = await shared();
  const { conversationId } = await server.deps.db.share.findUniqueOrThrow({ where: { id: share.id } });
  const { items } = await ada.call.messages.list({ conversationId });
  const messageId = items[1]?.id ?? '';
  const metadata = { ...items[1]?.metadata, isAboutInvestments: true };
  await server.deps.db.message.update({
    where: { id: messageId },
    data: { metadata: JSON.parse(JSON.stringify(metadata)) },
  });
  const { url } = await ada.call.shares.create({ messageId, audience: 'everybody' });
  const response = await copy(new URL(url).pathname, bob);
  const copied = await bob.call.messages.list({ conversationId: idOf(response) });
  expect(copied.items.map(({ role, content }) => [role, content])).toEqual([
    ['user', '(The shared link contains no question.)'],
    ['assistant', answer.content],
  ]);
  expect(copied.items[1]?.metadata.isAboutInvestments).toBe(true);
  const again = await bob.call.messages.retry({ messageId: copied.items[1]?.id ?? '' });
  expect(again.assistantMessage.parentId).toBe(copied.items[0]?.id);
});

it('copies an answer whose sources are still checked with the warning about its figures', () => {
  const check = { verdict: 'pending', checkedAt: '' } as const;
  const citations = [{ source: 'A', url: 'https://a.example', check }];
  const citedFigures = [{ start: 0, end: 3, text: '41%', sources: [0] }];
  const [copied] = sharedMessages([{ ...answer, metadata: { citations, citedFigures } }], new Map());
  expect(copied?.metadata).toEqual({
    ...{ imported: { source: 'shared' }, citations: [{ source: 'A', url: 'https://a.example' }] },
    ...{ hasUnconfirmedFigures: true, isAboutInvestments: true },
    unconfirmedFigures: [{ start: 0, end: 3, text: '41%' }],
  });
});

it('makes one copy per request', async () => {
  const { path } = await shared();
  const requestId = randomUUID();
  const [first, again] = [await copy(path, bob, { requestId }), await copy(path, bob, { requestId })];
  expect(idOf(again)).toBe(idOf(first));
  expect(idOf(await copy(path, bob))).not.toBe(idOf(first));
  expect(idOf(await copy(path, ada, { requestId }))).not.toBe(idOf(first));
  const page = await (await fetch(address + path)).text();
  expect(page).toContain(`action="${path}/continue"`);
});

it('sends a visitor to sign-in and back to the page', async () => {
  const { path } = await shared();
  const response = await copy(path, undefined);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`/auth?redirect=${encodeURIComponent(path)}`);
});

it('returns the response of an unknown link for links that show nothing', async () => {
  const expired = await shared();
  await server.deps.db.share.update({ where: { id: expired.share.id }, data: { expiresAt: new Date(0) } });
  const revoked = await shared();
  await ada.call.shares.revoke({ shareId: revoked.share.id });
  const unknown = await copy(`/s/${'a'.repeat(22)}`, bob);
  expect(unknown.status).toBe(404);
  const text = await unknown.text();
  for (const { path } of [expired, revoked]) {
    const response = await copy(path, bob);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(text);
  }
  const { path } = await shared({ audience: 'members' });
  expect((await copy(path, undefined)).status).toBe(404);
  expect((await copy(path, bob)).status).toBe(303);
});

it('copies a protected page only after its password was entered', async () => {
  const { path } = await shared({ password: 'open sesame' });
  const other = await shared({ password: 'another' });
  const page = await (await send(path, { password: 'open sesame' })).text();
  const proof = /name="proof" value="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(page).not.toContain('open sesame');
  expect((await copy(path, bob)).status).toBe(401);
  expect((await copy(path, bob, { proof: 'v1.forged' })).status).toBe(401);
  expect((await copy(other.path, bob, { proof })).status).toBe(401);
  expect((await copy(path, bob, { proof })).status).toBe(303);
});

it('asks for the password of a page that was left open for more than an hour, and then shows that page', async () => {
  const { share, path } = await shared({ password: 'open sesame' });
  const earlier = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 61 * 60_000);
  const proof = passwordProofs(server.deps).create(share);
  earlier.mockRestore();
  const refused = await copy(path, bob, { proof });
  expect(refused.status).toBe(401);
  const action = /<form method="post" action="([^"]+)">/.exec(await refused.text())?.[1] ?? '';
  expect(action).toBe(path);
  const page = await (await send(action, { password: 'open sesame' }, bob)).text();
  const renewed = /name="proof" value="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(renewed).not.toBe('');
  expect((await copy(path, bob, { proof: renewed })).status).toBe(303);
});

it("reports why a copy can't be made", async () => {
  const { share, path } = await shared();
  expect((await send(`${path}/continue`, { requestId: 'x' }, bob)).status).toBe(400);
  Object.assign(server.deps.env, { QUOTA_USER_MESSAGES: 1 });
  const full = await copy(path, bob);
  expect(full.status).toBe(409);
  expect(await full.text()).toContain('1 messages, which is the limit');
  await server.deps.db.$executeRaw`UPDATE shares SET messages = NULL WHERE id = ${share.id}::uuid`;
  expect((await copy(path, bob)).status).toBe(409);
  expect(await (await fetch(address + path)).text()).not.toContain('/continue');
});
