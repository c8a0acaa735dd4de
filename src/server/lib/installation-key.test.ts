import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSeal } from './installation-key';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'qinsight-installation-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string];
const sealOf = (SECRET_KEY?: string, SECRET_KEY_PREVIOUS: string[] = [], purpose = 'test') =>
  createSeal({ SECRET_KEY, SECRET_KEY_PREVIOUS, DATA_DIR: folder }, purpose);
const file = () => path.join(folder, 'secret.key');

describe('the secret of the installation', () => {
  it('decrypts what it encrypted, only for the same purpose and context', () => {
    const sealed = sealOf(first).seal('here', 'text');
    expect(sealOf(first).open('here', sealed)).toEqual({ text: 'text', by: 'current' });
    expect(sealOf(first).open('there', sealed)).toBeNull();
    expect(sealOf(first, [], 'other').open('here', sealed)).toBeNull();
    expect(sealOf(second).open('here', sealed)).toBeNull();
  });

  it('can be replaced while former secrets still decrypt', () => {
    const sealed = sealOf(first).seal('', 'text');
    expect(sealOf(third, [second, first]).open('', sealed)).toEqual({ text: 'text', by: 'former' });
    const again = sealOf(third, [second, first]).seal('', 'text');
    expect(sealOf(third).open('', again)).toEqual({ text: 'text', by: 'current' });
    expect(sealOf(second, [first]).open('', again)).toBeNull();
  });

  it('is available to all servers before the first one encrypts with it', () => {
    const sealed = sealOf(second, [first]).seal('', 'text');
    expect(sealOf(first, [second]).open('', sealed)).toEqual({ text: 'text', by: 'former' });
  });

  it('can replace a generated one, whose file still decrypts', () => {
    const sealed = sealOf().seal('', 'text');
    expect(sealOf(first).open('', sealed)).toEqual({ text: 'text', by: 'former' });
    rmSync(file());
    expect(sealOf(first).open('', sealed)).toBeNull();
  });

  it('is generated again if its file is renamed, which still decrypts', () => {
    const sealed = sealOf().seal('', 'text');
    renameSync(file(), `${file()}.previous`);
    const seal = sealOf();
    expect(seal.open('', sealed)).toEqual({ text: 'text', by: 'former' });
    expect(existsSync(file())).toBe(false);
    const again = seal.seal('', 'text');
    expect(seal.open('', again)).toEqual({ text: 'text', by: 'current' });
    rmSync(`${file()}.previous`);
    expect(sealOf().open('', again)).toEqual({ text: 'text', by: 'current' });
  });

  it('is not created by decrypting', () => {
    expect(sealOf().open('', 'v1.lost')).toBeNull();
    expect(existsSync(file())).toBe(false);
  });
});
