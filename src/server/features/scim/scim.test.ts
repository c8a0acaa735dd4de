/** SCIM requests as documented by Okta and Entra ID, with their spellings. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncGroups } from '~/server/features/groups/sync-groups';
import { openedSocket } from '~/server/testing/clients/socket-client';
import { testDatabaseUrl } from '~/server/testing/environment';
import { openTransaction, untilBlocked } from '~/server/testing/worlds/open-transaction';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

let server: TestServer;
let base: string;
const newEmail = () => `person-${randomUUID()}@example.com`;
let admin: TestUser;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  base = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
  token = (await admin.call.scim.createToken({ name: 'Okta', password: testPassword })).token;
});
afterAll(() => server.close());

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a body as the protocol has it
  body: any;
}
async function scim(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${base}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}
const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [patchOp], Operations });
const isLocked = async ({ user: { id } }: TestUser) =>
  (await server.deps.db.user.findUniqueOrThrow({ where: { id } })).isLocked;
const newUser = (more: object = {}) =>
  scim('POST', '/Users', {
    schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    userName: newEmail(),
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'x@example.com', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: randomUUID(),
    groups: [],
    password: '1mz050nq',
    active: true,
    ...more,
  });
const audited = async (kind: string) =>
  (await server.deps.db.auditEvent.findMany({ where: { kind }, orderBy: { id: 'desc' }, take: 1 }))[0];
const find = (filter: string, more = '') => scim('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`);

describe('a SCIM token', () => {
  it('is shown once, stored as a hash, and rejected once it is revoked', async () => {
    const made = await admin.call.scim.createToken({ name: 'Entra', password: testPassword });
    expect(made.token).toMatch(/^qscim_[\w-]{43}$/);
    const listed = await admin.call.scim.tokens();
    expect(JSON.stringify(listed)).not.toContain(made.token);
    const rows = await server.deps.db.scimToken.findMany();
    expect(JSON.stringify(rows)).not.toContain(made.token);
    const call = () => scim('GET', '/Users?count=0', undefined, { authorization: `Bearer ${made.token}` });
    expect((await call()).status).toBe(200);
    expect((await admin.call.scim.tokens()).find(({ id }) => id === made.id)?.lastUsedAt).toBeInstanceOf(Date);
    await admin.call.scim.revokeToken({ id: made.id });
    expect(await call()).toMatchObject({
      status: 401,
      body: { schemas: [errorSchema], status: '401', detail: 'A valid SCIM token is required' },
    });
    expect(await audited('scim-token-created')).toMatchObject({ actor: admin.user.email, subject: 'Entra' });
    expect(await audited('scim-token-revoked')).toMatchObject({ subject: 'Entra' });
  });

  it("requires an administrator's password, and is limited in number", async () => {
    await expect(admin.call.scim.createToken({ name: 'x', password: 'wrong' })).rejects.toThrow(
      'Password is incorrect',
    );
    const data = Array.from({ length: 10 }, () => ({ name: 'Many', tokenHash: randomUUID() }));
    await server.deps.db.scimToken.createMany({ data });
    const tenth = admin.call.scim.createToken({ name: 'x', password: testPassword });
    await expect(tenth).rejects.toThrow('at most 10 SCIM tokens');
    await server.deps.db.scimToken.deleteMany({ where: { name: 'Many' } });
  });

  it.each([[''], ['Basic abc'], ['Bearer qscim_unknown'], ['Bearer qi_api']])(
    '%j is rejected',
    async (authorization) => {
      const response = await scim('GET', '/Users', undefined, { authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.headers.get('content-type')).toContain('application/scim+json');
    },
  );

  it('is not an API token', async () => {
    const response = await fetch(`${base}/api/admin/users`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
  });
});

describe('users', () => {
  it('can be created as Okta does, found by userName and externalId, and not twice', async () => {
    const userName = newEmail();
    const created = await newUser({ userName: userName.toUpperCase(), externalId: 'okta-1' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        schemas: [userSchema],
        userName,
        externalId: 'okta-1',
        active: true,
        name: { givenName: 'Test', familyName: 'User', formatted: 'Test User' },
        emails: [{ value: userName, primary: true }],
        meta: { resourceType: 'User' },
      },
    });
    expect(created.headers.get('location')).toBe(created.body.meta.location);
    expect(created.headers.get('content-type')).toContain('application/scim+json');
    expect(JSON.stringify(created.body)).not.toContain('1mz050nq');
    for (const filter of [
      `userName eq "${userName.toUpperCase()}"`,
      'externalId Eq "okta-1"',
      `emails[type eq "work"].value eq "${userName}"`,
    ])
      expect((await find(filter, '&startIndex=1&count=100')).body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 1,
        startIndex: 1,
        itemsPerPage: 1,
        Resources: [{ id: created.body.id }],
      });
    expect((await find('userName eq "nobody@example.com"')).body).toMatchObject({ totalResults: 0, Resources: [] });
    expect(await newUser({ userName })).toMatchObject({
      status: 409,
      body: { schemas: [errorSchema], status: '409', scimType: 'uniqueness' },
    });
    expect(await audited('user-provisioned')).toMatchObject({ actor: 'SCIM (Okta)', subject: userName });
    expect((await scim('GET', `/Users/${created.body.id}`)).body.userName).toBe(userName);
  });

  it('are listed page by page, starting at 1', async () => {
    await newUser();
    const total = (await scim('GET', '/Users?count=0')).body;
    expect(total).toMatchObject({ itemsPerPage: 0, Resources: [] });
    const first = (await scim('GET', '/Users?startIndex=0&count=1')).body;
    const second = (await scim('GET', '/Users?startIndex=2&count=1')).body;
    expect([first.startIndex, second.startIndex, first.totalResults]).toEqual([1, 2, total.totalResults]);
    expect(first.Resources[0].id).not.toBe(second.Resources[0].id);
    expect((await scim('GET', '/Users?startIndex=9999')).body.Resources).toEqual([]);
  });

  it('can be replaced as Okta does, and changed as Entra ID does', async () => {
    const { body: user } = await newUser();
    const path = `/Users/${user.id}`;
    const userName = newEmail();
    const replaced = await scim('PUT', path, { ...user, userName, name: { givenName: 'Ada', familyName: 'Lovelace' } });
    expect(replaced).toMatchObject({ status: 200, body: { userName, name: { formatted: 'Ada Lovelace' } } });
    const changed = await patch(
      path,
      { op: 'Add', path: 'name.givenName', value: 'Grace' },
      { op: 'Replace', path: `${userSchema}:externalId`, value: 'entra-1' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ignored@example.com' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'R&D' },
      { op: 'Replace', value: { 'name.familyName': 'Hopper', displayName: 'x' } },
    );
    expect(changed.body).toMatchObject({ externalId: 'entra-1', userName, name: { formatted: 'Grace Hopper' } });
    const removed = await patch(path, { op: 'Remove', path: 'externalId' }, { op: 'remove', path: 'name' });
    expect(removed.body.externalId).toBeUndefined();
    expect(removed.body.name).toEqual({});
    expect((await patch(path, { op: 'replace', path: 'userName', value: admin.user.email })).status).toBe(409);
    expect(await audited('user-changed')).toMatchObject({ subject: userName });
  });

  it.each([
    ['Okta', { op: 'replace', value: { active: false } }, { op: 'replace', value: { active: true } }],
    ['Entra ID', { op: 'Replace', path: 'active', value: 'False' }, { op: 'Replace', path: 'active', value: 'True' }],
    ['the RFC', { op: 'replace', path: 'active', value: false }, { op: 'add', path: 'active', value: true }],
  ])('can be deactivated and activated as %s does: sessions, tokens and sockets end', async (_name, off, on) => {
    const ada = await signUp(server.deps);
    const { token: apiToken } = await ada.call.tokens.create({ name: 'x', password: testPassword });
    const socket = await openedSocket(base, { sessionToken: ada.sessionToken });
    const path = `/Users/${ada.user.id}`;
    expect(await patch(path, off)).toMatchObject({ status: 200, body: { active: false } });
    await socket.closed;
    await expect(ada.call.conversations.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const withToken = await fetch(`${base}/api/conversations`, { headers: { authorization: `Bearer ${apiToken}` } });
    expect(withToken.status).toBe(401);
    const login = () => callerFor(server.deps, null).auth.login({ email: ada.user.email, password: testPassword });
    await expect(login()).rejects.toThrow('Your organization has deactivated your account.');
    expect(await audited('account-deactivated')).toMatchObject({ actor: 'SCIM (Okta)', subject: ada.user.email });
    expect((await patch(path, on)).body.active).toBe(true);
    expect(await login()).toBeTruthy();
  });

  it('are deactivated by DELETE, which keeps their data', async () => {
    const ada = await signUp(server.deps);
    await ada.call.conversations.create({ title: 'Kept' });
    const path = `/Users/${ada.user.id}`;
    expect((await scim('DELETE', path)).status).toBe(204);
    expect(await audited('account-deactivated')).toMatchObject({ subject: ada.user.email });
    expect(await server.deps.db.conversation.count({ where: { userId: ada.user.id } })).toBe(1);
  });

  it('are not found after DELETE, and stay deactivated whatever is sent to their id', async () => {
    const { body: ada } = await newUser();
    const path = `/Users/${ada.id}`;
    const { body: group } = await scim('POST', '/Groups', {
      schemas: [groupSchema],
      displayName: `Group ${randomUUID()}`,
      members: [{ value: ada.id }],
    });
    expect((await scim('DELETE', path)).status).toBe(204);
    for (const response of [
      await scim('GET', path),
      await scim('DELETE', path),
      await patch(path, { op: 'replace', path: 'active', value: true }),
      await scim('PUT', path, { schemas: [userSchema], userName: ada.userName, active: true }),
    ])
      expect(response).toMatchObject({ status: 404, body: { schemas: [errorSchema], status: '404' } });
    expect((await find(`userName eq "${ada.userName}"`)).body.totalResults).toBe(0);
    expect((await find(`externalId eq "${ada.externalId}"`)).body.totalResults).toBe(0);
    expect((await scim('GET', `/Groups/${group.id}`)).body.members).toEqual([]);
    const member = { op: 'add', path: 'members', value: [{ value: ada.id }] };
    expect(await patch(`/Groups/${group.id}`, member)).toMatchObject({ status: 400 });
    const row = await server.deps.db.user.findUniqueOrThrow({ where: { id: ada.id } });
    expect(row).toMatchObject({ isLocked: true, deletedAt: null });
  });

  it('that were deleted come back with their id and data when the directory creates them again', async () => {
    const ada = await signUp(server.deps);
    const path = `/Users/${ada.user.id}`;
    await scim('DELETE', path);
    const userName = ada.user.email.toUpperCase();
    const inactive = await newUser({ userName, active: false });
    expect(inactive).toMatchObject({ status: 201, body: { id: ada.user.id, active: false } });
    await scim('DELETE', path);
    const again = await newUser({ userName, externalId: 'again' });
    expect(again).toMatchObject({ status: 201, body: { id: ada.user.id, active: true, externalId: 'again' } });
    expect((await newUser({ userName })).status).toBe(409);
    const login = callerFor(server.deps, null).auth.login({ email: ada.user.email, password: testPassword });
    expect(await login).toBeTruthy();
  });

  it('that were deleted are visible again when an administrator unlocks them, and stay locked if one locked them', async () => {
    const [ada, eve] = [await signUp(server.deps), await signUp(server.deps)];
    await scim('DELETE', `/Users/${ada.user.id}`);
    await admin.call.admin.lock({ userId: ada.user.id, isLocked: false });
    expect((await scim('GET', `/Users/${ada.user.id}`)).body.active).toBe(true);
    await admin.call.admin.lock({ userId: eve.user.id, isLocked: true });
    expect((await scim('DELETE', `/Users/${eve.user.id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${eve.user.id}`)).status).toBe(404);
    const again = await newUser({ userName: eve.user.email });
    expect(again).toMatchObject({ status: 201, body: { id: eve.user.id, active: true } });
    expect(await isLocked(eve)).toBe(true);
  });

  it('that an administrator locked stay locked, and the last administrator stays active', async () => {
    const ada = await signUp(server.deps);
    await admin.call.admin.lock({ userId: ada.user.id, isLocked: true });
    const on = { op: 'replace', value: { active: true } };
    expect((await patch(`/Users/${ada.user.id}`, on)).body.active).toBe(true);
    expect(await isLocked(ada)).toBe(true);
    await admin.call.admin.lock({ userId: ada.user.id, isLocked: false });
    const last = await patch(`/Users/${admin.user.id}`, { op: 'replace', value: { active: false } });
    expect(last).toMatchObject({
      status: 409,
      body: { status: '409', detail: expect.stringContaining('administrator') },
    });
  });

  it('are changed completely or not at all', async () => {
    const { body: user } = await newUser();
    const lastAdmin = await patch(`/Users/${admin.user.id}`, {
      op: 'replace',
      value: { active: false, externalId: 'half', 'name.givenName': 'Half' },
    });
    expect(lastAdmin.status).toBe(409);
    const path = `/Users/${user.id}`;
    const taken = await scim('PUT', path, { ...user, userName: admin.user.email, active: false });
    expect(taken).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect((await scim('GET', `/Users/${admin.user.id}`)).body.externalId).toBeUndefined();
    expect((await scim('GET', path)).body).toEqual(user);
    const both = await patch(path, { op: 'replace', value: { active: false, externalId: 'both' } });
    expect(both).toMatchObject({ status: 200, body: { active: false, externalId: 'both' } });
    expect(await patch(path, { op: 'replace', value: { active: true, externalId: 'again' } })).toMatchObject({
      body: { active: true, externalId: 'again' },
    });
  });

  it('leave a record in the audit log of what differs only', async () => {
    const { body: user } = await newUser({ active: true });
    const path = `/Users/${user.id}`;
    const records = async () =>
      (await server.deps.db.auditEvent.findMany({ where: { kind: 'user-changed', subjectId: user.id } })).map(
        ({ details }) => details,
      );
    expect(await scim('PUT', path, user)).toMatchObject({ status: 200, body: user });
    expect(await records()).toEqual([]);
    await scim('PUT', path, { ...user, name: { ...user.name, givenName: 'Grace' } });
    await patch(path, { op: 'remove', path: 'externalId' }, { op: 'replace', path: 'name.givenName', value: 'Grace' });
    expect(await records()).toEqual([{ fields: 'firstName' }, { fields: 'externalId' }]);
  });

  const [off, on] = [false, true].map((active) => ({ op: 'replace', value: { active } })) as [object, object];
  const login = ({ user }: TestUser) =>
    callerFor(server.deps, null).auth.login({ email: user.email, password: testPassword });
  const lock = ({ user }: TestUser, value: boolean) =>
    admin.call.admin.lock({ userId: user.id, isLocked: value }).then(({ message }) => message);

  it('that an administrator locked are deactivated as well, and only work once neither locks them', async () => {
    const ada = await signUp(server.deps);
    const path = `/Users/${ada.user.id}`;
    await lock(ada, true);
    expect(await patch(path, off)).toMatchObject({ status: 200, body: { active: false } });
    expect(await audited('account-deactivated')).toMatchObject({ subject: ada.user.email });
    await expect(login(ada)).rejects.toThrow('Your account is locked.');
    await expect(lock(ada, false)).rejects.toThrow('Your directory has deactivated this account.');
    expect((await patch(path, on)).body.active).toBe(true);
    await expect(login(ada)).rejects.toThrow('Your account is locked.');
    expect(await lock(ada, false)).toBe(`${ada.user.email} has been unlocked.`);
    expect(await login(ada)).toBeTruthy();
  });

  it('that a directory deactivated and an administrator then locks stay locked', async () => {
    const ada = await signUp(server.deps);
    const path = `/Users/${ada.user.id}`;
    await patch(path, off);
    await expect(lock(ada, false)).rejects.toThrow('Your directory has deactivated this account.');
    await expect(login(ada)).rejects.toThrow('Your organization has deactivated your account.');
    await lock(ada, true);
    expect(await audited('account-locked')).toMatchObject({ subject: ada.user.email });
    expect((await scim('GET', path)).body.active).toBe(false);
    expect((await patch(path, on)).body.active).toBe(true);
    await expect(login(ada)).rejects.toThrow('Your account is locked.');
  });

  it('that an earlier version locked twice are locked by an administrator only', async () => {
    const ada = await signUp(server.deps);
    await server.deps.db.user.update({
      where: { id: ada.user.id },
      data: { isLocked: true, deactivatedAt: null, isLockedByAdmin: false },
    });
    await patch(`/Users/${ada.user.id}`, off);
    await patch(`/Users/${ada.user.id}`, on);
    expect(await isLocked(ada)).toBe(true);
  });

  it('that a directory deactivated are unlocked by an administrator if no directory is connected any more', async () => {
    const other = await startTestServer();
    const founder = await signUp(other.deps, { isAdmin: true });
    const ada = await signUp(other.deps);
    const data = { isLocked: true, deactivatedAt: new Date() };
    await other.deps.db.user.update({ where: { id: ada.user.id }, data });
    await founder.call.admin.lock({ userId: ada.user.id, isLocked: false });
    const row = await other.deps.db.user.findUniqueOrThrow({ where: { id: ada.user.id } });
    expect(row).toMatchObject({ isLocked: false, deactivatedAt: null });
    await other.close();
  });

  it.runIf(testDatabaseUrl())('stay locked if one locks them while the directory deletes them', async () => {
    const ada = await signUp(server.deps);
    const { db } = server.deps;
    const locking = await openTransaction(
      db,
      (tx) => tx.$executeRaw`UPDATE users SET is_locked = true WHERE id = ${ada.user.id}::uuid`,
    );
    const deleting = scim('DELETE', `/Users/${ada.user.id}`);
    await untilBlocked(db);
    await locking.commit();
    expect((await deleting).status).toBe(204);
    const again = await newUser({ userName: ada.user.email });
    expect(again).toMatchObject({ status: 201, body: { id: ada.user.id, active: true } });
    expect(await isLocked(ada)).toBe(true);
  });

  it('can be created inactive', async () => {
    const { body } = await newUser({ active: 'False' });
    expect(body.active).toBe(false);
    expect((await patch(`/Users/${body.id}`, { op: 'replace', value: { active: 'true' } })).body.active).toBe(true);
  });
});

describe('groups', () => {
  const newGroup = (more: object = {}) =>
    scim('POST', '/Groups', { schemas: [groupSchema], displayName: `Group ${randomUUID()}`, members: [], ...more });
  const membersOf = async (id: string): Promise<string[]> =>
    (await scim('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value).sort();

  it.each(['Sales ', 'İx ', 'ΑΣ', 'STRASSE ẞ'])('named %j can be found by exactly this name', async (displayName) => {
    const { body } = await newGroup({ displayName });
    const filter = encodeURIComponent(`displayName eq "${displayName}"`);
    expect((await scim('GET', `/Groups?filter=${filter}`)).body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: body.id }],
    });
    expect((await newGroup({ displayName })).status).toBe(409);
  });

  it('can be created, found, renamed and deleted', async () => {
    const { body: user } = await newUser();
    const created = await newGroup({ externalId: 'g-1', members: [{ value: user.id, display: 'x' }] });
    expect(created).toMatchObject({ status: 201, body: { externalId: 'g-1', members: [{ value: user.id }] } });
    const { id, displayName } = created.body;
    const filter = encodeURIComponent(`displayName eq "${displayName.toUpperCase()}"`);
    const found = (await scim('GET', `/Groups?excludedAttributes=members&filter=${filter}`)).body;
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect(found.Resources[0].members).toBeUndefined();
    expect((await scim('GET', `/Users/${user.id}`)).body.groups).toEqual([{ value: id, display: displayName }]);
    expect((await newGroup({ displayName })).body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const renamed = `Group ${randomUUID()}`;
    expect((await patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: renamed } })).status).toBe(204);
    const replaced = await scim('PUT', `/Groups/${id}`, {
      schemas: [groupSchema],
      id,
      displayName: renamed,
      members: [],
    });
    expect(replaced).toMatchObject({ status: 200, body: { displayName: renamed, members: [] } });
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404);
    expect(await audited('group-deleted')).toMatchObject({ actor: 'SCIM (Okta)', subject: renamed });
  });

  it('are neither created nor renamed if their members cannot be stored, so that a repeated request succeeds', async () => {
    const { db } = server.deps;
    const { body: user } = await newUser();
    const members = [{ value: user.id }];
    const displayName = `Group ${randomUUID()}`;
    const { id, displayName: before } = (await newGroup()).body;
    const change = { op: 'replace', value: { displayName: `${displayName} 2`, members } };
    await db.sql`
      CREATE FUNCTION refuse_member() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no members'; END $$`;
    await db.sql`
      CREATE TRIGGER refuse_member BEFORE INSERT ON group_members FOR EACH ROW EXECUTE FUNCTION refuse_member()`;
    const refused = [await newGroup({ displayName, members }), await patch(`/Groups/${id}`, change)];
    await db.sql`DROP FUNCTION refuse_member() CASCADE`;
    expect(refused.map(({ status }) => status)).toEqual([500, 500]);
    expect((await scim('GET', `/Groups/${id}`)).body).toMatchObject({ displayName: before, members: [] });
    expect(await newGroup({ displayName, members })).toMatchObject({
      status: 201,
      body: { members: [{ value: user.id }] },
    });
    expect((await patch(`/Groups/${id}`, change)).status).toBe(204);
    expect(await membersOf(id)).toEqual([user.id]);
  });

  it('keep the members that a provider had added first, and those of an administrator', async () => {
    const { body: user } = await newUser();
    const { id, displayName } = (await newGroup()).body;
    const signIn = (groups: string[]) =>
      syncGroups(
        server.deps,
        { id: 'sso', name: 'Acme' },
        { user: { id: user.id, email: user.userName }, groups },
        { ip: '', requestId: '' },
      );
    await signIn([displayName]);
    const add = { op: 'add', path: 'members', value: [{ value: user.id }] };
    expect((await patch(`/Groups/${id}`, add)).status).toBe(204);
    const source = async () => (await admin.call.groups.members({ groupId: id })).items[0]?.source;
    expect(await source()).toBe('scim');
    await signIn([]);
    expect(await membersOf(id)).toEqual([user.id]);
    await admin.call.groups.addMember({ groupId: id, userId: user.id });
    await patch(`/Groups/${id}`, add);
    expect(await source()).toBe('manual');
  });

  it('gain and lose members in the formats of Okta and Entra ID', async () => {
    const [a, b] = [(await newUser()).body.id, (await newUser()).body.id].sort();
    const { id } = (await newGroup()).body;
    const path = `/Groups/${id}`;
    await patch(path, { op: 'add', path: 'members', value: [{ value: a, display: 'a' }] });
    await patch(path, { op: 'Add', path: 'members', value: [{ value: b }] });
    expect(await membersOf(id)).toEqual([a, b]);
    expect((await admin.call.groups.members({ groupId: id })).items[0]).toMatchObject({ source: 'scim' });
    await patch(path, { op: 'remove', path: `members[value eq "${a}"]` });
    expect(await membersOf(id)).toEqual([b]);
    await patch(path, { op: 'Remove', path: 'members', value: [{ value: b }] });
    expect(await membersOf(id)).toEqual([]);
    await patch(path, { op: 'replace', path: 'members', value: [{ value: a }, { value: b }] });
    await patch(
      path,
      { op: 'Remove', path: 'members', value: [{ value: a }] },
      { op: 'Add', path: 'members', value: [{ value: a }] },
    );
    expect(await membersOf(id)).toEqual([a, b]);
    await patch(path, { op: 'remove', path: 'members' });
    expect(await membersOf(id)).toEqual([]);
    const unknown = await patch(path, { op: 'add', path: 'members', value: [{ value: randomUUID() }] });
    expect(unknown).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  });
});

describe('an invalid request', () => {
  const user = () => `/Users/${admin.user.id}`;
  const cases: [string, number, string | undefined, () => Promise<Answer>][] = [
    ['an unknown user', 404, undefined, () => scim('GET', `/Users/${randomUUID()}`)],
    ['an id of another form', 404, undefined, () => scim('GET', '/Users/1')],
    [
      'a change of an unknown user',
      404,
      undefined,
      () => patch(`/Users/${randomUUID()}`, { op: 'replace', value: { active: false } }),
    ],
    ['an unknown group', 404, undefined, () => scim('PUT', `/Groups/${randomUUID()}`, { displayName: 'x' })],
    ['an unknown endpoint', 404, undefined, () => scim('GET', '/Bulk')],
    ['a filter that is not supported', 400, 'invalidFilter', () => find('name.familyName co "x"')],
    ['a filter with a NUL', 400, 'invalidFilter', () => find('userName eq "\\u0000"')],
    ['a filter of spaces only', 400, 'invalidFilter', () => scim('GET', `/Users?filter=${'+'.repeat(15_000)}`)],
    ['a filter that is too long', 400, 'invalidFilter', () => find(`userName eq "${'x'.repeat(1000)}"`)],
    ['a filter without a value', 400, 'invalidFilter', () => find('userName pr')],
    ['a count that is not a number', 400, 'invalidSyntax', () => scim('GET', '/Users?count=x')],
    ['a user without a userName', 400, 'invalidValue', () => scim('POST', '/Users', { schemas: [userSchema] })],
    ['a userName that is not an email address', 400, 'invalidValue', () => newUser({ userName: 'ada' })],
    ['a group without a name', 400, 'invalidValue', () => scim('POST', '/Groups', { schemas: [groupSchema] })],
    ['an operation that does not exist', 400, 'invalidSyntax', () => patch(user(), { op: 'move', path: 'x' })],
    ['no operations', 400, 'invalidSyntax', () => patch(user())],
    ['a removal without a path', 400, 'noTarget', () => patch(user(), { op: 'remove' })],
    ['a removal of active', 400, 'mutability', () => patch(user(), { op: 'remove', path: 'active' })],
    [
      'active that is neither true nor false',
      400,
      'invalidValue',
      () => patch(user(), { op: 'replace', path: 'active', value: 'maybe' }),
    ],
    ['a body that is not JSON', 400, 'invalidSyntax', () => scim('POST', '/Users', '{')],
    ['a body that is a list', 400, 'invalidSyntax', () => scim('POST', '/Users', [])],
    ['another media type', 415, undefined, () => scim('POST', '/Users', 'x', { 'content-type': 'text/plain' })],
    ['a body that is too large', 413, undefined, () => newUser({ title: 'x'.repeat(1024 * 1024) })],
  ];
  it.each(cases)('%s', async (_name, status, scimType, call) => {
    const response = await call();
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({
      schemas: [errorSchema],
      status: String(status),
      detail: expect.stringMatching(/./),
    });
    expect(response.body.scimType).toBe(scimType);
    expect(response.headers.get('content-type')).toContain('application/scim+json');
  });

  it('is limited per IP address', async () => {
    const { rateLimiter } = server.deps;
    await Promise.allSettled(Array.from({ length: 3001 }, () => rateLimiter.consume('scimByAddress', '127.0.0.1')));
    const response = await scim('GET', '/Users');
    await rateLimiter.reset('scimByAddress', '127.0.0.1');
    expect(response).toMatchObject({ status: 429, body: { status: '429' } });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the capabilities of the server', () => {
  it('are described for clients', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 100 },
    });
    expect((await scim('GET', '/ResourceTypes')).body).toMatchObject({
      totalResults: 2,
      Resources: [
        { id: 'User', endpoint: '/Users', schema: userSchema },
        { id: 'Group', endpoint: '/Groups', schema: groupSchema },
      ],
    });
    expect((await scim('GET', '/ResourceTypes/User')).body.id).toBe('User');
    expect((await scim('GET', '/Schemas')).body.Resources).toHaveLength(2);
    expect((await scim('GET', `/Schemas/${groupSchema}`)).body.attributes[0].name).toBe('displayName');
    expect((await scim('GET', '/Schemas/unknown')).status).toBe(404);
  });
});
