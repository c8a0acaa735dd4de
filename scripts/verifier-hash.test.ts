import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the README states the SHA-256 of the script that readers run', () => {
  const script = readFileSync('public/track-record/verify.mjs');
  expect(readFileSync('README.md', 'utf8')).toContain(createHash('sha256').update(script).digest('hex'));
});
