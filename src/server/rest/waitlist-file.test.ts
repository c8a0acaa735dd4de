import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formulaSafeCsv } from '~/server/lib/csv';
import { expectError } from '~/server/testing/clients/rest-client';
import { type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import { type TestUser, testPassword } from '~/server/testing/worlds/test-server';

let world: RestWorld;
let admin: TestUser;
const path = '/api/admin/waitlist/export';

beforeAll(async () => {
  world = await startRestWorld();
  admin = await world.person({ isAdmin: true });
});
afterAll(() => world.server.close());

const fetchFile = () => world.rest.call('GET', path, undefined, admin);
const read = (text: string) => Papa.parse<string[]>(text, { skipEmptyLines: true }).data;

describe('the waitlist as a file', () => {
  it('is a download with a line per signup, oldest first, however many there are', async () => {
    const { db } = world.server.deps;
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000);
    const many = 2345;
    const data = Array.from({ length: many }, (_, n) => ({ email: `n${n}@example.com`, createdAt: at(n) }));
    await db.waitlistSignup.createMany({ data });
    const { status, headers, text } = await fetchFile();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="waitlist-\d{4}-\d\d-\d\d\.csv"$/);
    expect(headers.get('cache-control')).toBe('no-store');
    const [header, ...lines] = read(text);
    expect(header).toEqual(['Email', 'Signed Up']);
    expect(new Set(lines.map(([email]) => email)).size).toBe(many);
    expect(lines).toHaveLength(many);
    const times = lines.map(([, time]) => time as string);
    expect(times).toEqual([...times].sort());
    expect(times[0]).toBe('2026-01-01T00:00:00.000Z');
    await db.waitlistSignup.deleteMany();
  });

  it('contains no cell that a spreadsheet would calculate', async () => {
    const { db } = world.server.deps;
    const hostile = [
      '=cmd|calc@example.com',
      '+1@example.com',
      '-2@example.com',
      '@sum@example.com',
      'a,"b"@example.com',
    ];
    await db.waitlistSignup.createMany({ data: hostile.map((email) => ({ email })) });
    const lines = read((await fetchFile()).text).slice(1);
    expect(lines.map(([email]) => email).sort()).toEqual(
      ["'=cmd|calc@example.com", "'+1@example.com", "'-2@example.com", "'@sum@example.com", 'a,"b"@example.com'].sort(),
    );
    expect(formulaSafeCsv([['\t=1', '\r=1']])).not.toMatch(/(^|,)"?[\t\r]/);
    await db.waitlistSignup.deleteMany();
  });

  it('without entries has only its header', async () => {
    expect((await fetchFile()).text).toBe('Email,Signed Up\r\n');
  });

  it('is rejected in JSON for everyone else, and recorded in the audit log when downloaded', async () => {
    const ada = await world.person();
    expectError(await world.rest.call('GET', path, undefined, ada), 403);
    expectError(await world.rest.call('GET', path), 401);
    const count = async () => (await admin.call.audit.list({ kind: 'waitlist-exported' })).items.length;
    const before = await count();
    await fetchFile();
    expect(await count()).toBe(before + 1);
  });

  it('counts once towards the limit of exports, however many parts it has', async () => {
    const { db, rateLimiter } = world.server.deps;
    await db.waitlistSignup.createMany({
      data: Array.from({ length: 1001 }, (_, n) => ({ email: `n${n}@example.com` })),
    });
    const other = await world.person({ isAdmin: true });
    const { nextCursor } = await other.call.waitlist.export({});
    for (let part = 0; part < 125; part++)
      expect((await other.call.waitlist.export({ cursor: nextCursor })).items).toHaveLength(1);
    for (let further = 0; further < 119; further++) await rateLimiter.consume('listExportsByAccount', other.user.id);
    await expect(other.call.waitlist.export({})).rejects.toThrow('Too many exports');
    await db.waitlistSignup.deleteMany();
  });

  it('ends if its reader loses admin rights: a later part is rejected', async () => {
    const { db } = world.server.deps;
    const data = Array.from({ length: 1500 }, (_, n) => ({ email: `n${n}@example.com` }));
    await db.waitlistSignup.createMany({ data });
    const other = await world.person({ isAdmin: true });
    const first = await other.call.waitlist.export({});
    await admin.call.admin.setAdmin({ userId: other.user.id, isAdmin: false, password: testPassword });
    await expect(other.call.waitlist.export({ cursor: first.nextCursor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
