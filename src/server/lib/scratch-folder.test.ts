import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tryLock } from './kernel-lock';
import { makeScratchFolder, removeLeftScratch, scratchFolder } from './scratch-folder';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'qinsight-scratch-test-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A folder as a killed process leaves it: with its files, but without the lock. */
function left(name: string): string {
  const folder = path.join(root, name);
  mkdirSync(path.join(folder, 'file-1'), { recursive: true });
  writeFileSync(path.join(folder, 'file-1', 'file'), 'readable');
  writeFileSync(path.join(folder, 'lock'), '');
  return folder;
}

it('the folder of a dead process is deleted with its files', async () => {
  left('qinsight-scratch-1');
  left('qinsight-scratch-2');
  expect(await removeLeftScratch(root)).toBe(2);
  expect(readdirSync(root)).toEqual([]);
});

it('that of a running process stays until it ends', async () => {
  const own = makeScratchFolder(root);
  writeFileSync(path.join(own, 'file'), 'in use');
  const folder = left('qinsight-scratch-other');
  const descriptor = openSync(path.join(folder, 'lock'), 'r+');
  expect(tryLock(descriptor)).toBe(true);
  expect(await removeLeftScratch(root)).toBe(0);
  closeSync(descriptor);
  expect(await removeLeftScratch(root)).toBe(1);
  expect(readdirSync(root)).toEqual([path.basename(own)]);
  expect(existsSync(path.join(own, 'file'))).toBe(true);
});

it('nothing else is touched: other names, links, folders without a lock', async () => {
  const elsewhere = left('elsewhere');
  symlinkSync(elsewhere, path.join(root, 'qinsight-scratch-link'));
  mkdirSync(path.join(root, 'qinsight-scratch-bare'));
  const linked = left('qinsight-scratch-linked');
  rmSync(path.join(linked, 'lock'));
  symlinkSync(path.join(elsewhere, 'lock'), path.join(linked, 'lock'));
  const before = readdirSync(root, { recursive: true }).sort();
  expect(await removeLeftScratch(root)).toBe(0);
  expect(readdirSync(root, { recursive: true }).sort()).toEqual(before);
});

it('a process has one folder, and a new one after the system has deleted it', () => {
  const first = scratchFolder();
  expect(scratchFolder()).toBe(first);
  rmSync(first, { recursive: true });
  expect(scratchFolder()).not.toBe(first);
  expect(existsSync(scratchFolder())).toBe(true);
});
