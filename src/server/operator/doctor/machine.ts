/** Checks the program, the data folder, the disk and the public URL. */
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '~/server/env';
import { type Finding, fail, ok, warn } from './finding';

const megabyte = 1024 * 1024;
/** Below `min`, writes may fail; below `comfortable`, the operator is warned. */
const diskSpace = { min: 100 * megabyte, comfortable: 1024 * megabyte };

export async function checkProgram(_env: Env, { root }: { root: string }): Promise<Finding[]> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const version = `Node ${process.versions.node}`;
  const isOldEnough = major > 20 || (major === 20 && minor >= 19);
  const node = !isOldEnough
    ? fail('program', `${version} is too old`, 'Install Node 22 or 24; 20.19 is the minimum.')
    : ok('program', major < 22 ? `${version}; 22 or 24 is recommended` : version);
  const hasPages = existsSync(path.join(root, 'dist/client/index.html'));
  return [node, ...(hasPages ? [] : [warn('program', 'the pages are not built', 'Run npm start or npm run build.')])];
}

export async function checkDataFolder({ DATA_DIR }: Env): Promise<Finding[]> {
  const check = 'data folder';
  const found = statSync(DATA_DIR, { throwIfNoEntry: false });
  const findings: Finding[] = [];
  if (!found) findings.push(ok(check, `${DATA_DIR} does not exist yet and is created at first start`));
  else if (!found.isDirectory()) return [fail(check, `${DATA_DIR} is not a folder`, 'Choose another DATA_DIR.')];
  else if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    findings.push(warn(check, `${DATA_DIR} can be read by other users of this machine`, `chmod 700 ${DATA_DIR}`));
  else findings.push(ok(check, DATA_DIR));
  return [...findings, await checkDiskSpace(nearest(DATA_DIR))];
}

async function checkDiskSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${Math.floor(free / megabyte)} MB free`;
  if (free < diskSpace.min)
    return fail('disk', message, 'Free up disk space. Nothing can be saved when the disk is full.');
  if (free < diskSpace.comfortable) return warn('disk', message, 'Free up disk space soon.');
  return ok('disk', message);
}

/** The folder itself, or its nearest existing parent. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(path.dirname(folder)));

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

export async function checkUrl(env: Env): Promise<Finding[]> {
  const check = 'url';
  const { PUBLIC_URL, HOST, TRUST_PROXY, isHttps, publicUrl } = env;
  if (PUBLIC_URL === undefined && !loopback.has(HOST))
    return [
      fail(
        check,
        `the server listens on ${HOST}, but PUBLIC_URL is not set, so only this machine can sign in`,
        'Set PUBLIC_URL to the URL that users open.',
      ),
    ];
  if (PUBLIC_URL === undefined) return [ok(check, `${publicUrl}, reachable from this machine only`)];
  if (!isHttps && !loopback.has(new URL(publicUrl).hostname))
    return [
      warn(
        check,
        `${publicUrl} is not https, so passwords are sent unencrypted`,
        'Use a reverse proxy with TLS (see docs/production.md).',
      ),
    ];
  if (isHttps && TRUST_PROXY === false)
    return [
      warn(
        check,
        `${publicUrl} needs a reverse proxy, but TRUST_PROXY is not set, so all users share one rate limit`,
        'Set TRUST_PROXY=1 if there is one proxy.',
      ),
    ];
  return [ok(check, publicUrl)];
}
