/** Shared links: what they show, to whom, and what they never show. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '~/server/features/exports/document-example';
import { rateLimits } from '~/server/lib/rate-limit';
import { cookieOf } from '~/server/testing/clients/http-client';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { Share } from '~/shared/schemas/shares';

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
beforeEach(() => server.deps.rateLimiter.reset('sharePasswordByAddress', '127.0.0.1'));
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(server.deps.env, { PUBLIC_SHARING: 'on' });
});

async function conversation(contents = ['A private question', answer.content]) {
  const { db } = server.deps;
  const { id } = await db.conversation.create({ data: { userId: ada.user.id, title: 'Rates <b>' } });
  await db.message.createMany({
    data: contents.map((content, n) => ({
      conversationId: id,
      role: n % 2 ? 'assistant' : 'user',
      content,
      metadata: n % 2 ? JSON.parse(JSON.stringify(answer.metadata)) : {},
      attachments: n % 2 ? [] : [{ type: 'application/pdf', name: 'secret-plan.pdf', size: 1, url: '/objects/x' }],
    })),
  });
  const { items } = await ada.call.messages.list({ conversationId: id });
  return { conversationId: id, messageId: items[1]?.id ?? '' };
}
const pathOf = ({ url }: Share) => new URL(url).pathname;
const open = (path: string, user?: TestUser) =>
  fetch(address + path, { headers: user ? { cookie: cookieOf(user.sessionToken) } : {} });
const enter = (path: string, password: string, headers: Record<string, string> = {}) =>
  fetch(address + path, { method: 'POST', body: new URLSearchParams({ password }), headers });
/** The copy form has a new request id at each view. */
const withoutRequestId = (text: string) => text.replace(/name="requestId" value="[\w-]+"/, '');
const mark = '<a href="/"><img src="/favicon.svg" alt="" width="28" height="28">qInsight</a>';

/** The text of a page, except its link to sign in, which leads back to the page. */
const textOf = async (response: Response) => (await response.text()).replace(/\?redirect=[^"]+/, '');

/** Everything that a viewer receives, except what differs with each request. */
async function seen(response: Response) {
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'x-request-id', 'content-length', 'etag'].includes(name),
  );
  return { status: response.status, headers, text: await textOf(response) };
}

describe('a public link', () => {
  it('shows the conversation with its sources and checks, in a page without a script or a cookie', async () => {
    const { conversationId } = await conversation();
    const share = await ada.call.shares.create({ conversationId, audience: 'everybody' });
    expect(pathOf(share)).toMatch(/^\/s\/[\w-]{22}$/);
    const response = await open(pathOf(share));
    const text = await response.text();
    expect(response.status).toBe(200);
    for (const part of [
      'Rates &#60;b&#62;',
      'A private question',
      '<strong>4.5%</strong><sup>',
      'Verified quote',
      '<th',
      mark,
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/<script|javascript:|secret-plan|onerror/i);
    expect(text).not.toContain(ada.user.email);
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('shows one answer without the other messages and without the title of its conversation', async () => {
    const { messageId } = await conversation();
    const share = await ada.call.shares.create({ messageId, audience: 'everybody' });
    const text = await (await open(pathOf(share))).text();
    expect(text).toContain('4.5%');
    expect(text).not.toMatch(/A private question|Rates &#60;b/);
  });

  it('shows the content from when it was shared', async () => {
    const { conversationId, messageId } = await conversation();
    const share = await ada.call.shares.create({ conversationId, audience: 'everybody' });
    const textNow = async () => withoutRequestId(await (await open(pathOf(share))).text());
    const before = await textNow();
    await server.deps.db.message.update({ where: { id: messageId }, data: { content: 'Changed later' } });
    await ada.call.conversations.rename({ conversationId, title: 'Renamed' });
    expect(await textNow()).toBe(before);
  });

  it('escapes the content of messages', async () => {
    const hostile =
      '<img src=x onerror=alert(1)> [a](javascript:alert(1)) "><script>alert(1)</script> `<svg onload=1>`';
    const { conversationId } = await conversation([hostile, hostile]);
    const share = await ada.call.shares.create({ conversationId, audience: 'everybody' });
    const text = await (await open(pathOf(share))).text();
    // The only image is our own.
    expect(text.replace(mark, '')).not.toMatch(/<img|<script|<svg|href="javascript/);
    // In an attribute, a quotation mark would end the value.
    expect(text).toContain('&#34;&#62;&#60;script&#62;');
  });
});

describe('links that show nothing', () => {
  it('look the same: unknown, malformed, expired, revoked, of a locked account, and for signed-in users only', async () => {
    const { conversationId } = await conversation();
    const { db } = server.deps;
    const create = () => ada.call.shares.create({ conversationId, audience: 'everybody', password: 'open sesame' });
    const expired = await create();
    await db.share.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1000) } });
    const revoked = await create();
    await ada.call.shares.revoke({ shareId: revoked.id });
    const members = await ada.call.shares.create({ conversationId, audience: 'members' });
    const gone = await conversation();
    const deleted = await ada.call.shares.create({ conversationId: gone.conversationId, audience: 'everybody' });
    await ada.call.conversations.delete({ conversationId: gone.conversationId });
    const thrown = await conversation();
    const discarded = await ada.call.shares.create({ conversationId: thrown.conversationId, audience: 'everybody' });
    await ada.call.conversations.discard({ conversationIds: [thrown.conversationId] });
    const eve = await signUp(server.deps);
    const own = await db.conversation.create({ data: { userId: eve.user.id, title: 'x' } });
    await db.message.create({ data: { conversationId: own.id, role: 'user', content: 'x' } });
    const locked = await eve.call.shares.create({ conversationId: own.id, audience: 'everybody' });
    await db.user.update({ where: { id: eve.user.id }, data: { isLocked: true } });

    const unknown = await seen(await open(`/s/${'a'.repeat(22)}`));
    expect(unknown.status).toBe(404);
    for (const path of [
      ...[expired, revoked, members, deleted, discarded, locked].map(pathOf),
      '/s/x',
      `/s/${randomUUID()}`,
    ])
      expect(await seen(await open(path)), path).toEqual(unknown);
    const posted = await seen(await enter(`/s/${'a'.repeat(22)}`, 'open sesame'));
    for (const path of [expired, revoked, members].map(pathOf))
      expect(await seen(await enter(path, 'open sesame')), path).toEqual(posted);
  });

  it('require sign-in while public sharing is off', async () => {
    const { conversationId } = await conversation();
    const share = await ada.call.shares.create({ conversationId, audience: 'everybody' });
    const forMembers = await ada.call.shares.create({ conversationId });
    expect(await ada.call.shares.contents({ conversationId })).toMatchObject({ allowsEverybody: true });
    Object.assign(server.deps.env, { PUBLIC_SHARING: 'off' });
    expect(await ada.call.shares.contents({ conversationId })).toMatchObject({ allowsEverybody: false });
    expect((await open(pathOf(share))).status).toBe(404);
    expect(await textOf(await open(pathOf(share)))).toBe(await textOf(await open(`/s/${'a'.repeat(22)}`)));
    const copy = await fetch(`${address}${pathOf(share)}/continue`, { method: 'POST', body: new URLSearchParams() });
    expect(copy.status).toBe(404);
    expect((await open(pathOf(share), bob)).status).toBe(200);
    expect((await open(pathOf(forMembers), bob)).status).toBe(200);
    await expect(ada.call.shares.create({ conversationId, audience: 'everybody' })).rejects.toThrow(
      'Public links are turned off',
    );
    expect((await ada.call.shares.create({ conversationId })).audience).toBe('members');
    Object.assign(server.deps.env, { PUBLIC_SHARING: 'on' });
    expect((await open(pathOf(share))).status).toBe(200);
  });
});

describe('a link for signed-in users', () => {
  it('opens for every signed-in user', async () => {
    const { conversationId } = await conversation();
    const share = await ada.call.shares.create({ conversationId });
    expect((await open(pathOf(share), bob)).status).toBe(200);
    const visited = await open(pathOf(share));
    expect(visited.status).toBe(404);
    expect(await visited.text()).toContain(`<a href="/auth?redirect=${encodeURIComponent(pathOf(share))}">sign in</a>`);
  });

  it('that can’t be opened does not ask a signed-in user to sign in', async () => {
    const { conversationId } = await conversation();
    const revoked = await ada.call.shares.create({ conversationId });
    await ada.call.shares.revoke({ shareId: revoked.id });
    const unknown = await seen(await open(`/s/${'a'.repeat(22)}`, bob));
    expect(unknown).toMatchObject({ status: 404, text: expect.stringContaining('only its members can open it') });
    expect(unknown.text).not.toContain('/auth');
    expect(await seen(await open(pathOf(revoked), bob))).toEqual(unknown);
  });
});

describe('a password', () => {
  it('is required, and never stored or sent in plain text', async () => {
    const { conversationId } = await conversation();
    const share = await ada.call.shares.create({ conversationId, audience: 'everybody', password: 'open sesame' });
    expect(share.isProtected).toBe(true);
    const asked = await open(pathOf(share));
    expect(asked.status).toBe(401);
    expect(await asked.text()).not.toContain('4.5%');
    expect((await enter(pathOf(share), 'wrong')).status).toBe(401);
    const shown = await enter(pathOf(share), 'open sesame');
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('4.5%');
    expect(shown.headers.getSetCookie()).toEqual([]);
    const row = await server.deps.db.share.findUniqueOrThrow({ where: { id: share.id } });
    expect(row.passwordHash).toMatch(/^\$argon2id/);
  });

  it("can't be guessed without limit, or from another site", async () => {
    const { conversationId } = await conversation();
    const share = await ada.call.shares.create({ conversationId, audience: 'everybody', password: 'open sesame' });
    const foreign = await enter(pathOf(share), 'open sesame', { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const statuses = [];
    for (let n = 0; n < 31; n++) statuses.push((await enter(pathOf(share), 'wrong')).status);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([401]));
    const refused = await enter(pathOf(share), 'open sesame');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the list of links', () => {
  it('has the user’s own links, newest first, and the audit log has their creation and end', async () => {
    const eve = await signUp(server.deps);
    const { id: conversationId } = await eve.call.conversations.create({ title: 'Mine' });
    await server.deps.db.message.create({ data: { conversationId, role: 'user', content: 'Hi' } });
    const first = await eve.call.shares.create({ conversationId, expiresInDays: 7 });
    const second = await eve.call.shares.create({ conversationId });
    expect((await eve.call.shares.list({})).items).toEqual([second, first]);
    const part = await eve.call.shares.list({ limit: 1 });
    expect((await eve.call.shares.list({ limit: 1, cursor: part.nextCursor })).items).toEqual([first]);
    await eve.call.shares.revoke({ shareId: first.id });
    expect((await eve.call.shares.list({})).items).toEqual([second]);
    const kinds = await server.deps.db.auditEvent.findMany({
      where: { actorId: eve.user.id, kind: { startsWith: 'share-' } },
      select: { kind: true },
      orderBy: { id: 'asc' },
    });
    expect(kinds.map(({ kind }) => kind)).toEqual(['share-created', 'share-created', 'share-revoked']);
  });
});

describe('the content of a link', () => {
  it('is read for those with access only', async () => {
    const opened = vi.spyOn(server.deps.db.texts, 'openJson');
    const { conversationId } = await conversation();
    const forMembers = await ada.call.shares.create({ conversationId });
    const share = await ada.call.shares.create({ conversationId, audience: 'everybody', password: 'open sesame' });
    opened.mockClear();
    expect((await open(pathOf(forMembers))).status).toBe(404);
    expect((await open(pathOf(share))).status).toBe(401);
    expect((await enter(pathOf(share), 'wrong')).status).toBe(401);
    const cookie = cookieOf(bob.sessionToken);
    expect((await enter(`${pathOf(share)}/continue`, '', { cookie })).status).toBe(401);
    expect(opened).not.toHaveBeenCalled();
    expect((await enter(pathOf(share), 'open sesame')).status).toBe(200);
    expect(opened.mock.calls.map(([, field]) => field)).toEqual(['paper']);
  });

  it('of a link without a password is rendered once, with a new request id for each view', async () => {
    const opened = vi.spyOn(server.deps.db.texts, 'openJson');
    const { conversationId } = await conversation();
    const share = await ada.call.shares.create({ conversationId, audience: 'everybody' });
    opened.mockClear();
    const texts = [];
    for (let n = 0; n < 3; n++) texts.push(await (await open(pathOf(share))).text());
    expect(opened).toHaveBeenCalledTimes(1);
    expect(new Set(texts).size).toBe(3);
    expect(new Set(texts.map(withoutRequestId)).size).toBe(1);
    await ada.call.shares.revoke({ shareId: share.id });
    expect((await open(pathOf(share))).status).toBe(404);
  });

  it("can't be requested without limit from one IP address", async () => {
    const path = `/s/${'a'.repeat(22)}`;
    const limited = ['sharedPagesByAddress', '127.0.0.1'] as const;
    await server.deps.rateLimiter.reset(...limited);
    expect((await open(path)).status).toBe(404);
    for (let n = 1; n < rateLimits.sharedPagesByAddress.points; n++) await server.deps.rateLimiter.consume(...limited);
    const refused = await open(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain(rateLimits.sharedPagesByAddress.words);
    await server.deps.rateLimiter.reset(...limited);
    expect((await open(path)).status).toBe(404);
  });
});
