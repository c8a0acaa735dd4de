/** A real nginx with the product's configuration, if it is installed. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from './find-program';
import { startProxy } from './proxy-process';

/** nginx's location; null if it is not installed. */
export const nginxBinary: string | null = findProgram('nginx');

/** Runs one of our configurations on a port, in front of a server and without TLS. Returns a function that stops it. */
export async function startNginx(
  port: number,
  upstreamPort: number,
  shipped = 'deploy/nginx.conf',
): Promise<() => Promise<void>> {
  if (!nginxBinary) throw new Error('This machine has no nginx.');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-nginx-'));
  const site = replaceAll(readFileSync(shipped, 'utf8'), [
    ['127.0.0.1:3000', `127.0.0.1:${upstreamPort}`],
    ['listen 443 ssl', `listen 127.0.0.1:${port}`],
    [/ssl_certificate +\S+;/, ''],
    [/ssl_certificate_key +\S+;/, ''],
  ]);
  const file = path.join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    `user root;\ndaemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${site}}\n`,
  );
  return startProxy({ program: nginxBinary, args: ['-p', folder, '-c', file], folder, port });
}

function replaceAll(text: string, parts: [part: string | RegExp, value: string][]): string {
  return parts.reduce((result, [part, value]) => {
    if (result.search(part) < 0) throw new Error(`The configuration of nginx lacks ${part}`);
    return result.replace(part, value);
  }, text);
}
