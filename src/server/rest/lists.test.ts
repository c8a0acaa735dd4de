import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type RestResponse } from '~/server/testing/clients/rest-client';
import { newEmail, type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';

let world: RestWorld;
let ada: TestUser;
let admin: TestUser;
let conversationId: string;
let collectionId: string;
const many = 1234;

beforeAll(async () => {
  world = await startRestWorld();
  ada = await world.person();
  admin = await world.person({ isAdmin: true });
  const { db } = world.server.deps;
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000);
  const numbers = Array.from({ length: many }, (_, n) => n);
  await db.conversation.createMany({
    data: numbers.map((n) => ({ userId: ada.user.id, title: `T${n}`, updatedAt: at(n), createdAt: at(n) })),
  });
  conversationId = await world.conversationOf(admin);
  await db.message.createMany({
    data: numbers.map((n) => ({
      conversationId,
      role: n % 2 ? 'assistant' : 'user',
      content: `M${n}`,
      createdAt: at(n),
    })),
  });
  await db.collection.createMany({
    data: numbers.map((n) => ({ userId: ada.user.id, name: `C${n}`, createdAt: at(n) })),
  });
  collectionId = (await admin.call.collections.create({ name: 'Many documents' })).id;
  await db.collectionDocument.createMany({
    data: numbers.map((n) => ({ collectionId, title: `D${n}`, content: '', createdAt: at(n) })),
  });
  await db.user.createMany({ data: numbers.map((n) => ({ email: newEmail(), password: '-', createdAt: at(n) })) });
  await db.invitation.createMany({
    data: numbers.map((n) => ({ email: newEmail(), origin: 'waitlist', createdAt: at(n), expiresAt: at(many) })),
  });
  // Three at a time at the same moment: the order must not depend on the clock alone.
  await db.waitlistSignup.createMany({ data: numbers.map((n) => ({ email: newEmail(), createdAt: at(n) })) });
});
afterAll(() => world.server.close());

const nextOf = ({ headers }: RestResponse) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

async function readAll(path: string, caller: TestUser) {
  const pages: { id: string }[][] = [];
  for (let next: string | undefined = path; next; ) {
    const response: RestResponse = await world.rest.call('GET', next, undefined, caller);
    expect(response.status).toBe(200);
    pages.push(response.body as { id: string }[]);
    next = nextOf(response);
  }
  return pages;
}

describe('a list', () => {
  const lists = () => [
    { path: '/api/conversations', caller: ada, rows: many, isOlder: false },
    { path: `/api/conversations/${conversationId}/messages`, caller: admin, rows: many, isOlder: true },
    { path: '/api/collections', caller: ada, rows: many, isOlder: false },
    { path: `/api/collections/${collectionId}/documents`, caller: admin, rows: many, isOlder: false },
    { path: '/api/admin/users', caller: admin, rows: many + 2, isOlder: false },
    { path: '/api/admin/waitlist', caller: admin, rows: many, isOlder: false },
    { path: '/api/admin/invitations', caller: admin, rows: many, isOlder: false },
  ];

  it('contains up to a thousand rows, and links to the rest', { tags: 'thorough' }, async () => {
    for (const { path, caller, rows } of lists()) {
      const pages = await readAll(path, caller);
      expect({ path, sizes: pages.map((page) => page.length) }).toEqual({ path, sizes: [1000, rows - 1000] });
    }
  });

  it('has the same rows for every page size', async () => {
    for (const { path, caller, rows, isOlder } of lists()) {
      const inOrder = (pages: { id: string }[][]) => (isOlder ? pages.reverse() : pages).flat().map(({ id }) => id);
      const whole = inOrder(await readAll(path, caller));
      expect(new Set(whole).size).toBe(rows);
      for (const limit of [250, 1000]) expect(inOrder(await readAll(`${path}?limit=${limit}`, caller))).toEqual(whole);
    }
  });

  it('is returned newest first; messages oldest first, with links to older ones', async () => {
    const path = `/api/conversations/${conversationId}/messages?limit=2`;
    const newest = await world.rest.call('GET', path, undefined, admin);
    expect((newest.body as { content: string }[]).map(({ content }) => content)).toEqual(['M1232', 'M1233']);
    const older = await world.rest.call('GET', nextOf(newest) as string, undefined, admin);
    expect((older.body as { content: string }[]).map(({ content }) => content)).toEqual(['M1230', 'M1231']);
    const titles = await world.rest.call('GET', '/api/conversations?limit=4', undefined, ada);
    expect((titles.body as { title: string }[])[0]?.title).toBe('T1233');
  });

  it('has no link on the last page', async () => {
    const exact = await world.rest.call('GET', '/api/conversations?limit=1', undefined, admin);
    expect({ rows: (exact.body as []).length, link: exact.headers.get('link') }).toEqual({ rows: 1, link: null });
    const empty = await world.rest.call('GET', '/api/conversations', undefined, await world.person());
    expect({ rows: empty.body, link: empty.headers.get('link') }).toEqual({ rows: [], link: null });
  });

  it('rejects an invalid limit or cursor', async () => {
    for (const { path, caller } of lists()) {
      for (const limit of ['0', '-1', '1001', '1.5', 'x', '', '1e2', '00001'])
        expectError(
          await world.rest.call('GET', `${path}?limit=${limit}`, undefined, caller),
          400,
          'limit must be a whole number from 1 to 1000',
        );
      for (const cursor of ['!', 'x'.repeat(101), '-1.x', '%00', 'zzzzzzzzzzzzz'])
        expectError(await world.rest.call('GET', `${path}?cursor=${cursor}`, undefined, caller), 400);
    }
  });
});

describe('the audit log', () => {
  it('is filtered by the query, and its links keep the filter', async () => {
    for (let n = 0; n < 5; n++) {
      const userId = (await world.person({ email: `filtered_${n}@example.com` })).user.id;
      await admin.call.admin.lock({ userId, isLocked: true });
      await admin.call.admin.lock({ userId, isLocked: false });
    }
    const pages = await readAll('/api/admin/audit?person=filtered_&kind=account-locked&limit=2', admin);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    const subjects = pages.flat().map((event) => (event as unknown as { subject: string }).subject);
    expect(subjects).toEqual([4, 3, 2, 1, 0].map((n) => `filtered_${n}@example.com`));
    const wrong = await world.rest.call('GET', '/api/admin/audit?kind=nonsense', undefined, admin);
    expectError(wrong, 400, 'Unknown event type');
    const twice = await world.rest.call('GET', '/api/admin/audit?kind=setup&kind=sign-in', undefined, admin);
    expectError(twice, 400, 'kind can be given only once');
  });
});
