import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.resolve('docs/security');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** Paths in backticks that name a file or folder of the sources or of the documentation. */
function pathsOf(page: string): string[] {
  const quoted =
    readFileSync(path.join(folder, page), 'utf8').match(/`((?:server|client|shared|docs)\/[^`\s]+)`/g) ?? [];
  return [...new Set(quoted.map((text) => text.slice(1, -1)))];
}

it.each(pages)('%s names nothing that is gone', (page) => {
  const gone = pathsOf(page).filter((name) => !existsSync(name.startsWith('docs/') ? name : path.join('src', name)));
  expect(gone).toEqual([]);
});

it('gives evidence: the tables name tests', () => {
  const tests = pages.flatMap(pathsOf).filter((name) => /\.test\.tsx?$/.test(name));
  expect(new Set(tests).size).toBeGreaterThan(30);
});
