import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CalendarServer, replay, startCalendarServer } from '~/server/testing/fakes/calendar-server';
import { createCalendars } from './http-calendars';
import { firstBlock, otsFile, readProof, writeProof } from './proof-format';

const never = new AbortController().signal;
const hash = 'ab'.repeat(32);

describe('a calendar of OpenTimestamps', () => {
  let server: CalendarServer;
  beforeAll(async () => {
    server = await startCalendarServer();
  });
  afterAll(() => server.close());
  afterEach(() => {
    server.fault = undefined;
  });
  const hostOf = () => new URL(server.url).host;
  const calendars = (allowPrivate = [hostOf()]) => createCalendars({ addresses: [`${server.url}/`], allowPrivate });
  const submit = () => calendars().submit(hostOf(), hash, never);

  it('is identified by host and path', () => {
    const addresses = ['https://a.example.org', 'https://b.example.org/calendar/'];
    expect(createCalendars({ addresses, allowPrivate: [] }).names).toEqual(['a.example.org', 'b.example.org/calendar']);
  });

  it('returns a pending attestation at once, and the path to a block once there is one', async () => {
    const proof = await submit();
    expect(replay(otsFile(hash, proof))).toMatchObject({ hash, attestation: `pending ${server.url}` });
    expect(await calendars().upgrade(hash, proof, never)).toBeNull();
    const root = server.mine(900_001);
    const upgraded = await calendars().upgrade(hash, proof, never);
    expect(upgraded?.block).toBe(900_001);
    expect(replay(otsFile(hash, upgraded?.proof as Buffer))).toEqual({
      hash,
      message: root,
      attestation: 'block 900001',
    });
  });

  it('is not requested at a private address that is not listed, whichever calendar names it', async () => {
    const proof = await submit();
    const before = server.requests.length;
    const words = 'The address of the calendar is not public.';
    await expect(calendars([]).submit(hostOf(), hash, never)).rejects.toThrow(words);
    await expect(calendars([]).upgrade(hash, proof, never)).rejects.toThrow(words);
    expect(server.requests.length).toBe(before);
  });

  it.each([
    ['an HTTP error', { status: 503, body: Buffer.from('down') }, 'The calendar returned HTTP 503.'],
    ['a redirect', { status: 302, body: Buffer.alloc(0) }, 'The calendar returned HTTP 302.'],
    [
      'an HTML page',
      { status: 200, body: Buffer.from('<html>') },
      'The proof has an operation that this server does not',
    ],
    ['an empty response', { status: 200, body: Buffer.alloc(0) }, 'The response is not a proof of OpenTimestamps.'],
    ['an oversized response', { status: 200, body: Buffer.alloc(20_000) }, 'The response is too large.'],
    ['a longer proof', { status: 200, body: Buffer.from(`000588960d73d719010105${'00'}`, 'hex') }, 'is not a proof'],
    ['endless operations', { status: 200, body: Buffer.alloc(9_000, 8) }, 'The response is not a proof'],
    ['a calendar at a file', { status: 200, body: Buffer.from('0083dfe30d2ef90c8e0807', 'hex') }, 'is not a proof'],
  ])('fails with a message on %s', async (_what, fault, words) => {
    server.fault = fault;
    await expect(submit()).rejects.toThrow(words);
  });

  it('returns its pending attestation even if the rest of the proof is invalid', async () => {
    const proof = await submit();
    server.fault = { status: 200, body: Buffer.from('junk') };
    await expect(calendars().upgrade(hash, proof, never)).rejects.toThrow('The ');
    // One path leads to no block, and one ends in a message that is not a block's Merkle root.
    for (const body of ['0800112233445566778800', '000588960d73d719010105']) {
      server.fault = { status: 200, body: Buffer.from(body, 'hex') };
      expect(await calendars().upgrade(hash, proof, never)).toBeNull();
    }
  });

  it('is not blamed if the process stops', async () => {
    await expect(calendars().submit(hostOf(), hash, AbortSignal.abort(new Error('stopping')))).rejects.toThrow(
      'stopping',
    );
  });
});

describe('the format', () => {
  const bytesOf = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength }).map((list) => Buffer.from(list));
  const sized = (content: Buffer) => Buffer.concat([Buffer.from([content.length]), content]);
  const step = fc.oneof(
    fc.constantFrom(2, 3, 8).map((tag) => Buffer.from([tag])),
    fc
      .tuple(fc.constantFrom(0xf0, 0xf1), bytesOf(40))
      .map(([tag, part]) => Buffer.concat([Buffer.from([tag]), sized(part)])),
  );
  const end = fc.oneof(
    fc
      .integer({ min: 0, max: 127 })
      .map((block) => Buffer.from(`000588960d73d7190101${block.toString(16).padStart(2, '0')}`, 'hex')),
    bytesOf(20).map((payload) => Buffer.concat([Buffer.from('000102030405060708', 'hex'), sized(payload)])),
  );
  const path = fc.tuple(fc.array(step, { maxLength: 9 }), end).map(([steps, last]) => Buffer.concat([...steps, last]));
  const tree = fc
    .array(path, { minLength: 1, maxLength: 4 })
    .map((paths) =>
      Buffer.concat(paths.flatMap((one, index) => (index < paths.length - 1 ? [Buffer.from([0xff]), one] : [one]))),
    );

  it('is written as it was read, attestations first', () => {
    fc.assert(
      fc.property(tree, (bytes) => {
        const proof = readProof(bytes, hash);
        const again = readProof(writeProof(proof), hash);
        expect(again).toEqual(proof);
        expect(firstBlock(again)).toBe(firstBlock(proof));
        expect(writeProof(proof).length).toBe(bytes.length);
      }),
    );
  });

  it('rejects invalid proofs with a message', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readProof(bytes, hash);
        } catch (error) {
          expect((error as Error).name).toBe('CalendarError');
        }
      }),
    );
  });
});
