/** A real nginx with the configuration that the product ships, where the machine has one. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from './find-program';
import { startProxy } from './proxy-process';

/** Where nginx is; null when the machine has none. */
export const nginxBinary: string | null = findProgram('nginx');

/** deploy/nginx.conf on a port, in front of a server and without TLS. Returns the function that stops it. */
export async function startNginx(port: number, upstreamPort: number): Promise<() => Promise<void>> {
  if (!nginxBinary) throw new Error('This machine has no nginx.');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-nginx-'));
  const site = replaceAll(readFileSync('deploy/nginx.conf', 'utf8'), {
    '127.0.0.1:3000': `127.0.0.1:${upstreamPort}`,
    'listen 443 ssl': `listen 127.0.0.1:${port}`,
    'ssl_certificate     /etc/ssl/insight.pem;': '',
    'ssl_certificate_key /etc/ssl/insight.key;': '',
  });
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

function replaceAll(text: string, parts: Record<string, string>): string {
  for (const part of Object.keys(parts)) if (!text.includes(part)) throw new Error(`deploy/nginx.conf lacks ${part}`);
  return Object.entries(parts).reduce((result, [part, value]) => result.replace(part, value), text);
}
