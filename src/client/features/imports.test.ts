import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const features = import.meta.dirname;

// The linter checks import specifiers as written, not where relative ones resolve to.
it('no feature imports from another by a relative path', () => {
  const violations: string[] = [];
  for (const entry of readdirSync(features, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const [home] = path.relative(features, file).split(path.sep);
    for (const [, address = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const [place] = path.relative(features, path.resolve(path.dirname(file), address)).split(path.sep);
      if (place !== home && place !== '..') violations.push(`${path.relative(features, file)} → ${address}`);
    }
  }
  expect(violations).toEqual([]);
});
