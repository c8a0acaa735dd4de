import { expect, it } from 'vitest';
import { unusedExports } from './check-exports.mjs';

const unused = (sources: Record<string, string>) => unusedExports(new Map(Object.entries(sources)));

it('finds exports that no other file imports', () => {
  expect(
    unused({
      'src/a.ts': 'export const used = 1;\n\nexport const unused = used;\nexport function alsoUnused() {}\n',
      'src/b.ts': "import { used } from './a';\nconsole.log(used);\n",
    }),
  ).toEqual(['src/a.ts:3 unused', 'src/a.ts:4 alsoUnused']);
});

it.each([
  ['an alias', "import { one as other } from '~/a';\nother();\n"],
  ['an export of an import', "export { one } from './a';\n"],
  ['a namespace', "import * as a from './a';\na.one();\n"],
  ['a dynamic import', "const { one } = await import('./a');\none();\n"],
])('recognizes %s', (_what, source) => {
  expect(unused({ 'src/a.ts': 'export const one = () => {};\n', 'src/b.ts': source })).toEqual([]);
});

it('allows types that an imported declaration contains, directly or within another type', () => {
  const types = 'export interface Inner {}\nexport interface Outer { inner: Inner }\nexport interface Other {}\n';
  expect(
    unused({
      'src/a.ts': `${types}export const one = (): Outer => ({ inner: {} });\n`,
      'src/b.ts': "import { one } from './a';\none();\n",
    }),
  ).toEqual(['src/a.ts:3 Other']);
});
