import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { ledgerOf } from '~/shared/testing/sample-ledger';
import { utcDay } from '~/shared/utc-day';
import { readDailyHashes } from './daily-hashes';
import { hashFeed } from './hash-feed';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const id = '00000000-0000-4000-8000-000000000001';

describe('the hashes of each day', () => {
  it('are empty while the ledger is empty', async () => {
    const response = await fetch(`${await server.listen()}/.well-known/track-record-heads.txt`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(hashFeed([], 'https://example.com')).not.toContain('<entry>');
  });

  it('are one line per day from the first entry until today, which never change afterwards', async () => {
    const entries = ledgerOf(['opened', id], ['closed', id], ['deleted', id]);
    await server.deps.db.ledgerEvent.createMany({
      data: entries.map((entry) => ({ ...entry, seq: BigInt(entry.seq), positionId: id })),
    });
    const days = await readDailyHashes(server.deps, new Date('2026-01-09T12:00:00Z'));
    const [first, second, third] = entries.map(({ hash }) => hash);
    expect(days.map(({ day, seq, hash }) => [day, seq, hash])).toEqual([
      ['2026-01-05', '1', first],
      ['2026-01-06', '2', second],
      ['2026-01-07', '3', third],
      ['2026-01-08', '3', third],
      ['2026-01-09', '3', third],
    ]);
    expect(await readDailyHashes(server.deps, new Date('2026-01-10T12:00:00Z'))).toEqual([
      ...days,
      { day: '2026-01-10', seq: '3', hash: third },
    ]);
  });

  it('are public, as a file and as a feed of finished days', async () => {
    const address = await server.listen();
    const admin = await signUp(server.deps, { isAdmin: true });
    const purchaseDate = '2024-01-02T00:00:00.000Z';
    await admin.call.positions.add({ name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25', purchaseDate });
    const { latestHash, entryCount } = await admin.call.trackRecord.summary();
    const lines = (await (await fetch(`${address}/.well-known/track-record-heads.txt`)).text()).trim().split('\n');
    expect(lines.at(-1)).toBe(`${utcDay(new Date())} ${entryCount} ${latestHash}`);
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\d \d+ [0-9a-f]{64}$/);
    const feed = await fetch(`${address}/track-record/feed.atom`);
    expect(feed.headers.get('content-type')).toContain('application/atom+xml');
    const text = await feed.text();
    expect(text).toContain(lines.at(-2));
    expect(text).not.toContain(latestHash);
  });
});
