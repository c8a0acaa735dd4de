import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptFilesKey, readKeptFiles, writeKeptFiles } from './kept-files';

const file = { id: 'a', objectPath: '/objects/a', name: 'Report.pdf', type: 'application/pdf', size: 12, at: 1000 };
const key = keptFilesKey('ada', undefined);

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
    writeKeptFiles(key, [file]);
    expect(readKeptFiles(key, 2000)).toEqual([file]);
    expect(readKeptFiles(keptFilesKey('bob', undefined), 2000)).toEqual([]);
    expect(readKeptFiles(keptFilesKey('ada', 'c1'), 2000)).toEqual([]);
  });

  it('leave nothing in storage when there are none', () => {
    writeKeptFiles(key, [file]);
    writeKeptFiles(key, []);
    expect(items.size).toBe(0);
  });

  it('are dropped when the server has deleted them', () => {
    writeKeptFiles(key, [file]);
    expect(readKeptFiles(key, 1000 + 8 * 24 * 3600 * 1000)).toEqual([]);
  });

  it("ignore entries that don't describe a file of this site", () => {
    items.set(key, '{"not": "a list"}');
    expect(readKeptFiles(key)).toEqual([]);
    items.set(key, 'nonsense');
    expect(readKeptFiles(key)).toEqual([]);
    items.set(key, JSON.stringify([null, { ...file, objectPath: 'https://evil.example/x' }, { ...file, size: '1' }]));
    expect(readKeptFiles(key, 2000)).toEqual([]);
  });

  it('work without storage', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(() => writeKeptFiles(key, [file])).not.toThrow();
    expect(readKeptFiles(key)).toEqual([]);
  });
});
