import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './open';

export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
