import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { tableChartWords as chartWords } from '~/client/words/table-chart';
import { toSources } from '~/shared/answer-text/sources';
import type { Citation, Verdict } from '~/shared/schemas/citations';
import { AnswerSourcesContext } from '../sources/answer-sources';
import { AnswerMarkdown } from './answer-markdown';
import type { AnswerFigures } from './figure-marks';

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

const place = (content: string, text: string) => {
  const start = content.indexOf(text);
  return { start, end: start + text.length, text };
};

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
    expect(await screen.findByRole('group', { name: 'Table: Region, Change, Note' })).toBeTruthy();
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

describe('a figure of a table', () => {
  const table = [
    '| Year[[1]](https://a.example) | Revenue | Growth | Debt |',
    '| --- | --- | --- | --- |',
    '| 2024 | 48.2[[1]](https://a.example) | $4.5\\%$ | 12[^1] |',
    '| 2025 | 51.9 | $7.7\\%$ | 11 |',
    '| Note | 10 | $x^2$ | none |',
    '',
    '[^1]: Its ground.',
  ].join('\n');
  const passage = '48.2[[1]](https://a.example)';
  const citations = (verdict?: Verdict): Citation[] => {
    const start = table.indexOf(passage) + '48.2'.length;
    const check = verdict && { check: { verdict, checkedAt: '2026-11-27T10:00:00.000Z' } };
    return [{ source: 'A', url: 'https://a.example', start, end: start + passage.length - 4, ...check }];
  };
  const drawCited = (content: string, list: Citation[], figures?: AnswerFigures) =>
    renderInApp(
      <AnswerSourcesContext value={{ sources: toSources(list), open: () => {} }}>
        <AnswerMarkdown content={content} citations={list} isRunning={false} {...(figures && { figures })} />
      </AnswerSourcesContext>,
    );
  const rows = [
    ['Year', 'Revenue', 'Growth', 'Debt'],
    ['2024', '48.2', '4.5%', '12'],
    ['2025', '51.9', '7.7%', '11'],
    ['Note', '10', 'x^2', 'none'],
  ];

  it.each([
    ['a source number', undefined, '1'],
    ['a source number with a doubt', 'differs', '1Differs from the source'],
  ] as const)('is not merged with %s, a footnote or a formula', async (_, verdict, mark) => {
    const { user, container } = drawCited(table, citations(verdict));
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(3));
    await waitFor(() => expect(screen.getByText('48.2', { exact: false }).textContent).toBe(`48.2${mark}`));

    await user.click(await screen.findByRole('button', { name: 'Copy table' }));
    expect(await navigator.clipboard.readText()).toBe(rows.map((row) => row.join('\t')).join('\n'));

    await user.click(screen.getByRole('button', { name: 'Download as CSV' }));
    expect((await saved[0])?.text).toBe(`\uFEFF${rows.map((row) => `${row.join(',')}\r\n`).join('')}`);

    await user.click(screen.getByRole('button', { name: 'Expand table' }));
    const view = within(await screen.findByRole('dialog'));
    expect(view.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual(rows);
    await user.click(view.getByRole('button', { name: 'Close table' }));

    await user.click(await screen.findByRole('button', { name: chartWords.show }));
    const plot = await screen.findByRole('slider');
    plot.focus();
    await user.keyboard('{Home}');
    expect(plot.getAttribute('aria-valuetext')).toBe('2024, Revenue 48.2, Debt 12');
  });

  it('is not merged with the note that it is unconfirmed, or that a quotation was not found', async () => {
    const content = '| Share | Gain | Said |\n| --- | --- | --- |\n| Tesla | 41% | "Up" |\n| Apple | 9% | |';
    const figure = place(content, '41%');
    const { start, end } = place(content, '"Up"');
    const check = { verdict: 'absent', checkedAt: '2026-11-27T10:00:00.000Z' } as const;
    const { user } = drawCited(content, [{ source: 'file', start, end, check }], { unconfirmedFigures: [figure] });
    expect(await screen.findByRole('button', { name: 'Not found in the file' })).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Copy table' }));
    expect(await navigator.clipboard.readText()).toBe('Share\tGain\tSaid\nTesla\t41%\t"Up"\nApple\t9%\t');
    expect(await screen.findByRole('button', { name: chartWords.show })).toBeDefined();
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
    const box = screen.getByRole('group', { name: 'python code' });
    await user.click(await screen.findByRole('button', { name: 'Wrap long lines' }));
    expect(screen.getByRole('button', { name: "Don't wrap lines", pressed: true })).toBeTruthy();
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
