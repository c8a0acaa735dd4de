/** Every way to tamper with the track record is detected by a reader who saved one old hash or one timestamp. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerHeader, ledgerRows } from '~/server/lib/ledger-file';
import { createTimestampAuthority } from '~/server/providers/timestamps/http-authority';
import { openssl, startTimestampServer, type TimestampServer } from '~/server/testing/fakes/timestamp-server';
import { createTestFolder } from '~/server/testing/test-folder';
import { checkChain, createChainCheck, firstPreviousHash } from '~/shared/ledger-chain';
import { proofsOf } from '~/shared/ledger-proofs';
import type { LedgerBody, LedgerEntry, PublishedCloses } from '~/shared/schemas/track-record';
import { sha256 } from '~/shared/sha256';
import { ledgerOf } from '~/shared/testing/sample-ledger';

const closesText = 'A 100.000000 2026-01-06\nSPY 500.000000 2026-01-06\n';
const honest = ledgerOf(
  ['opened', 'winner'],
  ['opened', 'loser', { ticker: 'B' }],
  { kind: 'prices', facts: { day: '2026-01-05', count: 2, hash: sha256(closesText) } },
  ['closed', 'loser', { ticker: 'B', closePrice: '10.00', closeDate: '2026-01-08T15:00:00.000Z' }],
  ['deleted', 'loser', { ticker: 'B' }],
);
const last = honest.at(-1) as LedgerEntry;
const prices: PublishedCloses = {
  benchmark: 'SPY',
  days: ['2026-01-05', '2026-01-06', '2026-01-08'],
  closes: { A: ['100.00', '110.00', '120.00'], B: ['100.00', '50.00', '10.00'], SPY: ['500.00', '505.00', '510.00'] },
  splits: {},
  quotes: {},
  recordedDays: [{ day: '2026-01-05', text: closesText }],
  nextCursor: null,
};

/** The whole chain as a forger would write it: all numbers and hashes match. */
function rewritten(
  entries: readonly LedgerEntry[],
  edit: (body: LedgerBody) => object = (body) => body,
): LedgerEntry[] {
  let previousHash = firstPreviousHash;
  return entries.map((entry, index) => {
    const said = { ...edit(JSON.parse(entry.body) as LedgerBody), seq: index + 1, previousHash };
    const body = JSON.stringify(said);
    const at = 'at' in said && typeof said.at === 'string' ? new Date(said.at) : entry.at;
    const next = { ...entry, at, seq: index + 1, body, previousHash, hash: sha256(body) };
    previousHash = next.hash;
    return next;
  });
}

/** Keeps all existing entries, so that every old hash and timestamp still matches; the new entry has a forged time. */
function appended(at: string): LedgerEntry[] {
  const before = honest.at(-1) as LedgerEntry;
  const said = { ...(JSON.parse(honest[0]?.body ?? '') as LedgerBody), seq: before.seq + 1, at };
  const position = { ...said.position, id: 'hindsight', purchaseDate: at };
  const body = JSON.stringify({ ...said, position, previousHash: before.hash });
  const entry = {
    seq: said.seq,
    at: new Date(at),
    kind: said.kind,
    body,
    previousHash: before.hash,
    hash: sha256(body),
  };
  return [...honest, entry];
}

const withEntry = (body: LedgerBody, entryPrice: string) =>
  body.position ? { ...body, position: { ...body.position, entryPrice } } : body;
const isOfLoser = ({ body }: LedgerEntry) => body.includes('"loser"');

/** The chain is consistent in all of these, so only externally saved hashes reveal them. */
const whole: [what: string, forged: LedgerEntry[]][] = [
  ['a losing position removed and all entries written again', rewritten(honest.filter((entry) => !isOfLoser(entry)))],
  ['the end cut off', honest.slice(0, -1)],
  ['all entries written again with a better price', rewritten(honest, (body) => withEntry(body, '1.00'))],
  [
    'all recording times set to the purchase day',
    rewritten(honest, (body) => ({ ...body, at: '2022-01-03T15:00:00.000Z' })),
  ],
  [
    'closing prices changed together with their hash in the ledger',
    rewritten(honest, (body) =>
      'facts' in body ? { ...body, facts: { ...Object(body.facts), hash: '0'.repeat(64) } } : body,
    ),
  ],
];

/** These break the chain itself. */
const broken: [what: string, forged: LedgerEntry[]][] = [
  [
    'an entry edited',
    honest.map((entry) => (entry.seq === 2 ? { ...entry, body: entry.body.replace('100.00', '1.00') } : entry)),
  ],
  [
    'an entry edited with its hash',
    honest.map((entry) => (entry.seq === 2 ? { ...entry, ...rehashed(entry) } : entry)),
  ],
  ['two entries swapped', [honest[0], honest[2], honest[1], ...honest.slice(3)] as LedgerEntry[]],
  ['a purchase of years ago appended with a time of years ago', appended('2023-01-03T15:00:00.000Z')],
  ['an entry left out', honest.filter(({ seq }) => seq !== 3)],
];

function rehashed({ body }: LedgerEntry) {
  const text = body.replace('100.00', '1.00');
  return { body: text, hash: sha256(text) };
}

describe.skipIf(!openssl)('tampering with the record', { tags: 'once' }, () => {
  let authority: TimestampServer;
  const folder = createTestFolder();
  let token: string;
  beforeAll(async () => {
    authority = await startTimestampServer();
    token = path.join(folder, 'kept.tsr');
    const { stamp } = createTimestampAuthority(authority.url);
    await writeFile(token, (await stamp(last.body, new AbortController().signal)).response);
  });
  afterAll(() => authority.close());

  async function verify(entries: readonly LedgerEntry[], published = prices, ...more: string[]) {
    const [ledger, closes] = [path.join(folder, 'ledger.csv'), path.join(folder, 'prices.json')];
    await writeFile(ledger, ledgerHeader + ledgerRows(entries));
    await writeFile(closes, JSON.stringify([published]));
    const script = path.resolve('public/track-record/verify.mjs');
    return promisify(execFile)(process.execPath, [script, ledger, closes, ...more]).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
    );
  }

  it('is not reported for an intact record', async () => {
    expect(await verify(honest, prices, last.hash)).toMatchObject({ code: 0 });
    const { code, said } = await verify(honest, prices, token);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('kept.tsr is for entry 5') });
    expect(said).toContain('1 days, 0 changed since');
  });

  it.each(whole)('is detected with an old hash or a timestamp: %s', async (_what, forged) => {
    expect(checkChain(forged).brokenAt).toBeNull();
    expect(await verify(forged)).toMatchObject({ code: 0 });
    expect(await verify(forged, prices, last.hash)).toMatchObject({
      code: 1,
      said: expect.stringContaining('BROKEN: the saved hash is not in this ledger.'),
    });
    expect(await verify(forged, prices, token)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/BROKEN: .*kept\.tsr signed on .* a hash that is not in this ledger/),
    });
    // The page, with the same hash in its field, and with the timestamps that the server still publishes.
    const check = createChainCheck();
    check.add(forged);
    expect(check.has(last.hash)).toBe(false);
    const time = new Date();
    const kept = { id: '1', seq: last.seq, hash: last.hash, authority: 'a', requestedAt: time, time };
    expect(proofsOf(forged, [{ ...kept, failures: 0, failure: null }]).foreign).toHaveLength(1);
  });

  it.each(broken)('is detected by everyone: %s', async (_what, forged) => {
    expect(checkChain(forged).brokenAt).not.toBeNull();
    expect(await verify(forged)).toMatchObject({ code: 1, said: expect.stringMatching(/^BROKEN: entry \d/) });
  });

  it('is not reported for a closing price unpublished after the end of a position, but for one before it', async () => {
    const text = 'B 9.000000 2026-01-20\n';
    const later = ledgerOf(
      ['opened', 'loser', { ticker: 'B' }],
      ['opened', 'winner'],
      ['closed', 'loser', { ticker: 'B', closePrice: '10.00', closeDate: '2026-01-07T15:00:00.000Z' }],
      { kind: 'prices', facts: { day: '2026-01-20', count: 1, hash: sha256(text) } },
    );
    const published = { ...prices, recordedDays: [{ day: '2026-01-20', text }] };
    const { said } = await verify(later, published);
    expect(said).toContain('1 days, 0 changed since');
    expect(said).toContain('Warning: 1 closing prices after the end of a position are not in prices.json to compare.');
    // The closing price that ends the position is missing, which would select an earlier one.
    const cut = { ...published, closes: { ...prices.closes, B: ['100.00', '50.00', null] } };
    expect((await verify(later, cut)).said).toContain(
      'B closed at 9 on 2026-01-20 when that was recorded, now it is missing',
    );
    const open = ledgerOf(['opened', 'loser', { ticker: 'B' }], {
      kind: 'prices',
      facts: { day: '2026-01-20', count: 1, hash: sha256(text) },
    });
    expect((await verify(open, published)).said).toContain('B closed at 9 on 2026-01-20');
  });

  it('is detected with a timestamp: an entry appended with a time before it, but after the previous entry', async () => {
    const forged = appended('2026-01-20T15:00:00.000Z');
    expect(checkChain(forged).brokenAt).toBeNull();
    expect((await verify(forged, prices, last.hash)).said).not.toContain('Warning');
    const { said } = await verify(forged, prices, token);
    // The test's authority signs with the current time, long after the entries of January.
    expect(said).toMatch(/^Warning: entries 1 to 5: first signed more than 24 hours after the stated time, on 20/m);
    expect(said).toMatch(/^Warning: entry 6: stated to be before 20.*, when an entry before was signed\.$/m);
  });

  it('is detected by everyone even if all old hashes and timestamps match: a decreasing time', async () => {
    const forged = appended('2023-01-03T15:00:00.000Z');
    expect(await verify(forged, prices, last.hash, token)).toMatchObject({
      code: 1,
      said: expect.stringContaining('BROKEN: entry 6 was backdated: its time is before that of entry 5.'),
    });
  });

  it.each<[string, Partial<PublishedCloses>, string]>([
    [
      'a closing price',
      { closes: { ...prices.closes, A: ['10.00', '110.00', '120.00'] } },
      'A closed at 100 on 2026-01-05',
    ],
    ['the benchmark', { closes: { ...prices.closes, SPY: ['300.00', '505.00', '510.00'] } }, 'SPY closed at 500'],
    ['a split added', { splits: { A: [{ day: '2026-01-08', numerator: 4, denominator: 1 }] } }, 'A closed at 25 on'],
    [
      'the recorded text',
      { recordedDays: [{ day: '2026-01-05', text: 'A 1.000000 2026-01-06\n' }] },
      "don't match entry 3",
    ],
  ])('with prices is detected by everyone through the hash in the ledger: %s', async (_what, change, words) => {
    const { said } = await verify(honest, { ...prices, ...change });
    expect(said).toContain(words);
    expect(said).not.toContain(', 0 changed since');
  });
});
