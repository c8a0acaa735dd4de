import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertNew, DataFolderUnusable, damaged, hasDatabase, markDataFolder, prepareDataFolder } from './data-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const restoreWords = /Restore a backup: move the folder away and run "npm run restore -- --from <backup>"/;

describe('a data folder', () => {
  it('is created for this account only, without traces of the check', () => {
    const made = path.join(folder, 'a/b');
    prepareDataFolder(made);
    expect(statSync(made).mode & 0o777).toBe(0o700);
    expect(readdirSync(made)).toEqual([]);
  });

  it('that is a file is rejected with a message', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    for (const name of [file, path.join(file, 'below')]) {
      expect(() => prepareDataFolder(name)).toThrow(DataFolderUnusable);
      expect(() => prepareDataFolder(name)).toThrow(`The data folder ${name} cannot be used: it is not a folder.`);
    }
  });

  it('that other accounts can read is reported with the command that fixes it', () => {
    chmodSync(folder, 0o755);
    const lines: string[] = [];
    prepareDataFolder(folder, (message) => lines.push(message));
    expect(lines).toEqual([
      `Other accounts on this machine can read the data folder ${folder}. Run: chmod 700 ${folder}`,
    ]);
    chmodSync(folder, 0o700);
    prepareDataFolder(folder, (message) => lines.push(message));
    expect(lines).toHaveLength(1);
  });

  it('that is empty is for a new installation', () => {
    expect(hasDatabase(folder)).toBe(false);
    mkdirSync(path.join(folder, 'database'));
    mkdirSync(path.join(folder, 'objects/ab'), { recursive: true });
    expect(hasDatabase(folder)).toBe(false);
    expect(() => assertNew(folder)).not.toThrow();
  });

  it('with a database without its version file is damaged, not new', () => {
    mkdirSync(path.join(folder, 'database/base'), { recursive: true });
    expect(() => hasDatabase(folder)).toThrow(DataFolderUnusable);
    expect(() => hasDatabase(folder)).toThrow('is damaged (PG_VERSION is missing)');
    expect(() => hasDatabase(folder)).toThrow(restoreWords);
  });

  it('with files of an installation but no database is not new', () => {
    mkdirSync(path.join(folder, 'objects/ab'), { recursive: true });
    writeFileSync(path.join(folder, 'objects/ab/file'), '');
    expect(() => assertNew(folder)).toThrow('contains an installation, but its database is missing.');
    expect(() => assertNew(folder)).toThrow(restoreWords);
  });

  it('remembers its installation if its database is emptied', () => {
    mkdirSync(path.join(folder, 'database'), { mode: 0o755 });
    markDataFolder(folder);
    expect(statSync(path.join(folder, 'database')).mode & 0o777).toBe(0o700);
    expect(hasDatabase(folder)).toBe(false);
    expect(() => assertNew(folder)).toThrow(restoreWords);
  });

  it('gets recovery advice if its database does not open', () => {
    expect(damaged(folder, 'PGlite failed to initialize properly').message).toMatch(restoreWords);
  });
});
