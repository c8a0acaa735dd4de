import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world.server.close());

/** The product needs no curl, but this test does. */
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('the tour in docs/api.md', () => {
  it('works, line by line', async () => {
    const document = readFileSync('docs/api.md', 'utf8');
    const blocks = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code as string);
    expect(blocks.length).toBeGreaterThan(5);
    const script = blocks.map((code, n) => `echo "== ${n}"\n${code}\necho`).join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      env: { ...process.env, API: world.address },
    });
    const said = stdout.split(/^== \d+\n/m).slice(1);
    expect(said).toHaveLength(blocks.length);
    const [
      begin = '',
      token = '',
      ask = '',
      events = '',
      receipt = '',
      research = '',
      file = '',
      lists = '',
      once = '',
      book = '',
      account = '',
      projects = '',
      shares = '',
      refusals = '',
      leave = '',
    ] = said;
    expect(begin.match(/"email":"ada-/g)).toHaveLength(2);
    expect(token).toMatch(/^ada-\d+@example.com\n/);
    expect(ask.trim().split('\n')).toEqual(['You asked: What can you tell me?', 'What can you tell me?', '2']);
    expect(events).toContain('data: {"type":"ready","running":[]}');
    expect(receipt).toMatch(/^Receipt verified: [0-9a-f]{64}\nPages verified: 0/);
    expect(research.trim().split('\n')).toEqual(['0', '0']);
    expect(file).toMatch(/%PDF-1\.4.*report\.pdf/s);
    expect(lists).toMatch(/^link: <\/api\/conversations\?limit=2&cursor=[\w.-]+>; rel="next"/i);
    const [first, second] = once.trim().split('\n');
    expect(second).toBe(first);
    expect(
      book
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['0', 'positions', '0', 'seq,at,kind,body,previousHash,hash', '1', '0', '0']);
    expect(account.trim().split('\n')).toEqual(['Answer in metric units.', 'true', 'false', 'true', 'true', 'PK']);
    expect(projects.trim().split('\n').slice(1)).toEqual(['1', 'Project deleted']);
    expect(shares.trim().split('\n')).toEqual(['1', '1', 'Link revoked']);
    expect(refusals).toMatch(/^401\nsigned_out\nallow: GET, HEAD, POST, OPTIONS/i);
    expect(leave).toContain('Signed out');
    // The output must not contain the session.
    expect(stdout).not.toMatch(/qinsight_session|qi_/);
  });
});
