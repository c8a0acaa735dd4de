import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { system } from './theme';

const client = path.resolve(import.meta.dirname, '..');

/** The props whose values are tokens, by the tokens' category. */
const props: Record<string, string> = {
  spacing:
    'p|px|py|pt|pb|pl|pr|ps|pe|m|mx|my|mt|mb|ml|mr|ms|me|gap|rowGap|columnGap|top|left|right|bottom|inset|insetBlock|insetInline|insetStart|insetEnd',
  sizes: 'width|height|minWidth|minHeight|maxWidth|maxHeight|boxSize',
  radii: 'borderRadius',
  colors: 'color|bg|borderColor|accentColor|outlineColor|textDecorationColor',
  textStyles: 'textStyle',
};

/** Values of CSS, which need no token. */
const keywords = /^(?:0|auto|none|inherit|initial|transparent|currentColor|unset|fit-content|min-content|max-content)$/;

/** What looks like a token: a number without a unit, or a name. Lengths, sums and variables are CSS. */
const isTokenLike = (value: string) => /^-?\d+(?:\.\d+)?$/.test(value) || /^[a-z][a-z\d]*(?:\.[a-z\d]+)*$/i.test(value);

function isKnown(category: string, value: string): boolean {
  const name = value.replace(/^-/, '');
  const isNamed = ['', '.DEFAULT'].some((end) => system.tokens.getByName(`${category}.${name}${end}`));
  if (category === 'textStyles') return Object.keys(system._config.theme?.textStyles ?? {}).includes(name);
  return isNamed;
}

/** 'gap="4.5"' and "gap: '4.5'" whose tokens the theme doesn't have. */
function unknownTokens(source: string): string[] {
  return Object.entries(props).flatMap(([category, names]) =>
    Array.from(source.matchAll(new RegExp(`(?<![\\w-])(${names})(?:=|: )(["'])([^"']+)\\2`, 'g')))
      .filter(([, , , value = '']) => !keywords.test(value) && isTokenLike(value) && !isKnown(category, value))
      .map(([match]) => match),
  );
}

test('finds steps and names that the theme drops without a word', () => {
  expect(unknownTokens(`<Box minWidth="4.5" gap="4" color="fg.muted" mt="-2" width="50%" textStyle="body" />`)).toEqual(
    ['minWidth="4.5"'],
  );
  expect(unknownTokens(`{ height: '60', color: 'fg.quiet', borderRadius: 'card', textStyle: 'tiny' }`)).toEqual([
    "height: '60'",
    "color: 'fg.quiet'",
    "textStyle: 'tiny'",
  ]);
});

test('every component names tokens of the theme', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(300);
  const unknown = files.flatMap((file) =>
    unknownTokens(readFileSync(path.join(client, file), 'utf8')).map((match) => `${file}: ${match}`),
  );
  expect(unknown).toEqual([]);
});
