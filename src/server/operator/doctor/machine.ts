/** The program, its folder and the address people use. */
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '~/server/env';
import { type Finding, fail, ok, warn } from './finding';

const megabyte = 1024 * 1024;
/** Below the first nothing can be trusted to be written; below the second it is time to look. */
const room = { least: 100 * megabyte, comfortable: 1024 * megabyte };

export async function examineProgram(_env: Env, { root }: { root: string }): Promise<Finding[]> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const version = `Node ${process.versions.node}`;
  const isOldEnough = major > 20 || (major === 20 && minor >= 19);
  const node = !isOldEnough
    ? fail('program', `${version} is too old`, 'Install Node 22 or 24; 20.19 is the least.')
    : ok('program', major < 22 ? `${version}; 22 or 24 is recommended` : version);
  const hasPages = existsSync(path.join(root, 'dist/client/index.html'));
  return [
    node,
    ...(hasPages ? [] : [warn('program', 'the pages are not built', 'npm start builds them; or npm run build.')]),
  ];
}

export async function examineData({ DATA_DIR }: Env): Promise<Finding[]> {
  const about = 'data folder';
  const found = statSync(DATA_DIR, { throwIfNoEntry: false });
  const findings: Finding[] = [];
  if (!found) findings.push(ok(about, `${DATA_DIR} is not there yet; the first start makes it`));
  else if (!found.isDirectory()) return [fail(about, `${DATA_DIR} is no folder`, 'Name another DATA_DIR.')];
  else if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    findings.push(warn(about, `${DATA_DIR} can be read by other accounts of this machine`, `chmod 700 ${DATA_DIR}`));
  else findings.push(ok(about, DATA_DIR));
  return [...findings, await examineRoom(nearest(DATA_DIR))];
}

async function examineRoom(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const words = `${Math.floor(free / megabyte)} MB free`;
  if (free < room.least) return fail('disk', words, 'Make room: nothing can be stored when the disk is full.');
  if (free < room.comfortable) return warn('disk', words, 'Make room before it is full.');
  return ok('disk', words);
}

/** The folder itself, or the nearest above it that is there. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(path.dirname(folder)));

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

export async function examineAddress(env: Env): Promise<Finding[]> {
  const about = 'address';
  const { PUBLIC_URL, HOST, TRUST_PROXY, isHttps, publicUrl } = env;
  if (PUBLIC_URL === undefined && !loopback.has(HOST))
    return [
      fail(
        about,
        `it listens on ${HOST}, but writes are accepted from this machine only`,
        'Set PUBLIC_URL to the address people open.',
      ),
    ];
  if (PUBLIC_URL === undefined) return [ok(about, `${publicUrl}, for this machine alone`)];
  if (!isHttps && !loopback.has(new URL(publicUrl).hostname))
    return [
      warn(
        about,
        `${publicUrl} is not https: passwords travel unencrypted`,
        'Put a proxy that speaks TLS in front, see docs/production.md.',
      ),
    ];
  if (isHttps && TRUST_PROXY === false)
    return [
      warn(
        about,
        `${publicUrl} needs a proxy in front, and TRUST_PROXY is not set: all people share their rate limits`,
        'TRUST_PROXY=1 when one proxy stands in front.',
      ),
    ];
  return [ok(about, publicUrl)];
}
