/**
 * The installation may have a base path, so root-relative URLs must go through `atBase` or a component that calls it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const client = path.resolve(import.meta.dirname, '..');

/** Components that call `atBase` themselves, or router links, which add the base path. */
const baseAwareTags = new Set(['PageLink', 'MenuPage', 'PositionLink']);

/** Matches URL attributes. An element's earlier attributes may contain arrow functions. */
const address = /<([A-Za-z][\w.]*)(?:=>|[^<>])*?\s(?:href|src|action)=(?:\{\s*)?["'`]\//g;
const request = /\b(?:fetch|\.open|location\.(?:assign|replace)|new (?:WebSocket|EventSource|Worker))\(\s*["'`]\//g;
/** The browser's history needs full paths. */
const history = /\bhistory\.(?:push|replace)\((?!atBase\()/g;
const assigned = /\blocation(?:\.href)?\s*=\s*["'`]\//g;

function findings(source: string): string[] {
  const tags = [...source.matchAll(address)].filter(([, tag = '']) => !baseAwareTags.has(tag)).map(([text]) => text);
  return [...tags, ...[request, history, assigned].flatMap((pattern) => source.match(pattern) ?? [])];
}

/** Excluded: tests, the development gallery, and prerendered pages, into which the server inserts the base path. */
const exceptions = /^(testing|features\/gallery)\/|^site\/document\.ts$/;

const sources = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.test)\.tsx?$/.test(file) && !exceptions.test(file) && !file.endsWith('.gen.ts'),
);

describe('root-relative URLs in the client', () => {
  it('include the base path', () => {
    expect(sources.length).toBeGreaterThan(500);
    const found = sources.flatMap((file) => {
      const inFile = findings(readFileSync(path.join(client, file), 'utf8'));
      return inFile.map((text) => `${file}: ${text}`);
    });
    expect(found).toEqual([]);
  });

  it('are found if the base path is missing', () => {
    const wrong = [
      '<a href="/qchat">',
      '<TextLink\n  onClick={() => go(1)}\n  href={`/back-tests/1`}\n>',
      "<img alt='' src={'/favicon.svg'} />",
      "fetch('/livez')",
      'location.assign(`/auth`)',
      "window.location.href = '/auth'",
      'history.push(path)',
    ];
    expect(wrong.map((source) => findings(source).length)).toEqual(wrong.map(() => 1));
    const right = [
      '<PageLink href="/qchat">',
      "<a href={atBase('/qchat')}>",
      'fetch(atBase(path))',
      'history.push(atBase(path))',
    ];
    expect(right.flatMap(findings)).toEqual([]);
  });
});
