import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSharedPart, laterFiles } from './shared-parts.mjs';

const isShared = (file: string) => isSharedPart(path.resolve(file));

describe('the parts that most pages load together', () => {
  it.each([
    'src/shared/money.ts',
    'src/client/words/ui.ts',
    'src/client/ui/form/button.tsx',
    'src/client/ui/page/logo.tsx',
    'node_modules/lucide-react/dist/esm/icons/x.js',
  ])('include %s', (file) => expect(isShared(file)).toBe(true));

  it.each([
    'src/shared/schemas/auth.ts',
    'src/client/ui/menu/menu.tsx',
    'src/client/lib/format.ts',
    'src/server/router.ts',
    'node_modules/react/index.js',
    'node_modules/other/src/shared/index.js',
    ...laterFiles.map((file) => `src/${file}`),
  ])('leave out %s', (file) => expect(isShared(file)).toBe(false));

  it('are matched by whole names, also on Windows and in a module that was split', () => {
    expect(isShared('src/client/ui/page/page-width.tsx')).toBe(true);
    expect(isShared('src/shared/limits-of-plans.ts')).toBe(true);
    expect(isSharedPart('C:\\qinsight\\src\\client\\ui\\page\\page.tsx?split')).toBe(false);
  });

  it.each(laterFiles)('%s exists', (file) => expect(existsSync(path.resolve('src', file))).toBe(true));
});
