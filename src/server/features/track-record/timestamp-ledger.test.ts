import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimestampError } from '~/server/providers/timestamps/types';
import { openssl, startTimestampServer, type TimestampServer } from '~/server/testing/fakes/timestamp-server';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
} from '~/server/testing/worlds/test-server';
import { readAuthorities } from './read-timestamps';
import { timestampLedger } from './timestamp-ledger';

const never = new AbortController().signal;

describe.skipIf(!openssl)('timestamps of the ledger', () => {
  let first: TimestampServer;
  let second: TimestampServer;
  let server: TestServer;
  let admin: TestUser;
  beforeAll(async () => {
    [first, second] = await Promise.all([startTimestampServer(), startTimestampServer()]);
    server = await startTestServer({ env: { TIMESTAMP_AUTHORITIES: `${first.url}, ${second.url}` } });
    admin = await signUp(server.deps, { isAdmin: true });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([first.close(), second.close()]);
  });

  const names = () => [first, second].map(({ url }) => url.replace('http://', ''));
  const stamp = () => timestampLedger(server.deps, never);
  const read = () => callerFor(server.deps, null).trackRecord.timestamps();
  const add = () =>
    admin.call.positions.add({
      name: 'Tesla',
      ticker: 'TSLA',
      avgEntryPrice: '180.25',
      purchaseDate: '2024-01-02T00:00:00.000Z',
    });
  const latest = async () => (await admin.call.trackRecord.ledger()).head;

  it('are empty while the ledger is empty', async () => {
    await stamp();
    expect(await read()).toEqual({ items: [], authorities: names(), nextCursor: null });
    expect(first.requests).toEqual([]);
  });

  it('are one from each authority for each latest hash, and another when the ledger has grown', async () => {
    await add();
    await stamp();
    await stamp();
    const head = await latest();
    const signed = { seq: head?.seq, hash: head?.hash, time: expect.any(Date), failures: 0, failure: null };
    const timestamps = (await read()).items;
    expect(timestamps).toHaveLength(2);
    expect(timestamps).toEqual(
      expect.arrayContaining(names().map((authority) => expect.objectContaining({ ...signed, authority }))),
    );
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
    await add();
    await stamp();
    expect((await read()).items.map(({ seq }) => seq)).toEqual([1, 1, 2, 2]);
  });

  it('are files that openssl verifies against the hash in the ledger', async () => {
    const address = await server.listen();
    const [timestamp] = (await read()).items.filter(({ authority }) => authority === names()[0]);
    const response = await fetch(`${address}/track-record/timestamps/${timestamp?.id}.tsr`);
    expect(response.headers.get('content-type')).toContain('application/timestamp-reply');
    const file = path.join(server.deps.env.DATA_DIR, 'token.tsr');
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    const given = ['-in', file, '-CAfile', first.caFile, '-digest', timestamp?.hash ?? ''];
    const { stdout, stderr } = await promisify(execFile)(openssl as string, ['ts', '-verify', ...given]);
    expect(stdout + stderr).toContain('Verification: OK');
    for (const name of ['999999.tsr', '1', 'x.tsr', `${'9'.repeat(15)}.tsr`])
      expect((await fetch(`${address}/track-record/timestamps/${name}`)).status, name).not.toBe(200);
    const all = (await (await fetch(`${address}/api/track-record/timestamps.json`)).json()) as { response: string }[];
    expect(all).toHaveLength(4);
    expect(Buffer.from(all[0]?.response ?? '', 'base64').byteLength).toBeGreaterThan(500);
    const list = (await (await fetch(`${address}/api/track-record/timestamps?limit=3`)).json()) as object[];
    expect(list).toHaveLength(3);
    expect(list[0]).not.toHaveProperty('response');
  });

  it('store and show failures, and retry only the authority that failed', async () => {
    await add();
    const before = first.requests.length;
    second.fault = { status: 503, body: Buffer.alloc(0) };
    await expect(stamp()).rejects.toThrow(new TimestampError(`${names()[1]}: The authority returned HTTP 503.`));
    await expect(stamp()).rejects.toThrow('HTTP 503');
    expect(first.requests.length).toBe(before + 1);
    const failed = {
      seq: 3,
      authority: names()[1],
      time: null,
      failures: 2,
      failure: 'The authority returned HTTP 503.',
    };
    expect((await read()).items).toContainEqual(expect.objectContaining(failed));
    const [good, bad] = await readAuthorities(server.deps);
    expect(good).toEqual({ name: names()[0], lastTime: expect.any(Date), failure: null });
    expect(bad).toEqual({ name: names()[1], lastTime: expect.any(Date), failure: failed.failure });
    const { parts } = await admin.call.status.read();
    expect(parts.find(({ part }) => part === 'timestamps')).toMatchObject({
      state: 'failing',
      detail: `${names()[1]}: The authority returned HTTP 503.`,
    });
    second.fault = undefined;
    await stamp();
    expect((await read()).items).toContainEqual(
      expect.objectContaining({ ...failed, time: expect.any(Date), failures: 2 }),
    );
    const status = await admin.call.status.read();
    expect(status.parts.find(({ part }) => part === 'timestamps')).toMatchObject({ state: 'ok' });
  });

  it('are read page by page', async () => {
    const caller = callerFor(server.deps, null).trackRecord;
    const page = await caller.timestamps({ limit: 4 });
    const rest = await caller.timestamps({ cursor: page.nextCursor });
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual((await read()).items.map(({ id }) => id));
    expect(rest.nextCursor).toBeNull();
  });
});
