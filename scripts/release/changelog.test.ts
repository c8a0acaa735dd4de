import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isHigher, releaseNotes, sectionOf, withRelease } from './changelog';

const changelog = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 – 2026-11-22\n\nThe first version.\n';

describe('the changelog', () => {
  it('has the version of package.json or an earlier one as its latest release', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [, newest] = /^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
    expect(newest).toBe(version);
  });

  it('returns the changes of a version', () => {
    expect(sectionOf(changelog, '## Unreleased')).toBe('- New.');
    expect(sectionOf(changelog, '## 0.1.0')).toBe('The first version.');
    expect(sectionOf(changelog, '## 0.1')).toBeNull();
  });

  it('turns unreleased changes into a version', () => {
    const released = withRelease(changelog, '0.2.0', '2026-12-01');
    expect(sectionOf(released, '## Unreleased')).toBe('');
    expect(sectionOf(released, '## 0.2.0')).toBe('- New.');
    expect(releaseNotes(released, '0.2.0', { script: 'abc', page: 'def' })).toContain(
      '# qInsight 0.2.0\n\n- New.\n\n## Verify',
    );
    expect(() => withRelease(released, '0.3.0', '2026-12-02')).toThrow('lists no changes');
    expect(() => withRelease(changelog, '0.1.0', '2026-12-02')).toThrow('already has version 0.1.0');
  });
});

it.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.9.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
])('%s is higher than %s: %s', (next, current, higher) => {
  expect(isHigher(next, current)).toBe(higher);
});
