import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifierPage } from './verifier-page.mjs';

it.each(['verify.mjs', 'verify.html'])('the README contains the SHA-256 of %s, which users run', (name) => {
  const file = readFileSync(`public/track-record/${name}`);
  expect(readFileSync('README.md', 'utf8')).toContain(createHash('sha256').update(file).digest('hex'));
});

it('verify.html is up to date with verify.mjs; otherwise run node scripts/verifier-page.mjs', () => {
  expect(readFileSync('public/track-record/verify.html', 'utf8')).toBe(verifierPage());
});
