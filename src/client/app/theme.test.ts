import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prose } from '~/client/features/chat/markdown/prose';
import { system } from './theme';

const modes = { light: '_light', dark: '_dark' } as const;
type Mode = keyof typeof modes;

/** Text and background pairs that need a contrast of 4.5:1 (WCAG level AA, any text size). */
const pairs = [
  ['fg', 'bg'],
  ['fg.muted', 'bg'],
  ['fg.subtle', 'bg'],
  ['fg.subtle', 'bg.raised'],
  ['fg.subtle', 'bg.overlay'],
  ['accent', 'bg'],
  ['accent.fg', 'accent'],
  ['accent.fg', 'accent.start'],
  ['accent.fg', 'accent.end'],
  ['danger', 'bg'],
  ['danger.fg', 'danger.solid'],
] as const;

test.each(Object.keys(modes) as Mode[])('text has enough contrast in the %s theme', (mode) => {
  const weak = pairs.filter(([text, ground]) => contrast(color(text, mode), color(ground, mode)) < 4.5);
  expect(weak).toEqual([]);
});

test.each(Object.keys(modes) as Mode[])('a pending button has enough contrast in the %s theme', (mode) => {
  const button = readFileSync('src/client/ui/form/button.tsx', 'utf8');
  const opacity = Number(/aria-busy=true\]': \{ opacity: ([\d.]+)/.exec(button)?.[1]);
  const ground = color('bg', mode);
  expect(contrast(mixed(color('fg.muted', mode), ground, opacity), ground)).toBeGreaterThan(4.5);
});

test('text on a destructive button is white in both themes', () => {
  expect([color('danger.fg', 'light'), color('danger.fg', 'dark')]).toEqual(['#FFFFFF', '#FFFFFF']);
});

test('a dark public page is printed in the light colors', () => {
  const css = readFileSync('src/client/app/base.css', 'utf8');
  const block = /html\.dark \{([^}]*--chakra-colors-fg:[^}]*)\}/.exec(css)?.[1] ?? '';
  const printed = [...block.matchAll(/--chakra-colors-([a-z-]+): ([^;]+);/g)].map(([, name = '', value = '']) => ({
    name: name.replaceAll('-', '.'),
    value: plain(value),
  }));
  expect(printed.length).toBeGreaterThan(8);
  expect(printed).toEqual(printed.map(({ name }) => ({ name, value: plain(color(name, 'light')) })));
});

test('headings and code have their own fonts', () => {
  const font = (name: string) => String(system.tokens.getByName(`fonts.${name}`)?.value);
  expect(font('heading')).toMatch(/^'Instrument Sans Variable'/);
  expect(font('mono')).toMatch(/^'Geist Mono Variable'/);
  expect(font('body')).toMatch(/^'Inter Variable'/);
});

test('headings get extra word spacing, because the space of their font is narrow', () => {
  const styles = system._config.theme?.textStyles ?? {};
  for (const name of ['title', 'heading']) expect(JSON.stringify(styles[name])).toMatch(/"wordSpacing":"0\.0\d+em"/);
});

test('text uses proportional figures, because tabular figures make hyphens as wide as digits', () => {
  const styles = Object.entries(system._config.theme?.textStyles ?? {});
  expect(styles.map(([name]) => name)).toEqual(expect.arrayContaining(['body', 'ui', 'caption']));
  expect(styles.filter(([, style]) => JSON.stringify(style).includes('tabular'))).toEqual([]);
  expect(prose).not.toHaveProperty('fontVariantNumeric');
});

function color(name: string, mode: Mode): string {
  const token = system.tokens.getByName(`colors.${name}`) ?? system.tokens.getByName(`colors.${name}.DEFAULT`);
  const value: unknown = token?.extensions.conditions?.[modes[mode]];
  if (typeof value !== 'string') throw new Error(`No ${mode} color ${name}`);
  return value;
}

/** The first color at an opacity over the second one. */
const mixed = (over: string, under: string, opacity: number) =>
  `#${[1, 3, 5]
    .map((at) => {
      const [top = 0, bottom = 0] = [over, under].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
      return Math.round(top * opacity + bottom * (1 - opacity))
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

/** Normalizes a color, so that its spellings compare as equal. */
const plain = (value: string) =>
  value
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');

function contrast(text: string, ground: string): number {
  const [light = 0, dark = 0] = [luminance(text), luminance(ground)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
