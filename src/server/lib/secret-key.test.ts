import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSecretKey, SecretKeyUnusable } from './secret-key';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'qinsight-secret-'));
  file = path.join(folder, 'data', 'objects.key');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a secret key', () => {
  it('is created once, for this account only, without leftover files', () => {
    const key = readSecretKey(file);
    expect(key).toHaveLength(32);
    expect(readSecretKey(file)).toEqual(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(path.dirname(file))).toEqual(['objects.key']);
  });

  it('is the same for processes that start at the same moment', async () => {
    const module = path.join(import.meta.dirname, 'secret-key.ts');
    const script = `const { readSecretKey } = await import(${JSON.stringify(module)});
      while (Date.now() < Number(process.argv[1])) {}
      process.stdout.write(readSecretKey(process.argv[2]).toString('hex'));`;
    const startAt = String(Date.now() + 3000);
    const run = promisify(execFile);
    const runs = Array.from({ length: 4 }, () =>
      run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, startAt, file]),
    );
    const keys = (await Promise.all(runs)).map(({ stdout }) => stdout);
    expect(new Set(keys)).toEqual(new Set([readSecretKey(file).toString('hex')]));
    expect(readdirSync(path.dirname(file))).toEqual(['objects.key']);
  });

  it('is closed to other accounts if it was open', () => {
    const key = readSecretKey(file);
    chmodSync(file, 0o644);
    expect(readSecretKey(file)).toEqual(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each<[string, () => void]>([
    ['too short', () => writeFileSync(file, 'short')],
    ['empty', () => writeFileSync(file, '')],
    ['too long', () => writeFileSync(file, Buffer.alloc(33))],
    ['a folder', () => mkdirSync(file)],
    ['a link', () => symlinkSync('/etc/hostname', file)],
    [
      'in a folder that is a file',
      () => {
        rmSync(path.dirname(file), { recursive: true });
        writeFileSync(path.dirname(file), '');
      },
    ],
  ])('is rejected with a message if it is %s', (_what, corrupt) => {
    mkdirSync(path.dirname(file));
    corrupt();
    expect(() => readSecretKey(file)).toThrow(SecretKeyUnusable);
    expect(() => readSecretKey(file)).toThrow(file);
  });

  it.skipIf(process.getuid?.() === 0)(
    'is rejected with a message if it cannot be read (skipped for root, who can)',
    () => {
      readSecretKey(file);
      chmodSync(file, 0o000);
      expect(() => readSecretKey(file)).toThrow('this account is not allowed to read or create it');
    },
  );
});
