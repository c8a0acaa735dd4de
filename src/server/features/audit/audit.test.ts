import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callHttp, sessionFrom } from '~/server/testing/clients/http-client';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import type { AuditKind } from '~/shared/schemas/audit';
import { pruneAudit, recordAudit } from './audit.service';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({
    env: { SETUP_ADMIN_EMAIL: 'founder@example.com', SETUP_TOKEN: 'open sesame', TRUST_PROXY: '1' },
  });
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

/** Audit events of one kind, newest first. */
const entriesOf = async (kind: AuditKind) => (await admin.call.audit.list({ kind })).items;
const note = (label: string, more: Partial<Parameters<typeof recordAudit>[1] & object> = {}) =>
  recordAudit(server.deps, { kind: 'sign-in', actor: { email: label }, caller: null, ...more });
/** Moves an event into the past. Only the owner of the tables can do that, by disabling the triggers. */
async function age(label: string, days: number) {
  const { db } = server.deps;
  await db.$executeRawUnsafe('ALTER TABLE audit_events DISABLE TRIGGER audit_events_kept');
  await db.$executeRaw`UPDATE audit_events SET at = now() - make_interval(days => ${days}::int) WHERE actor = ${label}`;
  await db.$executeRawUnsafe('ALTER TABLE audit_events ENABLE TRIGGER audit_events_kept');
}

describe('the audit log', () => {
  it('records sign-up, sign-in and sign-out of a user with IP address, device and request', async () => {
    const address = await server.listen();
    const email = 'ada@example.com';
    const input = { email: 'Ada@Example.com', password: 'correct horse' };
    const from = { headers: { 'user-agent': 'A browser', 'x-request-id': 'the-request' } };
    expect((await callHttp(address, 'mutation', 'auth.register', input, from)).status).toBe(200);
    expect((await entriesOf('sign-up'))[0]).toMatchObject({
      actor: email,
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
      requestId: 'the-request',
      details: { device: 'A browser' },
    });
    const signedIn = await callHttp(address, 'mutation', 'auth.login', input, from);
    const cookie = /qinsight_session=([a-z0-9]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] as string;
    const { id } = await server.deps.db.user.findUniqueOrThrow({ where: { email } });
    expect((await entriesOf('sign-in'))[0]).toMatchObject({ actor: email, actorId: id, requestId: 'the-request' });
    await callHttp(address, 'mutation', 'auth.logout', undefined, { sessionToken: cookie });
    expect((await entriesOf('sign-out'))[0]).toMatchObject({ actor: email, actorId: id });
    // Signing out again is not recorded.
    await callHttp(address, 'mutation', 'auth.logout', undefined, { sessionToken: cookie });
    expect(await entriesOf('sign-out')).toHaveLength(1);
  });

  it('records failed sign-ins with the email, in the same way for known and unknown accounts', async () => {
    const visitor = callerFor(server.deps, null);
    for (const email of ['Ada@example.com', 'nobody@example.com'])
      await expect(visitor.auth.login({ email, password: 'wrong' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const [unknown, known] = await entriesOf('sign-in-failed');
    expect(known).toMatchObject({ actor: null, subject: 'ada@example.com', subjectId: expect.any(String) });
    expect(unknown).toMatchObject({ actor: null, subject: 'nobody@example.com', subjectId: null });
  });

  it('never contains a password, not even one typed into the email field', async () => {
    const visitor = callerFor(server.deps, null);
    for (const email of ['correct horse', 'hunter2'])
      await expect(visitor.auth.login({ email, password: 'battery staple' })).rejects.toThrow();
    const everything = JSON.stringify((await admin.call.audit.list({})).items);
    for (const secret of ['correct horse', 'hunter2', 'battery staple', '$argon2'])
      expect(everything).not.toContain(secret);
  });

  it('records changes to a user’s ways to sign in, and the right password for a locked account', async () => {
    const address = await server.listen();
    const [email, password, newPassword] = ['carol@example.com', 'correct horse', 'battery staple'];
    const { headers } = await callHttp(address, 'mutation', 'auth.register', { email, password });
    let sessionToken = sessionFrom(headers) as string;
    const as = (path: string, input: object) => callHttp(address, 'mutation', path, input, { sessionToken });
    const wrong = { currentPassword: 'wrong one', newPassword };
    expect((await as('auth.changePassword', wrong)).status).toBe(400);
    const changed = await as('auth.changePassword', { currentPassword: password, newPassword });
    expect(changed.status).toBe(200);
    sessionToken = sessionFrom(changed.headers) as string;
    const { id } = (await as('tokens.create', { name: 'Weekly report', password: newPassword })).data as { id: string };
    expect((await as('tokens.revoke', { id })).status).toBe(200);
    const { id: userId } = await server.deps.db.user.findUniqueOrThrow({ where: { email } });
    await admin.call.admin.lock({ userId, isLocked: true });
    const tried = await callHttp(address, 'mutation', 'auth.login', { email, password: newPassword });
    expect(tried.status).toBe(403);

    const { items } = await admin.call.audit.list({ person: email });
    expect(items.map(({ kind }) => kind)).toEqual([
      'sign-in-while-locked',
      'account-locked',
      'api-token-revoked',
      'api-token-created',
      'password-changed',
      'sign-up',
    ]);
    for (const event of items)
      if (event.kind !== 'account-locked')
        expect(event).toMatchObject({
          actor: email,
          actorId: userId,
          ip: expect.any(String),
          requestId: expect.any(String),
        });
  });

  it('records locking, unlocking, role changes and deletion of accounts, once per actual change', async () => {
    const bob = await signUp(server.deps, { email: 'bob@example.com' });
    const { id: userId } = bob.user;
    for (let n = 0; n < 2; n++) await admin.call.admin.lock({ userId, isLocked: true });
    await admin.call.admin.lock({ userId, isLocked: false });
    for (let n = 0; n < 2; n++) await admin.call.admin.setAdmin({ userId, isAdmin: true, password: testPassword });
    await admin.call.admin.setAdmin({ userId, isAdmin: false, password: testPassword });
    await admin.call.admin.delete({ userId });
    const { items } = await admin.call.audit.list({ person: 'bob@example.com' });
    expect(items.map(({ kind }) => kind)).toEqual([
      'account-data-erased',
      'account-deleted',
      'account-demoted',
      'account-promoted',
      'account-unlocked',
      'account-locked',
    ]);
    const [erased, ...others] = items;
    expect(erased).toMatchObject({ actor: null, subjectId: userId });
    for (const event of others)
      expect(event).toMatchObject({ actor: admin.user.email, actorId: admin.user.id, subjectId: userId });
  });

  it('does not record actions that were rejected and rolled back', async () => {
    const before = (await admin.call.audit.list({})).items[0]?.id;
    await expect(admin.call.admin.lock({ userId: admin.user.id, isLocked: true })).rejects.toThrow();
    await expect(admin.call.admin.delete({ userId: crypto.randomUUID() })).rejects.toThrow();
    await expect(admin.call.waitlist.delete({ id: crypto.randomUUID() })).rejects.toThrow();
    expect((await admin.call.audit.list({})).items[0]?.id).toBe(before);
  });

  it('records completed and rejected setup, and removed waitlist entries', async () => {
    const founder = await signUp(server.deps, { email: 'founder@example.com' });
    const stranger = await signUp(server.deps);
    for (let n = 0; n < 2; n++) await founder.call.setup.run({ token: 'open sesame' });
    expect(await entriesOf('setup')).toMatchObject([
      { actor: 'founder@example.com', details: { madeAdmin: true, positionsCreated: 6 } },
    ]);
    await expect(stranger.call.setup.run({})).rejects.toThrow();
    expect((await entriesOf('setup-refused'))[0]).toMatchObject({
      actor: stranger.user.email,
      details: { isAllowed: false },
    });
    const entry = await server.deps.db.waitlistSignup.create({ data: { email: 'waiting@example.com' } });
    await admin.call.waitlist.delete({ id: entry.id });
    expect((await entriesOf('waitlist-entry-deleted'))[0]).toMatchObject({
      actor: admin.user.email,
      subject: 'waiting@example.com',
      subjectId: entry.id,
    });
  });
});

describe('the stored audit log', () => {
  it("can't be changed, emptied or partly deleted, not even by the server itself", async () => {
    const { db } = server.deps;
    await note('kept@example.com');
    const count = await db.auditEvent.count();
    const attempts = [
      () => db.auditEvent.updateMany({ data: { actor: 'somebody else' } }),
      () => db.auditEvent.deleteMany(),
      () => db.$executeRaw`DELETE FROM audit_events`,
      () => db.$executeRaw`TRUNCATE audit_events`,
      () => db.$executeRaw`INSERT INTO audit_events (id, kind) SELECT id, 'sign-in' FROM audit_events
        ON CONFLICT (id) DO UPDATE SET actor = 'somebody else'`,
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/append-only/);
    expect(await db.auditEvent.count()).toBe(count);
    expect(await db.auditEvent.count({ where: { actor: 'somebody else' } })).toBe(0);
  });

  it('keeps events for the configured number of days, and deletes older ones', async () => {
    await note('old@example.com');
    await note('young@example.com');
    await age('old@example.com', 366);
    await age('young@example.com', 364);
    expect(await pruneAudit(server.deps)).toBe(1);
    const left = (await server.deps.db.auditEvent.findMany({ where: { actor: { not: null } } })).map(
      ({ actor }) => actor,
    );
    expect(left).toContain('young@example.com');
    expect(left).not.toContain('old@example.com');
    // The job's permission to delete ends with its transaction.
    await expect(server.deps.db.auditEvent.deleteMany()).rejects.toThrow(/append-only/);
    expect(await pruneAudit(server.deps)).toBe(0);
  });

  it('is paged newest first, with every event once, while new ones are added', async () => {
    for (let n = 0; n < 25; n++) await note(`reader-${n}@example.com`);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await admin.call.audit.list({ person: 'reader-', cursor, limit: 7 });
      seen.push(...page.items.map(({ actor }) => actor as string));
      await note(`reader-late-${seen.length}@example.com`);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `reader-${24 - n}@example.com`));
  });

  it('finds a user by any part of the email, as actor or subject, and treats LIKE wildcards literally', async () => {
    await note('under_score@example.com');
    await note('underXscore@example.com');
    await note('50%off@example.com', { subject: { label: 'Under_Score@example.com' } });
    const found = async (person: string) => (await admin.call.audit.list({ person })).items.map(({ actor }) => actor);
    expect(await found('under_score')).toEqual(['50%off@example.com', 'under_score@example.com']);
    expect(await found('UNDER_score@exam')).toEqual(['under_score@example.com']);
    expect(await found('0%')).toEqual(['50%off@example.com']);
    expect(await found('\\')).toEqual([]);
    expect(await found('r_score@')).toEqual([]);
  });

  it('combines filters, and rejects invalid kinds and cursors', async () => {
    await note('both@example.com', { kind: 'sign-out' });
    await note('both@example.com');
    const page = await admin.call.audit.list({ person: 'both@', kind: 'sign-out' });
    expect(page.items.map(({ kind }) => kind)).toEqual(['sign-out']);
    for (const input of [
      { kind: 'nonsense' as AuditKind },
      { cursor: '!' },
      { cursor: 'z'.repeat(30) },
      { limit: 101 },
    ])
      await expect(admin.call.audit.list(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe("if an event can't be stored", () => {
  /** The service's dependencies with a failing audit log, and the lines logged about it. */
  function broken() {
    const lines: object[] = [];
    const refuse = () => Promise.reject(new Error('no room'));
    const db = new Proxy(server.deps.db, {
      get: (target, name) => (name === 'auditEvent' ? { createMany: refuse } : target[name as keyof typeof target]),
    });
    return {
      deps: { ...server.deps, db, logger: { ...server.deps.logger, error: (o: object) => lines.push(o) } },
      lines,
    };
  }

  it('a completed action still succeeds, and the event goes to the server’s log', async () => {
    const { deps, lines } = broken();
    await recordAudit(deps as typeof server.deps, {
      kind: 'sign-in',
      actor: { email: 'ada@example.com' },
      caller: null,
    });
    expect(lines).toMatchObject([{ auditEvents: [{ kind: 'sign-in', actor: 'ada@example.com' }] }]);
  });

  it('a transaction is rolled back', async () => {
    const { db } = server.deps;
    const entry = { kind: 'setup', actor: { email: '\u0000' }, caller: null } as const;
    const done = db.$transaction(async (tx) => {
      await tx.waitlistSignup.create({ data: { email: 'undone@example.com' } });
      await recordAudit(tx, entry);
    });
    await expect(done).rejects.toThrow();
    expect(await db.waitlistSignup.findUnique({ where: { email: 'undone@example.com' } })).toBeNull();
  });
});
