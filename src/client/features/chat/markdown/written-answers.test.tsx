import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { AnswerMarkdown } from './answer-markdown';

const answer = (content: string, isRunning: boolean) => (
  <AnswerMarkdown content={content} citations={undefined} isRunning={isRunning} />
);

it('shows no raw marks while an answer streams, and everything unchanged at the end', async () => {
  const { container, rerender } = renderInApp(answer('See [the re', true));
  await waitFor(() => expect(container.textContent).toBe('See the re'));
  rerender(answer('See [the report](/a), which is **bo', true));
  expect(container.querySelector('strong')?.textContent).toBe('bo');
  rerender(answer('See [the report](/a), which is **bold\n\nOne note[^1] and [a link][r].\n\nThe end of', true));
  expect(container.textContent).toContain('One note and a link.');
  const whole = 'See [the report](/a), which is **bold\n\nOne note[^1] and [a link][r].\n\nThe end of **it';
  rerender(answer(whole, false));
  expect(container.textContent).toContain('which is **bold');
  expect(container.textContent).toContain('One note[^1] and [a link][r].');
  expect(container.textContent).toContain('The end of **it');
});

it('completes only the last part of a long list', async () => {
  const items = Array.from({ length: 400 }, (_, index) => `- item ${index} with **some** words`).join('\n');
  const { container } = renderInApp(answer(`${items}\n- the last **wo`, true));
  await waitFor(() => expect(container.querySelectorAll('[data-part]').length).toBeGreaterThan(2));
  await waitFor(() => expect([...container.querySelectorAll('strong')].at(-1)?.textContent).toBe('wo'));
  expect(container.textContent).not.toContain('*');
});

it('shows the streaming cursor on the last block only, and only while the answer streams', () => {
  const { container, rerender } = renderInApp(answer('One.\n\nTwo.\n\nThree', true));
  const marked = () => [...container.querySelectorAll('[data-running]')].map(({ textContent }) => textContent);
  expect(marked().map((text) => text.trim())).toEqual(['Three']);
  rerender(answer('One.\n\nTwo.\n\nThree.', false));
  expect(marked()).toEqual([]);
});

it('puts the finished blocks of a long answer into groups, and rerenders none of them', () => {
  const paragraphs = (count: number) => Array.from({ length: count }, (_, index) => `Paragraph ${index}.`).join('\n\n');
  const { container, rerender } = renderInApp(answer(paragraphs(10), true));
  expect(container.querySelector('[data-group]')).toBeNull();
  const first = container.querySelector('p');
  rerender(answer(paragraphs(40), true));
  rerender(answer(paragraphs(40), false));
  const groups = [...container.querySelectorAll('[data-group]')];
  expect(groups.map((group) => group.querySelectorAll('p').length)).toEqual([16, 16]);
  expect(container.querySelector('p')).toBe(first);
  expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(
    paragraphs(40).split('\n\n'),
  );
});

it.each([
  ['an unclosed fence', (code: string) => `\`\`\`bash\n${code}`],
  ['indented code', (code: string) => `    ${code.replace('\n', '\n    ')}`],
  ['HTML', (code: string) => `<div>\n${code}`],
])('%s is not searched for formulas', async (_what, markdownOf) => {
  const code = 'sed -E "s/\\(a_b\\)/\\1/" f\necho $HOME';
  const { container } = renderInApp(answer(`So $x^2$.\n\n${markdownOf(code)}`, false));
  await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull());
  expect(container.textContent).toContain(code);
});
