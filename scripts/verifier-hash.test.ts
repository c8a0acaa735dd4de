import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifierPage } from './verifier-page.mjs';

it.each(['verify.mjs', 'verify.html'])('the README states the SHA-256 of %s, which readers run', (name) => {
  const file = readFileSync(`public/track-record/${name}`);
  expect(readFileSync('README.md', 'utf8')).toContain(createHash('sha256').update(file).digest('hex'));
});

it('verify.html is made of the current verify.mjs: if not, run node scripts/verifier-page.mjs', () => {
  expect(readFileSync('public/track-record/verify.html', 'utf8')).toBe(verifierPage());
});
