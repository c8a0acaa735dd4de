/**
 * Checks that every import rule of biome.json rejects a violating import (of values and types) and allows a valid one.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const forbidden: [file: string, imported: string][] = [
  ['src/shared/money.ts', '~/server/env'],
  ['src/shared/money.ts', 'node:fs'],
  ['src/server/features/admin/admin.service.ts', '~/client/lib/format'],
  ['src/server/features/admin/admin.service.ts', '../auth/auth.service'],
  ['src/server/features/admin/admin.service.ts', '~/server/trpc/init'],
  ['src/server/features/admin/admin.service.ts', '~/server/features/auth/auth.router'],
  ['src/server/features/admin/admin.service.ts', '~/server/features/positions/positions.queries'],
  ['src/server/features/admin/admin.service.ts', 'express'],
  ['src/server/features/admin/admin.service.ts', '~/server/sockets/ws'],
  ['src/server/features/admin/admin.service.ts', '~/server/operator/open'],
  ['src/server/features/scheduled-backups/make-backup.ts', '~/server/operator/command'],
  ['src/server/features/admin/admin.router.ts', '~/server/features/auth/auth.router'],
  ['src/server/features/admin/admin.router.ts', '~/server/testing/until'],
  ['src/server/generation/generation.ts', '~/server/http/origin'],
  ['src/server/generation/generation.ts', '~/server/features/auth/auth.service'],
  ['src/server/lib/errors.ts', '~/server/features/auth/auth.service'],
  ['src/server/lib/errors.ts', '~/server/db/client'],
  ['src/server/lib/errors.ts', '../db/client'],
  ['src/server/lib/errors.ts', '~/server/env'],
  ['src/server/providers/prices/yahoo.ts', '~/server/features/prices/price-rules'],
  ['src/server/providers/prices/yahoo.ts', '~/server/deps'],
  ['src/server/providers/prices/yahoo.ts', '~/server/sockets/ws'],
  ['src/server/jobs/job-queue.ts', '~/server/trpc/context'],
  ['src/server/jobs/job-queue.ts', '~/server/metrics/metrics'],
  ['src/server/backup/restore.ts', '~/server/operator/command'],
  ['src/server/backup/restore.ts', '~/server/features/uploads/file-keys'],
  ['src/server/reading/reading.ts', '~/server/features/uploads/uploads.service'],
  ['src/server/auth/session-store.ts', '~/server/features/auth/auth.service'],
  ['src/server/auth/session-store.ts', '~/server/trpc/context'],
  ['src/server/auth/session-store.ts', '~/server/sockets/ws'],
  ['src/server/trpc/context.ts', '~/server/features/auth/auth.service'],
  ['src/server/trpc/context.ts', '~/server/router'],
  ['src/server/rest/route.ts', '~/server/features/auth/auth.service'],
  ['src/server/deps.ts', './features/prices/price-refresher'],
  ['src/client/lib/format.ts', '~/server/env'],
  ['src/client/lib/format.ts', '~/client/ui/page/page'],
  ['src/client/words/app.ts', '~/client/lib/format'],
  ['src/client/words/app.ts', '~/server/env'],
  ['src/client/ui/page/page.tsx', '~/client/features/chat/chat-page'],
  ['src/client/ui/page/page.tsx', '../../features/chat/chat-page'],
  ['src/client/ui/page/page.tsx', '~/client/lib/trpc'],
  ['src/client/features/chat/chat-page.tsx', '~/client/features/auth/auth-page'],
  ['src/client/features/chat/chat-page.tsx', '../auth/auth-page'],
  ['src/client/features/chat/thread/thread.tsx', '../../auth/auth-page'],
  ['src/client/features/chat/thread/thread.tsx', '~/client/routes/index'],
];

const allowed: [file: string, imported: string][] = [
  ['src/shared/money.ts', 'zod'],
  ['src/server/features/admin/admin.service.ts', '~/server/features/auth/auth.service'],
  ['src/server/features/admin/admin.router.ts', '~/server/trpc/init'],
  ['src/server/features/scheduled-backups/make-backup.ts', '~/server/backup/manifest'],
  ['src/server/metrics/metrics.ts', '~/server/jobs/run-job'],
  ['src/client/words/app.ts', '~/shared/brand'],
  ['src/client/lib/format.ts', '~/client/words/app'],
  ['src/server/rest/account-routes.ts', '~/server/features/account/account.http'],
  ['src/server/lib/errors.ts', '~/shared/limits'],
  ['src/client/lib/trpc.ts', '~/server/router'],
  ['src/client/features/chat/thread/thread.tsx', '../stream/frame-queue'],
  ['src/client/features/chat/thread/thread.tsx', '~/client/features/upload/upload-rules'],
  ['src/server/features/admin/admin.test.ts', '~/server/testing/until'],
];

let folder: string;
let findings: Map<string, string[]>;
const nameOf = (file: string, imported: string, form: string) =>
  file.replace(
    /(\.(service|router|test))?\.(tsx?)$/,
    (suffix) => `-${form}-${imported.replaceAll(/\W+/g, '_')}${suffix}`,
  );
// Some rules are about one file only, so a second file would not be covered.
const isSingular = (file: string) => /\/(deps|trpc)\.ts$/.test(file);
const forms = {
  value: (imported: string) => `import * as x from '${imported}';\nexport const y = x;\n`,
  type: (imported: string) => `import type * as x from '${imported}';\nexport type Y = typeof x;\n`,
};

function place(file: string, text: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

const biome = path.resolve('node_modules/.bin/biome');
const lint = () => {
  const { stdout } = spawnSync(biome, ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const found = new Map<string, string[]>();
  for (const { category, location } of JSON.parse(stdout).diagnostics) {
    const file = path.relative(folder, path.resolve(folder, location.path));
    found.set(file, [...(found.get(file) ?? []), category]);
  }
  return found;
};

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-imports-'));
  const { vcs: _, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'));
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(config));
  cpSync('tsconfig.json', path.join(folder, 'tsconfig.json'));
  for (const [file, imported] of [...forbidden, ...allowed])
    for (const [form, write] of Object.entries(forms))
      place(isSingular(file) ? file : nameOf(file, imported, form), write(imported));
  place('src/server/lib/one.ts', "import type { Two } from './two';\nexport type One = Two[];\n");
  place('src/server/lib/two.ts', "import type { One } from './one';\nexport type Two = { of: One };\n");
  findings = lint();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an import in the wrong direction fails the check', () => {
  it.each(forbidden)('%s ✗ %s', (file, imported) => {
    for (const form of Object.keys(forms))
      expect(findings.get(isSingular(file) ? file : nameOf(file, imported, form))).toContain(
        'lint/style/noRestrictedImports',
      );
  });
  it('also a cycle of types', () => {
    expect(findings.get('src/server/lib/one.ts')).toContain('lint/suspicious/noImportCycles');
  });
});

describe('an import in the right direction passes', () => {
  it.each(allowed)('%s ✓ %s', (file, imported) => {
    for (const form of Object.keys(forms))
      expect(findings.get(isSingular(file) ? file : nameOf(file, imported, form)) ?? []).not.toContain(
        'lint/style/noRestrictedImports',
      );
  });
});
