/** Checks that every visible text of the client is in `client/words`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { literalTexts } from '~/client/testing/literal-texts';

const client = path.resolve(import.meta.dirname, '..');

/** Files that only developers see. */
const forDevelopers = /\.(test|gen)\.tsx?$|^(words|testing|features\/gallery)\//;

const forUsers = (file: string) => /\.tsx?$/.test(file) && !forDevelopers.test(file);

describe('literalTexts', () => {
  it('finds visible texts', () => {
    const found = (source: string) => literalTexts('a.tsx', source).map(({ text }) => text);
    expect(found('<p>Hello {name}</p>')).toEqual(['Hello']);
    expect(found('<a title="Where to" href="/auth" className="link">{isOpen ? "Close" : words.open}</a>')).toEqual([
      'Where to',
      'Close',
    ]);
    expect(found('<input placeholder={`Message $' + '{name}`} aria-label="Search" />')).toEqual([
      'Message …',
      'Search',
    ]);
    expect(found('toast({ kind: "error", title: "Login failed" })')).toEqual(['Login failed']);
    expect(found('function Part({ label = "Loading" }) {}')).toEqual(['Loading']);
    expect(found('const hint = "Try again in a moment.";')).toEqual(['Try again in a moment.']);
    expect(found('<Header sender="You" />')).toEqual(['You']);
  });

  it('ignores imports, errors, logs, types and style properties', () => {
    const found = (source: string) => literalTexts('a.tsx', source);
    expect(found('import x from "Some Where"; throw new Error("The page has no #root");')).toEqual([]);
    expect(found('console.debug("Live connection opened"); type State = "Not a text";')).toEqual([]);
    expect(
      found('<Flex gridTemplateColumns="1fr auto" role="status" aria-live="polite">{words.title}: 404</Flex>'),
    ).toEqual([]);
  });
});

it('source files outside client/words contain no visible text', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(forUsers);
  expect(files.length).toBeGreaterThan(500);
  const texts = files.flatMap((file) =>
    literalTexts(file, readFileSync(path.join(client, file), 'utf8')).map(
      ({ line, text }) => `${file}:${line} ${text}`,
    ),
  );
  expect(texts, 'Move these to src/client/words').toEqual([]);
});
