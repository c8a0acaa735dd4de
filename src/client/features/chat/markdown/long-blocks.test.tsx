import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { AnswerMarkdown } from './answer-markdown';
import { tableRows } from './table-text';

// Thousands of elements take a busy machine a while.
vi.setConfig({ testTimeout: 90_000 });

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

async function draw(content: string, last: string) {
  const { container } = renderInApp(<AnswerMarkdown content={content} citations={undefined} isRunning={false} />);
  await waitFor(() => expect(container.textContent).toContain(last), { timeout: 60_000 });
  return container;
}

describe('a very long block is drawn as one', () => {
  it('list, with all its items and numbers', async () => {
    await draw(many(500, (index) => `${index + 1}. Item ${index}`).join('\n'), 'Item 499');
    const list = screen.getByRole('list');
    expect(within(list).getAllByRole('listitem')).toHaveLength(500);
    const starts = [...list.querySelectorAll('ol')].map((part) => part.start);
    expect(starts[0]).toBe(1);
    expect(starts[1]).toBe(1 + (list.querySelector('ol')?.children.length ?? 0));
  });

  it('table, with one head and all its rows', async () => {
    await draw(
      `| Name | Gain |\n|---|--:|\n${many(700, (index) => `| Row ${index} | ${index} |`).join('\n')}`,
      'Row 699',
    );
    const table = screen.getByRole('table');
    expect(within(table).getAllByRole('columnheader')).toHaveLength(2);
    expect(within(table).getAllByRole('row')).toHaveLength(701);
    const rows = tableRows(table as HTMLTableElement);
    expect(rows[0]).toEqual(['Name', 'Gain']);
    expect(rows.at(-1)).toEqual(['Row 699', '699']);
  });

  it('code, as it was written', async () => {
    const code = many(3000, (index) => (index % 5 ? `  line ${index}` : '')).join('\n');
    await draw(`Before.\n\n\`\`\`py\n${code}\n\`\`\`\n\nAfter.`, 'After.');
    expect(screen.getByRole('region', { name: 'py code' }).textContent).toBe(`${code}\n`);
  });

  it('paragraph, with every word', async () => {
    const text = many(900, (index) => `Sentence ${index} has a few words.`).join(' ');
    const container = await draw(text, 'Sentence 899');
    const words = [...container.querySelectorAll('p')].map((part) => part.textContent).join(' ');
    expect(words.replace(/\s+/g, ' ')).toBe(text);
  });
});
