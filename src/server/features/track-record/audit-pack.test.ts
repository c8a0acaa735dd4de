import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unzipped } from '~/server/testing/clients/unzipped';
import { runVerifierPage } from '~/server/testing/clients/verifier-page';
import {
  type CalendarServer,
  calendarSettings,
  replay,
  startCalendarServer,
} from '~/server/testing/fakes/calendar-server';
import { openssl, startTimestampServer, type TimestampServer } from '~/server/testing/fakes/timestamp-server';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { dayMs } from '~/shared/utc-day';
import { proveInBitcoin } from './bitcoin-proofs';
import { timestampLedger } from './timestamp-ledger';

describe.skipIf(!openssl)('the audit pack', { tags: 'once' }, () => {
  let authority: TimestampServer;
  let calendar: CalendarServer;
  let server: TestServer;
  let address: string;
  beforeAll(async () => {
    [authority, calendar] = await Promise.all([startTimestampServer(), startCalendarServer()]);
    server = await startTestServer({ env: { TIMESTAMP_AUTHORITIES: authority.url, ...calendarSettings(calendar) } });
    address = `${await server.listen()}/track-record/audit-pack.zip`;
    const admin = await signUp(server.deps, { isAdmin: true, email: 'boss@example.com' });
    const bought = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25', purchaseDate: '2024-01-02T00:00:00.000Z' };
    await admin.call.positions.add(bought);
    await timestampLedger(server.deps, new AbortController().signal);
    await proveInBitcoin(server.deps, new AbortController().signal, new Date(Date.now() + dayMs));
    authority.fault = { status: 500, body: Buffer.alloc(0) };
    await admin.call.positions.add(bought);
    await expect(timestampLedger(server.deps, new AbortController().signal)).rejects.toThrow('HTTP 500');
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([authority.close(), calendar.close()]);
  });

  it('contains all files that its verifier needs, and files that openssl verifies', async () => {
    const response = await fetch(address);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="track-record.zip"');
    const files = await unzipped(Buffer.from(await response.arrayBuffer()));
    expect([...files.keys()].sort()).toEqual([
      'README.txt',
      'bitcoin-proofs.json',
      'bitcoin/1.ots',
      'ledger.csv',
      'prices.json',
      'timestamps.json',
      'timestamps/1.tsr',
      'track-record-heads.txt',
      'verify.html',
      'verify.mjs',
    ]);
    const folder = path.join(server.deps.env.DATA_DIR, 'pack');
    for (const name of ['timestamps', 'bitcoin']) await mkdir(path.join(folder, name), { recursive: true });
    await Promise.all([...files].map(([name, content]) => writeFile(path.join(folder, name), content)));
    const verify = ['verify.mjs', 'ledger.csv', 'prices.json', 'timestamps.json', 'timestamps/1.tsr'];
    const { stdout } = await promisify(execFile)(process.execPath, verify, { cwd: folder });
    expect(stdout).toContain('Hash chain verified: 2 entries.');
    expect(stdout).toContain('Timestamps: 1, all of them for hashes in this ledger');
    expect(stdout).toContain('timestamps/1.tsr is for entry 1: nothing up to there was changed since');
    expect(stdout).toContain('Only this site says when the last 1 entries were recorded.');
    const [, command = ''] = /^ {2}openssl (ts .*) -CAfile/m.exec(stdout) ?? [];
    const toOpenssl = [...command.split(' '), '-CAfile', authority.caFile];
    const checked = await promisify(execFile)(openssl as string, toOpenssl, { cwd: folder });
    expect(checked.stdout + checked.stderr).toContain('Verification: OK');
    for (const name of ['verify.mjs', 'verify.html']) {
      const file = await readFile(`public/track-record/${name}`);
      const hash = createHash('sha256').update(file).digest('hex');
      expect(files.get('README.txt')?.toString('utf8')).toContain(`The SHA-256 of ${name} is ${hash}.`);
    }
    const given = verify.slice(1).map((name) => path.join(folder, name));
    const page = await runVerifierPage(given);
    expect(page.said.replaceAll(`${folder}/`, '')).toBe(stdout);
    const [proof] = JSON.parse(String(files.get('bitcoin-proofs.json'))) as [{ hash: string }];
    expect(replay(files.get('bitcoin/1.ots') as Buffer).hash).toBe(proof.hash);
    const texts = [...files.values()].map((content) => content.toString('latin1')).join();
    for (const secret of ['boss', server.deps.env.DATA_DIR]) expect(texts).not.toContain(secret);
    expect(files.get('timestamps.json')?.toString('utf8')).toContain('The authority returned HTTP 500.');
  });

  it('is not sent again while nothing has changed', async () => {
    const etag = (await fetch(address, { method: 'HEAD' })).headers.get('etag') ?? '';
    // Without Cache-Control, fetch() always requests a full response.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await fetch(address, { headers })).status).toBe(304);
    authority.fault = undefined;
    await timestampLedger(server.deps, new AbortController().signal);
    const now = await fetch(address, { method: 'HEAD', headers });
    expect([now.status, now.headers.get('etag') === etag]).toEqual([200, false]);
  });
});
