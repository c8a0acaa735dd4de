import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Session } from '~/server/db/session';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { checkCalendars, checkTimestamps } from './timestamps';

let server: TestServer;
let session: Session;
beforeAll(async () => {
  server = await startTestServer();
  const query = (text: string, values: unknown[] = []) => server.deps.db.$queryRawUnsafe(text, ...values);
  session = { query } as unknown as Session;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.ledgerTimestamp.deleteMany();
  await server.deps.db.bitcoinProof.deleteMany();
});

const requestedAt = new Date('2026-11-25T12:00:00Z');
const authority = ['https://freetsa.org/tsr', 'http://timestamp.digicert.com/'];
const signed = (name: string, hash: string) =>
  server.deps.db.ledgerTimestamp.create({
    data: { seq: 1, hash, authority: name, requestedAt, response: new Uint8Array([1]), time: requestedAt },
  });
const unsigned = (name: string, hash: string) =>
  server.deps.db.ledgerTimestamp.create({
    data: { seq: 1, hash, authority: name, requestedAt, failures: 1, failure: 'did not respond' },
  });
const submitted = (calendar: string, hash: string, at: string, failure: string | null = null) =>
  server.deps.db.bitcoinProof.create({ data: { seq: 1, hash, calendar, requestedAt: new Date(at), failure } });

it('reports the last result of each authority', async () => {
  expect(await checkTimestamps([], session)).toMatchObject({ state: 'ok', message: expect.stringMatching(/^off/) });
  expect(await checkTimestamps(authority, session)).toMatchObject({ state: 'ok', message: 'none yet' });
  await unsigned('freetsa.org/tsr', 'a');
  await signed('freetsa.org/tsr', 'b');
  await signed('timestamp.digicert.com', 'b');
  expect(await checkTimestamps(authority, session)).toMatchObject({
    state: 'ok',
    message: 'signed by freetsa.org/tsr, timestamp.digicert.com',
  });
  await unsigned('freetsa.org/tsr', 'c');
  expect(await checkTimestamps(authority, session)).toMatchObject({
    state: 'warn',
    message: 'freetsa.org/tsr: did not respond',
    fix: expect.stringContaining('TIMESTAMP_AUTHORITIES'),
  });
});

it('reports the last result of each calendar, and nothing if they are off', async () => {
  const calendars = ['https://a.calendar.example.org'];
  expect(await checkCalendars([], session)).toEqual([]);
  expect(await checkCalendars(calendars, session)).toMatchObject([{ state: 'ok', message: 'none yet' }]);
  await submitted('a.calendar.example.org', 'a', '2026-11-24T12:00:00Z', 'did not respond');
  expect(await checkCalendars(calendars, session)).toMatchObject([
    {
      state: 'warn',
      message: 'a.calendar.example.org: did not respond',
      fix: expect.stringContaining('OPENTIMESTAMPS_CALENDARS'),
    },
  ]);
  await submitted('a.calendar.example.org', 'b', '2026-11-25T12:00:00Z');
  expect(await checkCalendars(calendars, session)).toMatchObject([{ state: 'ok', message: 'submitted' }]);
});

it('ignores failures of those that are no longer configured', async () => {
  await unsigned('old.example.org', 'a');
  await signed('freetsa.org/tsr', 'a');
  expect(await checkTimestamps(authority, session)).toMatchObject({
    state: 'ok',
    message: 'signed by freetsa.org/tsr',
  });
  await submitted('old.example.org', 'a', '2026-11-24T12:00:00Z', 'did not respond');
  expect(await checkCalendars(['https://a.calendar.example.org'], session)).toMatchObject([
    { state: 'ok', message: 'none yet' },
  ]);
});
