import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '~/server/features/audit/audit.service';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import { deleteUser, setAdmin, setLocked } from './admin.service';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.investmentPosition.deleteMany();
  await server.deps.db.user.deleteMany();
  admin = await signUp(server.deps, { isAdmin: true });
});

const user = (id: string) => server.deps.db.user.findUnique({ where: { id } });
const newPosition = {
  name: 'Tesla',
  ticker: 'TSLA',
  avgEntryPrice: '180.25',
  purchaseDate: '2024-01-02T00:00:00.000Z',
};
/** The results of concurrent requests, and the codes of their errors. */
const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((call) =>
    call.status === 'fulfilled' ? 'done' : (call.reason as { code: string }).code,
  );

describe('the list of users', () => {
  it('contains all users, newest first, without passwords', async () => {
    const ada = await signUp(server.deps);
    await server.deps.db.user.update({ where: { id: ada.user.id }, data: { createdAt: new Date(Date.now() + 1000) } });
    const { items: users } = await admin.call.admin.userPage({});
    expect(users.map(({ id }) => id)).toEqual([ada.user.id, admin.user.id]);
    expect(Object.keys(users[0] ?? {}).sort()).toEqual(
      [
        'createdAt',
        'email',
        'firstName',
        'hasSecondFactor',
        'id',
        'isAdmin',
        'isEmailConfirmed',
        'isLocked',
        'lastName',
        'profileImageUrl',
        'updatedAt',
      ].sort(),
    );
  });
});

describe('locking', () => {
  it('locks and unlocks with a message, and is idempotent', async () => {
    const ada = await signUp(server.deps);
    const lock = (isLocked: boolean) => admin.call.admin.lock({ userId: ada.user.id, isLocked });
    const message = `${ada.user.email} has been locked. Its sessions have ended and its API tokens are revoked.`;
    for (let n = 0; n < 2; n++) expect(await lock(true)).toEqual({ message });
    expect(await user(ada.user.id)).toMatchObject({ isLocked: true });
    expect(await server.deps.db.session.count({ where: { userId: ada.user.id } })).toBe(0);
    for (let n = 0; n < 2; n++) expect(await lock(false)).toEqual({ message: `${ada.user.email} has been unlocked.` });
    expect(await user(ada.user.id)).toMatchObject({ isLocked: false });
  });

  it('is not allowed for your own account or an unknown one', async () => {
    const self = admin.call.admin.lock({ userId: admin.user.id, isLocked: true });
    await expect(self).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You cannot lock or unlock your own account.',
    });
    const nobody = admin.call.admin.lock({ userId: randomUUID(), isLocked: true });
    await expect(nobody).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'User not found' });
    expect(await user(admin.user.id)).toMatchObject({ isLocked: false });
  });
});

describe('roles', () => {
  it('are granted and revoked with a message, and take effect with the next request', async () => {
    const ada = await signUp(server.deps);
    const { id: userId, email } = ada.user;
    await expect(ada.call.admin.userPage({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await admin.call.admin.setAdmin({ userId, isAdmin: true, password: testPassword })).toEqual({
      message: `${email} is now an administrator.`,
    });
    expect((await ada.call.admin.userPage({})).total).toBe(2);
    expect(await admin.call.admin.setAdmin({ userId, isAdmin: false, password: testPassword })).toEqual({
      message: `${email} is no longer an administrator.`,
    });
    await expect(ada.call.admin.userPage({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    // Revoking admin rights does not sign the user out, and keeps their data.
    expect(await ada.call.auth.user()).toMatchObject({ isAdmin: false });
  });

  it("can't be changed on your own account, on an unknown one, or by a member", async () => {
    const own = admin.call.admin.setAdmin({ userId: admin.user.id, isAdmin: false, password: testPassword });
    await expect(own).rejects.toMatchObject({ code: 'CONFLICT', message: 'You cannot change your own role.' });
    const nobody = admin.call.admin.setAdmin({ userId: randomUUID(), isAdmin: true, password: testPassword });
    await expect(nobody).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'User not found' });
    const ada = await signUp(server.deps);
    const herself = ada.call.admin.setAdmin({ userId: ada.user.id, isAdmin: true, password: testPassword });
    await expect(herself).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it("of the last administrator can't be revoked, not even from the command line", async () => {
    const locked = await signUp(server.deps, { isAdmin: true });
    await admin.call.admin.lock({ userId: locked.user.id, isLocked: true });
    const { id: userId } = admin.user;
    const last = { code: 'conflict', message: expect.stringContaining('least one active administrator') };
    await expect(setAdmin(server.deps, operator, { userId, isAdmin: false })).rejects.toMatchObject(last);
    await expect(setLocked(server.deps, operator, { userId, isLocked: true })).rejects.toMatchObject(last);
    await expect(deleteUser(server.deps, operator, userId)).rejects.toMatchObject(last);
    expect(await user(userId)).toMatchObject({ isAdmin: true, isLocked: false });
    // A locked administrator can be demoted, because they don't count as active.
    await setAdmin(server.deps, operator, { userId: locked.user.id, isAdmin: false });
    expect(await user(locked.user.id)).toMatchObject({ isAdmin: false });
  });
});

describe('deleting', () => {
  it("removes all of the user's data except positions, which the administrator takes over", async () => {
    const { db } = server.deps;
    const ada = await signUp(server.deps, { isAdmin: true });
    await ada.call.conversations.create({});
    await ada.call.positions.add(newPosition);
    await db.collection.create({ data: { userId: ada.user.id, name: 'Reports' } });
    const bob = await signUp(server.deps);
    await bob.call.conversations.create({ title: 'Stays' });
    expect(await admin.call.admin.delete({ userId: ada.user.id })).toEqual({
      message: `${ada.user.email} has been deleted.`,
    });
    expect(await user(ada.user.id)).toBeNull();
    for (const count of [db.conversation, db.collection, db.session] as unknown as {
      count(of: object): Promise<number>;
    }[]) {
      expect(await count.count({ where: { userId: ada.user.id } })).toBe(0);
    }
    expect(await db.investmentPosition.findMany()).toMatchObject([{ userId: admin.user.id, ticker: 'TSLA' }]);
    expect((await bob.call.conversations.list({})).items).toHaveLength(1);
  });

  it('is not allowed for your own account or an unknown one', async () => {
    const self = admin.call.admin.delete({ userId: admin.user.id });
    await expect(self).rejects.toMatchObject({ code: 'CONFLICT', message: 'You cannot delete your own account.' });
    await expect(admin.call.admin.delete({ userId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await user(admin.user.id)).not.toBeNull();
  });

  it('of one user by two administrators at once succeeds once', async () => {
    const second = await signUp(server.deps, { isAdmin: true });
    const ada = await signUp(server.deps);
    const userId = ada.user.id;
    const results = await outcomes([admin.call.admin.delete({ userId }), second.call.admin.delete({ userId })]);
    expect(results.sort()).toEqual(['NOT_FOUND', 'done']);
  });
});

describe('administrators who act on each other concurrently', () => {
  it.each(['delete', 'lock', 'demote'] as const)('leave one of the two when they %s each other', async (action) => {
    for (let round = 0; round < 5; round++) {
      const second = await signUp(server.deps, { isAdmin: true });
      const first = await signUp(server.deps, { isAdmin: true });
      await server.deps.db.user.deleteMany({ where: { id: { notIn: [first.user.id, second.user.id] } } });
      const act = (by: TestUser, { user }: TestUser) =>
        action === 'delete'
          ? by.call.admin.delete({ userId: user.id })
          : action === 'lock'
            ? by.call.admin.lock({ userId: user.id, isLocked: true })
            : by.call.admin.setAdmin({ userId: user.id, isAdmin: false, password: testPassword });
      const results = await outcomes([act(first, second), act(second, first)]);
      expect(results).toContain('done');
      // The slower one finds that the other is the last administrator, or that its own account is gone.
      expect(['CONFLICT', 'UNAUTHORIZED', 'FORBIDDEN']).toContain(results.find((result) => result !== 'done'));
      expect(await server.deps.db.user.count({ where: { isAdmin: true, isLocked: false } })).toBe(1);
    }
  });

  it("with a third one left: an administrator who was just removed can't remove others", async () => {
    for (let round = 0; round < 5; round++) {
      const [first, second] = [
        await signUp(server.deps, { isAdmin: true }),
        await signUp(server.deps, { isAdmin: true }),
      ];
      const results = await outcomes([
        first.call.admin.delete({ userId: second.user.id }),
        second.call.admin.lock({ userId: first.user.id, isLocked: true }),
      ]);
      expect(results.filter((result) => result === 'done')).toHaveLength(1);
      expect(['FORBIDDEN', 'UNAUTHORIZED']).toContain(results.find((result) => result !== 'done'));
    }
  });
});
