import { expect, it } from 'vitest';
import { unreadWords } from './check-unread-words.mjs';

const words = `export const pageWords = {
  title: 'Title',
  facts: { file: 'File', size: (bytes: number) => \`\${bytes} bytes\` },
} as const;
`;

const unread = (reader: string) =>
  unreadWords(
    new Map([
      ['src/client/words/page.ts', words],
      ['src/client/page.tsx', reader],
    ]),
  );

const importing = (code: string) => `import { pageWords as words } from '~/client/words/page';\n${code}\n`;

it('finds texts that no file reads', () => {
  expect(unread(importing('export const a = words.title;'))).toEqual([
    'src/client/words/page.ts:3 pageWords.facts.file',
    'src/client/words/page.ts:3 pageWords.facts.size',
  ]);
});

it.each([
  ['a comment', '// The words.title of the page.'],
  ['a type', 'export type Key = keyof typeof words;'],
  ['a key of the same name', 'export const a = { words: 1 };'],
  ['a variable that only begins with the name', 'export const a = wordsOf();'],
  ['a property of another object', 'export const a = other.words;'],
])('does not count %s as reading', (_what, code) => {
  expect(unread(importing(code))).toHaveLength(3);
});

it.each([
  ['a method of a text', 'export const a = words.title.trim() + words.facts.size(1) + words.facts.file;'],
  ['a computed key', 'export const a = words.facts[key] + words.title;'],
  ['an object that is passed on', 'export const a = <Page words={words} />;'],
  ['an object that is spread', 'export const a = { ...words };'],
])('counts %s as reading', (_what, code) => {
  expect(unread(importing(code))).toEqual([]);
});

it('counts words that other words contain', () => {
  const other =
    "import { pageWords } from './page';\nexport const otherWords = { title: pageWords.title, ...pageWords.facts };\n";
  const reader = "import { otherWords } from '~/client/words/other';\nexport const a = otherWords.title;\n";
  const sources = [
    ['src/client/words/page.ts', words],
    ['src/client/words/other.ts', other],
    ['src/client/a.ts', reader],
  ];
  expect(unreadWords(new Map(sources as [string, string][]))).toEqual([]);
});
