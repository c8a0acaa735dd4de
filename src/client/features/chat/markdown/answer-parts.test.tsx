import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { AnswerMarkdown } from './answer-markdown';

interface Saved {
  fileName: string;
  text: string;
}
/** The files that the page offers as downloads. */
let saved: Promise<Saved>[];
beforeEach(() => {
  saved = [];
  let file = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob;
    return 'blob:one';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    // Blob.text() would remove the byte order mark.
    const text = file.arrayBuffer().then((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    saved.push(text.then((read) => ({ fileName: this.download, text: read })));
  });
});
afterEach(() => vi.restoreAllMocks());

const draw = (content: string) =>
  renderInApp(<AnswerMarkdown content={content} citations={undefined} isRunning={false} />);

describe('a formula', () => {
  it('is rendered, and prices beside it stay prices', async () => {
    const { container } = draw('It rose from $5 to $10, so $x_1 = \\frac{10}{5}$.');
    await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull());
    expect(container.querySelectorAll('.katex')).toHaveLength(1);
    expect(container.querySelector('mfrac')).not.toBeNull();
    expect(container.textContent).toContain('It rose from $5 to $10, so ');
  });

  it('on its own lines is one block, whatever its lines start with', async () => {
    const { container } = draw('Before\n\\[\na\n- b\n= c\n\\]\nAfter');
    await waitFor(() => expect(container.querySelector('.katex-display')).not.toBeNull());
    expect(container.querySelector('li, h1, h2')).toBeNull();
    expect(container.textContent).toMatch(/^Before[\s\S]*After$/);
  });

  it("that can't be rendered is shown as source, and none of it runs", async () => {
    const { container } = draw('Wrong: $\\frac{1$ and $\\href{javascript:alert(1)}{x_1}$');
    await waitFor(() => expect(container.querySelector('.katex, .katex-error')).not.toBeNull());
    expect(container.textContent).toContain('\\frac{1');
    expect(container.querySelector('a[href^="javascript"]')).toBeNull();
  });
});

describe('a table', () => {
  const table =
    '| Region | Change | Note |\n| --- | --- | --- |\n| North | -4.2% | "up", he said |\n| South | 3 | =1+1 |';

  it('is labeled by its headers, copied for a spreadsheet and saved as CSV without formulas', async () => {
    const { user } = draw(table);
    expect(await screen.findByRole('region', { name: 'Table: Region, Change, Note' })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Copy table' }));
    expect(await navigator.clipboard.readText()).toBe(
      'Region\tChange\tNote\nNorth\t-4.2%\t"up", he said\nSouth\t3\t=1+1',
    );
    await user.click(screen.getByRole('button', { name: 'Download as CSV' }));
    expect(await saved[0]).toEqual({
      fileName: 'table.csv',
      text: '\uFEFFRegion,Change,Note\r\nNorth,-4.2%,"""up"", he said"\r\nSouth,3,"\'=1+1"\r\n',
    });
  });
});

describe('an expanded table', () => {
  it('shows all cells on the whole screen until it is closed', async () => {
    const { user } = draw('| Region | Change |\n| --- | --- |\n| North | **-4.2%** |\n| South | 3 |');
    const opener = await screen.findByRole('button', { name: 'Expand table' });
    await user.click(opener);
    const view = within(await screen.findByRole('dialog', { name: 'Table: Region, Change' }));
    expect(view.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Region', 'Change']);
    expect(view.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['North', '-4.2%', 'South', '3']);
    await user.click(view.getByRole('button', { name: 'Close table' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getAllByRole('table')).toHaveLength(1);
  });
});

describe('code', () => {
  it('is wrapped on request and saved with the file extension of its language', async () => {
    const { user } = draw('```python\nprint("hello")\n```');
    const box = screen.getByRole('region', { name: 'python code' });
    await user.click(await screen.findByRole('button', { name: 'Wrap long lines' }));
    expect(screen.getByRole('button', { name: 'Do not wrap lines', pressed: true })).toBeTruthy();
    expect(getComputedStyle(box).whiteSpace).toBe('pre-wrap');
    await user.click(screen.getByRole('button', { name: 'Download code' }));
    expect(await saved[0]).toEqual({
      fileName: 'code.py',
      text: 'print("hello")\n',
    });
  });
});

describe('a footnote', () => {
  it('links only within its own answer, and opens no new page', async () => {
    const content = 'A claim.[^1]\n\n[^1]: Its ground.';
    const { user } = renderInApp(
      <>
        <AnswerMarkdown content={content} citations={undefined} isRunning={false} />
        <section aria-label="second">
          <AnswerMarkdown content={content} citations={undefined} isRunning={false} />
        </section>
      </>,
    );
    const second = within(screen.getByRole('region', { name: 'second' }));
    const link = second.getByRole('link', { name: '1' });
    expect(link.getAttribute('target')).toBeNull();
    await user.click(link);
    expect(document.activeElement?.textContent).toContain('Its ground.');
    expect(screen.getByRole('region', { name: 'second' }).contains(document.activeElement)).toBe(true);
  });
});

it('ignores a single tilde', () => {
  const { container } = draw('~5 to ~10 of them, but ~~not~~ more');
  expect(container.querySelectorAll('del')).toHaveLength(1);
  expect(container.textContent).toContain('~5 to ~10 of them');
});

describe('emphasis', () => {
  it.each([
    ['Japanese', 'これは**「重要」**です。', '「重要」'],
    ['Chinese', '**“收入（2025年）”**增长了', '“收入（2025年）”'],
    ['Korean', '**매출(2025년)**은 늘었다', '매출(2025년)'],
  ])('ends beside punctuation in %s text', async (_, content, strong) => {
    const { container } = draw(content);
    await waitFor(() => expect(container.querySelector('strong')?.textContent).toBe(strong));
    expect(container.textContent).not.toContain('*');
  });

  it('follows the standard rules elsewhere', () => {
    const { container } = draw('2 * 3 * 4 and **bold**');
    expect(container.querySelector('strong')?.textContent).toBe('bold');
    expect(container.textContent).toContain('2 * 3 * 4');
  });
});
