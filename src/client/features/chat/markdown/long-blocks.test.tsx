import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
  await waitFor(() => expect(unrendered(container)).toHaveLength(0), { timeout: 60_000 });
  return container;
}

const renderWholeText = () => void window.dispatchEvent(new Event('needwholetext'));
const unrendered = (container: HTMLElement) =>
  container.querySelectorAll('[data-group]:empty, div[data-part]:empty, tbody:empty');

describe('a very long block is rendered as one', () => {
  it('list, with all its items and numbers', async () => {
    await draw(many(500, (index) => `${index + 1}. Item ${index}`).join('\n'), 'Item 499');
    const list = screen.getByRole('list');
    expect(within(list).getAllByRole('listitem')).toHaveLength(500);
    const starts = [...list.querySelectorAll('ol')].map((part) => part.start);
    expect(starts[0]).toBe(1);
    expect(starts[1]).toBe(1 + (list.querySelector('ol')?.children.length ?? 0));
  });

  it('table, with one header and all its rows', async () => {
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

  it('code, unchanged', async () => {
    const code = many(3000, (index) => (index % 5 ? `  line ${index}` : '')).join('\n');
    await draw(`Before.\n\n\`\`\`py\n${code}\n\`\`\`\n\nAfter.`, 'After.');
    expect(screen.getByRole('group', { name: 'py code' }).textContent).toBe(`${code}\n`);
  });

  it('paragraph, with every word', async () => {
    const text = many(900, (index) => `Sentence ${index} has a few words.`).join(' ');
    const container = await draw(text, 'Sentence 899');
    const words = [...container.querySelectorAll('p')].map((part) => part.textContent).join(' ');
    expect(words.replace(/\s+/g, ' ')).toBe(text);
  });
});

describe('opening a long answer', () => {
  const items = many(900, (index) => `- Item ${index} has a few words of its own`).join('\n');
  const table = `| Name | Gain |\n|---|--:|\n${many(700, (index) => `| Row ${index} | ${index} |`).join('\n')}`;
  const open = async (content: string, last: string) => {
    const { container } = renderInApp(<AnswerMarkdown content={content} citations={undefined} isRunning={false} />);
    await waitFor(() => expect(container.textContent).toContain(last), { timeout: 60_000 });
    return container;
  };

  it('renders its end first, and reserves the space above it', async () => {
    const container = await open(`${items}\n\nThe end.`, 'The end.');
    expect(container.textContent).not.toContain('Item 0 ');
    const room = [...unrendered(container)].map((group) => (group as HTMLElement).style.containIntrinsicSize);
    expect(room.length).toBeGreaterThan(2);
    expect(room.filter((size) => !/^auto [1-9]\d*rem$/.test(size))).toEqual([]);
    await waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(900), { timeout: 60_000 });
  });

  it.each([
    ['printed', () => fireEvent(window, new Event('beforeprint'))],
    ['searched', () => fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })],
    ['selected', () => fireEvent.keyDown(document.body, { key: 'a', metaKey: true })],
  ])('renders everything at once when it is %s', async (_, use) => {
    const container = await open(`${items}\n\nThe end.`, 'The end.');
    use();
    expect(container.querySelectorAll('li')).toHaveLength(900);
  });

  it('renders everything at once even while it is being parsed', async () => {
    const { container } = renderInApp(<AnswerMarkdown content={items} citations={undefined} isRunning={false} />);
    act(renderWholeText);
    await waitFor(() => expect(container.textContent).toContain('Item 0 '));
    expect(container.textContent).toContain('Item 899 ');
  });

  it('copies all rows of a table', async () => {
    const container = await open(table, 'Row 699');
    expect(unrendered(container).length).toBeGreaterThan(0);
    act(renderWholeText);
    expect(tableRows(screen.getByRole('table'))).toHaveLength(701);
  });
});
