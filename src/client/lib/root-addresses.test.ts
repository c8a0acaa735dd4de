/** An installation may run below a path, so an address that begins with / must pass `atBase`, or a part that calls it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const client = path.resolve(import.meta.dirname, '..');

/** These call `atBase` themselves, or are links of the router, which knows the path. */
const knowingTags = new Set(['PageLink', 'MenuPage', 'PositionLink']);

/** Attributes of an element that may contain an arrow function. */
const address = /<([A-Za-z][\w.]*)(?:=>|[^<>])*?\s(?:href|src|action)=(?:\{\s*)?["'`]\//g;
const request = /\b(?:fetch|\.open|location\.(?:assign|replace)|new (?:WebSocket|EventSource|Worker))\(\s*["'`]\//g;
/** The history of the browser has whole paths. */
const history = /\bhistory\.(?:push|replace)\((?!atBase\()/g;
const assigned = /\blocation(?:\.href)?\s*=\s*["'`]\//g;

function findings(source: string): string[] {
  const tags = [...source.matchAll(address)].filter(([, tag = '']) => !knowingTags.has(tag)).map(([text]) => text);
  return [...tags, ...[request, history, assigned].flatMap((pattern) => source.match(pattern) ?? [])];
}

/** Tests and the gallery of development; and the pages that the build makes, in which the server writes the path. */
const excepted = /^(testing|features\/gallery)\/|^site\/document\.ts$/;

const sources = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.test)\.tsx?$/.test(file) && !excepted.test(file) && !file.endsWith('.gen.ts'),
);

describe('addresses in the client', () => {
  it('contain the path below which the installation runs', () => {
    expect(sources.length).toBeGreaterThan(500);
    const found = sources.flatMap((file) => {
      const inFile = findings(readFileSync(path.join(client, file), 'utf8'));
      return inFile.map((text) => `${file}: ${text}`);
    });
    expect(found).toEqual([]);
  });

  it('are found when they do not', () => {
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
