import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { system } from './theme';

const client = path.resolve(import.meta.dirname, '..');

/** Style props by the token category of their values. */
const props: Record<string, string> = {
  spacing:
    'p|px|py|pt|pb|pl|pr|ps|pe|m|mx|my|mt|mb|ml|mr|ms|me|gap|rowGap|columnGap|top|left|right|bottom|inset|insetBlock|insetInline|insetStart|insetEnd',
  sizes: 'width|height|minWidth|minHeight|maxWidth|maxHeight|boxSize',
  radii: 'borderRadius',
  colors: 'color|bg|borderColor|accentColor|outlineColor|textDecorationColor',
  textStyles: 'textStyle',
};

/** CSS keywords, which are not tokens. */
const keywords = /^(?:0|auto|none|inherit|initial|transparent|currentColor|unset|fit-content|min-content|max-content)$/;

/**
 * Whether a value looks like a token: a unitless number or a name. Lengths, calculations and variables are plain CSS.
 */
const isTokenLike = (value: string) => /^-?\d+(?:\.\d+)?$/.test(value) || /^[a-z][a-z\d]*(?:\.[a-z\d]+)*$/i.test(value);

function isKnown(category: string, value: string): boolean {
  const name = value.replace(/^-/, '');
  const isNamed = ['', '.DEFAULT'].some((end) => system.tokens.getByName(`${category}.${name}${end}`));
  if (category === 'textStyles') return Object.keys(system._config.theme?.textStyles ?? {}).includes(name);
  return isNamed;
}

/** Values such as 'gap="4.5"' or "gap: '4.5'" that are missing from the theme. */
function unknownTokens(source: string): string[] {
  return Object.entries(props).flatMap(([category, names]) =>
    Array.from(source.matchAll(new RegExp(`(?<![\\w-])(${names})(?:=|: )(["'])([^"']+)\\2`, 'g')))
      .filter(([, , , value = '']) => !keywords.test(value) && isTokenLike(value) && !isKnown(category, value))
      .map(([match]) => match),
  );
}

test('finds sizes and names that the theme would silently drop', () => {
  expect(unknownTokens(`<Box minWidth="4.5" gap="4" color="fg.muted" mt="-2" width="50%" textStyle="body" />`)).toEqual(
    ['minWidth="4.5"'],
  );
  expect(unknownTokens(`{ height: '60', color: 'fg.quiet', borderRadius: 'card', textStyle: 'tiny' }`)).toEqual([
    "height: '60'",
    "color: 'fg.quiet'",
    "textStyle: 'tiny'",
  ]);
});

test('components only use tokens that the theme defines', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(300);
  const unknown = files.flatMap((file) =>
    unknownTokens(readFileSync(path.join(client, file), 'utf8')).map((match) => `${file}: ${match}`),
  );
  expect(unknown).toEqual([]);
});
