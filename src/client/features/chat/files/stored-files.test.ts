import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readStoredFiles, storedFilesKey, writeStoredFiles } from './stored-files';

const file = { id: 'a', objectPath: '/objects/a', name: 'Report.pdf', type: 'application/pdf', size: 12, at: 1000 };
const key = storedFilesKey('ada', undefined);

describe('stored files', () => {
  const items = new Map<string, string>();
  beforeEach(() => {
    items.clear();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('are restored for the same user in the same conversation', () => {
    writeStoredFiles(key, [file]);
    expect(readStoredFiles(key, 2000)).toEqual([file]);
    expect(readStoredFiles(storedFilesKey('bob', undefined), 2000)).toEqual([]);
    expect(readStoredFiles(storedFilesKey('ada', 'c1'), 2000)).toEqual([]);
  });

  it('leave nothing in storage when there are none', () => {
    writeStoredFiles(key, [file]);
    writeStoredFiles(key, []);
    expect(items.size).toBe(0);
  });

  it('are dropped when the server has deleted them', () => {
    writeStoredFiles(key, [file]);
    expect(readStoredFiles(key, 1000 + 8 * 24 * 3600 * 1000)).toEqual([]);
  });

  it("ignore entries that don't describe a file of this site", () => {
    items.set(key, '{"not": "a list"}');
    expect(readStoredFiles(key)).toEqual([]);
    items.set(key, 'nonsense');
    expect(readStoredFiles(key)).toEqual([]);
    items.set(key, JSON.stringify([null, { ...file, objectPath: 'https://evil.example/x' }, { ...file, size: '1' }]));
    expect(readStoredFiles(key, 2000)).toEqual([]);
  });

  it('work without storage', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(() => writeStoredFiles(key, [file])).not.toThrow();
    expect(readStoredFiles(key)).toEqual([]);
  });
});
