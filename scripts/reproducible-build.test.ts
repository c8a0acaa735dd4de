import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { differences, digestOf, hashesOf } from './reproducible-build.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function build(name: string, files: Record<string, string>) {
  for (const [file, content] of Object.entries(files)) {
    const place = path.join(folder, name, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  return hashesOf(path.join(folder, name));
}

describe('two builds', () => {
  const files = { 'server/main.js': 'start()', 'client/app.js': 'render()', 'build.json': '{"server":1}' };

  it('are equal if their files are, independent of the build time', () => {
    const [one, other] = [build('a', files), build('b', { ...files, 'build.json': '{"server":2}' })];
    expect(differences(one, other)).toEqual([]);
    expect(digestOf(one)).toBe(digestOf(other));
    expect([...one.keys()].sort()).toEqual(['client/app.js', 'server/main.js']);
  });

  it('differ in files with different content or names, and in missing files', () => {
    const one = build('a', files);
    const other = build('b', { 'server/main.js': 'start(1)', 'client/app-2.js': 'render()' });
    expect(differences(one, other)).toEqual(['client/app-2.js', 'client/app.js', 'server/main.js']);
    expect(digestOf(one)).not.toBe(digestOf(other));
  });
});
