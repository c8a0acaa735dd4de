import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { findProgram } from '~/server/testing/fakes/find-program';
import { createTestFolder } from '~/server/testing/test-folder';
import { createIdentity, identityText, readIdentity, WrongPassphrase } from './age-keys';
import { decryptingWith, encryptingFor, openWithPassphrase, sealWithPassphrase } from './age-stream';
import { decodeBech32, encodeBech32 } from './bech32';

const folder = createTestFolder();
const identity = createIdentity();
const chunk = 64 * 1024;
/** Fast enough for a test; files that the product writes use 18. */
const workFactor = 10;

/** Sends bytes in pieces of `size` through a stream. */
const through = (bytes: Buffer, stream: NodeJS.ReadWriteStream, size = 50_000): Promise<Buffer> => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
  const source = Readable.from(pieces, { objectMode: false });
  source.on('error', () => {});
  return buffer(source.pipe(stream));
};
const encrypted = (bytes: Buffer) => through(bytes, encryptingFor(identity));
const decrypted = (bytes: Buffer, size?: number) => through(bytes, decryptingWith(identity), size);

describe('an encrypted file', () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])('of %i bytes is decrypted to the original', async (size) => {
    const content = randomBytes(size);
    expect((await decrypted(await encrypted(content))).equals(content)).toBe(true);
  });

  it('may arrive byte by byte', async () => {
    const content = randomBytes(300);
    expect((await decrypted(await encrypted(content), 1)).equals(content)).toBe(true);
  });

  it('is rejected if truncated, also between two chunks', async () => {
    const file = await encrypted(randomBytes(2 * chunk + 10));
    const start = file.length - (2 * chunk + 10 + 3 * 16);
    const cuts = [10, start, start + chunk + 16, start + 2 * (chunk + 16), file.length - 1];
    for (const cut of cuts) await expect(decrypted(file.subarray(0, cut))).rejects.toThrow('too early');
  });

  it('is rejected if one bit changed, wherever it is', async () => {
    const file = await encrypted(randomBytes(chunk + 10));
    for (const place of [0, 30, 70, 130, 190, 300, chunk, file.length - 1]) {
      const changed = Buffer.from(file);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(decrypted(changed)).rejects.toThrow();
    }
  });

  it('is rejected if its chunks changed places', async () => {
    const file = await encrypted(randomBytes(3 * chunk));
    const start = file.length - 3 * (chunk + 16);
    const part = (n: number) => file.subarray(start + n * (chunk + 16), start + (n + 1) * (chunk + 16));
    const moved = Buffer.concat([file.subarray(0, start), part(1), part(0), part(2)]);
    await expect(decrypted(moved)).rejects.toThrow('The file was changed.');
  });

  it('is not opened by another key', async () => {
    const file = await encrypted(Buffer.from('secret'));
    await expect(through(file, decryptingWith(createIdentity()))).rejects.toThrow('for another key');
  });
});

describe('a passphrase', () => {
  it('decrypts what it encrypted, and another one does not', async () => {
    const sealed = await sealWithPassphrase('correct horse', 'a key', workFactor);
    expect(await openWithPassphrase('correct horse', sealed)).toBe('a key');
    await expect(openWithPassphrase('wrong horse', sealed)).rejects.toBeInstanceOf(WrongPassphrase);
    await expect(openWithPassphrase('correct horse', sealed.subarray(0, -1))).rejects.toThrow('too early');
  });

  it('is not tried on a file that would take minutes', async () => {
    const sealed = await sealWithPassphrase('correct horse', 'a key', workFactor);
    const costly = Buffer.from(sealed.toString('latin1').replace(` ${workFactor}\n`, ' 30\n'), 'latin1');
    await expect(openWithPassphrase('correct horse', costly)).rejects.toThrow('too high');
  });
});

describe('the text of a key', () => {
  it('is parsed again, and a typing error is detected', () => {
    const text = identityText(identity);
    expect(text).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/);
    expect(readIdentity(`# a comment\n${text}\n`)).toEqual(identity);
    expect(() => readIdentity(text.replace(/.$/, (last) => (last === 'Q' ? 'P' : 'Q')))).toThrow('no key of age');
  });

  it('follows the examples of BIP 173', () => {
    expect(encodeBech32('a', Buffer.alloc(0))).toBe('a12uel5l');
    expect(decodeBech32('a', 'A12UEL5L')).toEqual(Buffer.alloc(0));
    expect(decodeBech32('a', 'A12Uel5l')).toBeNull();
  });
});

const age = findProgram('age');
describe.runIf(age)('the age program', () => {
  const run = (...args: string[]) => execFileSync(age ?? '', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };

  it('decrypts our files, and we decrypt its files', async () => {
    const content = randomBytes(2 * chunk + 5);
    const key = file('key.txt', `${identityText(identity)}\n`);
    expect(run('-d', '-i', key, file('ours.age', await encrypted(content))).equals(content)).toBe(true);
    const theirs = run('-e', '-i', key, file('plain', content));
    expect((await decrypted(theirs)).equals(content)).toBe(true);
  });
});
