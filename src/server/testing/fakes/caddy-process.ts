/** A real Caddy with the product's configuration, if it is installed. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { searchPath } from '~/server/testing/environment';
import { findProgram } from './find-program';
import { startProxy } from './proxy-process';

/** Caddy's location; null if it is not installed. */
export const caddyBinary: string | null = findProgram('caddy');

/** Runs one of our configurations on a port, in front of a server and without TLS. Returns a function that stops it. */
export async function startCaddy(
  port: number,
  upstreamPort: number,
  configuration = 'deploy/Caddyfile',
): Promise<() => Promise<void>> {
  if (!caddyBinary) throw new Error('This machine has no Caddy.');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-caddy-'));
  const shipped = readFileSync(configuration, 'utf8');
  const processes = /dynamic a app 3000|127\.0\.0\.1:3000/;
  if (!processes.test(shipped)) throw new Error(`${configuration} lacks ${processes}`);
  const sites = shipped
    .replace(processes, (found) =>
      found.startsWith('dynamic') ? `dynamic a 127.0.0.1 ${upstreamPort}` : `127.0.0.1:${upstreamPort}`,
    )
    .replace(/^tools\.example\.com/m, `http://127.0.0.1:${port}`);
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${sites}`);
  return startProxy({
    program: caddyBinary,
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    folder,
    port,
    env: {
      PATH: searchPath(),
      HOME: folder,
      DOMAIN: `http://127.0.0.1:${port}`,
      FILES_DOMAIN: `http://files.localhost:${port}`,
    },
  });
}
