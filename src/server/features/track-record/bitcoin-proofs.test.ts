import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CalendarError } from '~/server/providers/calendars/types';
import {
  type CalendarServer,
  calendarSettings,
  replay,
  startCalendarServer,
} from '~/server/testing/fakes/calendar-server';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
} from '~/server/testing/worlds/test-server';
import { dayMs } from '~/shared/utc-day';
import { proveInBitcoin } from './bitcoin-proofs';
import { readCalendarStates } from './read-bitcoin-proofs';

const never = new AbortController().signal;

describe('proofs of the ledger in Bitcoin', () => {
  let first: CalendarServer;
  let second: CalendarServer;
  let server: TestServer;
  let admin: TestUser;
  beforeAll(async () => {
    [first, second] = await Promise.all([startCalendarServer(), startCalendarServer()]);
    server = await startTestServer({ env: calendarSettings(first, second) });
    admin = await signUp(server.deps, { isAdmin: true });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([first.close(), second.close()]);
  });

  const names = () => [first, second].map(({ url }) => url.replace('http://', ''));
  /** Simulates a later day, on which today is a finished day. */
  const prove = (days = 1) => proveInBitcoin(server.deps, never, new Date(Date.now() + days * dayMs));
  const read = () => callerFor(server.deps, null).trackRecord.bitcoinProofs();
  const add = () =>
    admin.call.positions.add({
      name: 'Tesla',
      ticker: 'TSLA',
      avgEntryPrice: '180.25',
      purchaseDate: '2024-01-02T00:00:00.000Z',
    });
  const fileOf = async (id: string | undefined) => {
    const response = await fetch(`${await server.listen()}/track-record/bitcoin/${id}.ots`);
    expect(response.headers.get('content-type')).toContain('application/vnd.opentimestamps.v1');
    return Buffer.from(await response.arrayBuffer());
  };

  it('are empty while the ledger is empty, or its first day has not ended', async () => {
    await prove();
    await add();
    await prove(0);
    expect(await read()).toEqual({ items: [], calendars: names(), nextCursor: null });
    expect(first.requests).toEqual([]);
  });

  it('begin as promises of each calendar for the hash at the end of a day, which is sent once', async () => {
    await add();
    await prove();
    await prove();
    const head = (await admin.call.trackRecord.ledger()).head;
    const promised = {
      seq: 2,
      hash: head?.hash,
      submittedAt: expect.any(Date),
      block: null,
      failures: 0,
      failure: null,
    };
    expect((await read()).items).toEqual(
      expect.arrayContaining(names().map((calendar) => expect.objectContaining({ ...promised, calendar }))),
    );
    expect(first.submitted.map((digest) => digest.toString('hex'))).toEqual([head?.hash]);
    const [proof] = (await read()).items.filter(({ calendar }) => calendar === names()[0]);
    expect(replay(await fileOf(proof?.id))).toMatchObject({ hash: head?.hash, attestation: `pending ${first.url}` });
  });

  it('are requested again until they lead to a block, and not after that', async () => {
    const root = first.mine(870_123);
    await prove();
    const [proof, other] = names().map((name) => name);
    const items = new Map((await read()).items.map((item) => [item.calendar, item]));
    expect(items.get(proof as string)).toMatchObject({ block: 870_123, failures: 0, failure: null });
    expect(items.get(other as string)).toMatchObject({ block: null, failures: 0, failure: null });
    const replayed = replay(await fileOf(items.get(proof as string)?.id));
    expect(replayed).toEqual({ hash: items.get(proof as string)?.hash, message: root, attestation: 'block 870123' });
    const before = first.requests.length;
    await prove();
    expect(first.requests.length).toBe(before);
  });

  it('store and show failures, and retry only the calendar that failed', async () => {
    await add();
    second.mine(870_124);
    second.fault = { status: 503, body: Buffer.alloc(0) };
    await expect(prove()).rejects.toThrow(CalendarError);
    const name = names()[1];
    const failing = async () => (await read()).items.filter(({ calendar }) => calendar === name);
    expect(await failing()).toEqual([
      expect.objectContaining({ seq: 2, block: null, failures: 1, failure: 'The calendar returned HTTP 503.' }),
      expect.objectContaining({ seq: 3, submittedAt: null, failures: 1, failure: 'The calendar returned HTTP 503.' }),
    ]);
    expect(await readCalendarStates(server.deps)).toEqual([
      { name: names()[0], lastTime: expect.any(Date), failure: null },
      { name, lastTime: expect.any(Date), failure: 'The calendar returned HTTP 503.' },
    ]);
    const { parts } = await admin.call.status.read();
    expect(parts.find(({ part }) => part === 'timestamps')).toMatchObject({
      state: 'failing',
      detail: `${name}: The calendar returned HTTP 503.`,
    });
    const page = await fetch(`${await server.listen()}/track-record/bitcoin/${(await failing())[1]?.id}.ots`);
    expect(page.headers.get('content-type')).not.toContain('opentimestamps');
    second.fault = undefined;
    await prove();
    expect(await failing()).toEqual([
      expect.objectContaining({ seq: 2, block: 870_124, failures: 1, failure: null }),
      expect.objectContaining({ seq: 3, submittedAt: expect.any(Date), failures: 1, failure: null }),
    ]);
  });

  it('are read page by page', async () => {
    const caller = callerFor(server.deps, null).trackRecord;
    const page = await caller.bitcoinProofs({ limit: 3 });
    const rest = await caller.bitcoinProofs({ cursor: page.nextCursor });
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual((await read()).items.map(({ id }) => id));
    expect(rest.nextCursor).toBeNull();
  });

  it('are parsed identically by the reference implementation', async ({ skip }) => {
    const script = path.join(server.deps.env.DATA_DIR, 'read.py');
    await writeFile(script, referenceReader);
    const run = (...words: string[]) => promisify(execFile)('python3', words).then(({ stdout }) => stdout);
    if (
      !(await run('-c', 'import opentimestamps').then(
        () => true,
        () => false,
      ))
    )
      skip();
    for (const { id, hash, block } of (await read()).items) {
      const file = path.join(server.deps.env.DATA_DIR, `${id}.ots`);
      await writeFile(file, await fileOf(id));
      expect(await run(script, file)).toContain(
        `${hash} ${block === null ? 'PendingAttestation' : `BitcoinBlockHeaderAttestation(${block})`}`,
      );
    }
  });
});

const referenceReader = `import sys
from opentimestamps.core.serialize import StreamDeserializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile
with open(sys.argv[1], 'rb') as file:
    proof = DetachedTimestampFile.deserialize(StreamDeserializationContext(file))
for message, attestation in proof.timestamp.all_attestations():
    print(proof.file_digest.hex(), repr(attestation), message.hex())
`;
