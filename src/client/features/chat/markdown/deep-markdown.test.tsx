/** Answers that once crashed or blocked the page: each must be rendered with its text. */
import { waitFor } from '@testing-library/react';
import { isValidElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { flattenNesting } from '~/shared/answer-text/flatten-nesting';
import { isPathologicalMarkdown } from '~/shared/answer-text/pathological-markdown';
import { AnswerMarkdown } from './answer-markdown';
import { splitMarkdown } from './markdown-blocks';
import { PlainText } from './plain-text';
import { PlainTextBoundary } from './plain-text-boundary';
import { waitForTurn } from './render-queue';

/** A long answer is rendered in steps, and thousands of elements can take a busy machine over a minute. */
async function expectRendered(content: string, text: string) {
  const { container } = renderInApp(<AnswerMarkdown content={content} citations={undefined} isRunning={false} />);
  await waitFor(() => expect(container.textContent).toContain(text), { timeout: 240_000 });
}
const many = (text: string, characters = 20_000) => text.repeat(Math.ceil(characters / text.length));
const growing = (count: number, line: (depth: number) => string) =>
  Array.from({ length: count }, (_, depth) => line(depth)).join('\n');

describe('a hostile answer', () => {
  it.each([
    ['quotes', `${many('>')} The end.`],
    ['quotes with spaces', `${many('> ')}The end.`],
    ['lists in one line', `${many('- ')}The end.`],
    ['numbered lists in one line', `${many('1. ')}The end.`],
    ['quotes and lists', `${many('> - ')}The end.`],
    ['quotes, one deeper in each line', `${growing(200, (depth) => `${'>'.repeat(depth)} x`)} The end.`],
    ['lists, one deeper in each line', `${growing(200, (depth) => `${'  '.repeat(depth)}- x`)} The end.`],
    ['opening brackets', `${many('[')}The end.`],
    ['links that never close', `${many('[a](')}The end.`],
    ['brackets that close at the end', `${many('[x')}${many('](a)')}The end.`],
    ['stars', `${many('*a ')}The end.`],
    ['stars within words', `${many('a**')}The end.`],
    ['emphasis inside emphasis', `${many('*a **b ')}${many('** *')}The end.`],
    ['parentheses', `${many('(')}The end.`],
    ['backticks of every length', `${growing(300, (depth) => `${'`'.repeat(depth)}a`)} The end.`],
    ['angles', `${many('<')}The end.`],
    ['quotes after code that contains a fence', `\`\`\`\n~~~\n\`\`\`\n${many('>', 10_000)} The end.`],
    ['quotes after a list with open code', `- a\n  \`\`\`\n${many('>', 10_000)} The end.`],
    ['quotes after a comment with a fence', `<!--\n\`\`\`\n-->\n${many('>')} The end.`],
    ['a table of many rows', `| a | b |\n|---|---|\n${many('| 1 | 2 |\n', 60_000)}\nThe end.`],
    ['a table of many columns', `|${many('a|', 4000)}\n|${many('-|', 4000)}\n\nThe end.`],
  ])('of %s is rendered with its text', async (_what, content) => {
    await expectRendered(content, 'The end.');
  });

  it('loses no character where it is shown as plain text', async () => {
    const content = `${many('[x')}${many('](a)')}`;
    await expectRendered(content, content);
  });
});

describe('nesting', () => {
  it('is kept at the depth that people write, and in text that only resembles it', () => {
    const deepest = growing(20, (depth) => `${'> '.repeat(depth)}- x`);
    const listed = growing(25, (depth) => `${'  '.repeat(depth)}1. x`);
    const code = `\`\`\`\n${' '.repeat(80)}- x\n${'> '.repeat(60)}\n\`\`\``;
    for (const text of [
      deepest,
      listed,
      code,
      '- '.repeat(60),
      '-'.repeat(200),
      ' '.repeat(90),
      `${' '.repeat(90)}word`,
    ])
      expect(flattenNesting(text)).toBe(text);
  });

  it('ends at twenty markers or sixty columns, and keeps the length of the text', () => {
    const quotes = `${'>'.repeat(50)} deep`;
    expect(flattenNesting(quotes)).toBe(`${'>'.repeat(20)}${'›'.repeat(30)} deep`);
    expect(flattenNesting(`${' '.repeat(70)}- x`)).toBe(`${' '.repeat(70)}‐ x`);
    for (const text of [quotes, many('> - 1. + * 2) '), many('- ')])
      expect(flattenNesting(text)).toHaveLength(text.length);
  });
});

describe('nesting after code', () => {
  it('is limited, whatever fences the code contains', () => {
    const quotes = '>'.repeat(50);
    const flat = `${'>'.repeat(20)}${'›'.repeat(30)}`;
    for (const code of ['```\n~~~\n```', '~~~\n```\n~~~', '````\n```\n````', '```\n``` a\n```', '```a`\nb'])
      expect(flattenNesting(`${code}\n${quotes}`), code).toBe(`${code}\n${flat}`);
  });

  it('is limited to a hundred markers or 400 columns where a line only resembles a fence', () => {
    const text = (quotes: string) => `<!--\n\`\`\`\n-->\n${quotes}`;
    expect(flattenNesting(text('>'.repeat(120)))).toBe(text(`${'>'.repeat(100)}${'›'.repeat(20)}`));
    expect(flattenNesting(text(`${' '.repeat(400)}- x`))).toBe(text(`${' '.repeat(400)}‐ x`));
  });
});

describe('an error while parsing a long answer', () => {
  it('ends the wait, so that rendering shows the answer as plain text', async () => {
    const onParsed = vi.fn();
    const cancel = waitForTurn('text', onParsed, () => {
      throw new RangeError('Maximum call stack size exceeded');
    });
    await waitFor(() => expect(onParsed).toHaveBeenCalledOnce());
    cancel?.();
  });
});

describe('a block', () => {
  it('of ordinary prose is parsed as Markdown, however long', () => {
    const list = many('- **Revenue** rose by [12%](https://a.example/b) in _March_\n', 15_000);
    const table = `| a | b |\n|---|---|\n${many('| [x](https://a.example) | **b** |\n', 45_000)}`;
    const code = `\`\`\`\n${many('a[0] = *b;\n', 80_000)}\`\`\`\n`;
    for (const text of [list, table, code, many('A sentence of prose, with a few words. ')])
      expect(splitMarkdown(text).blocks.filter(isPathologicalMarkdown)).toEqual([]);
  });
});

describe('an error while rendering a block', () => {
  const props = { text: '> The text.', children: 'drawn' };
  const shown = (state: Partial<PlainTextBoundary['state']>) => {
    const boundary = new PlainTextBoundary(props);
    boundary.state = { ...boundary.state, ...state };
    return boundary.render();
  };

  it('shows the block as plain text until the text changes', () => {
    expect(shown({})).toBe('drawn');
    const plain = shown(PlainTextBoundary.getDerivedStateFromError());
    expect(isValidElement(plain) && plain.type).toBe(PlainText);
    expect(isValidElement<{ children: string }>(plain) && plain.props.children).toBe('> The text.');
    const failed = { hasFailed: true, text: props.text };
    expect(PlainTextBoundary.getDerivedStateFromProps(props, failed)).toBeNull();
    expect(PlainTextBoundary.getDerivedStateFromProps({ ...props, text: 'More.' }, failed)).toEqual({
      hasFailed: false,
      text: 'More.',
    });
  });
});
