import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { sourcesWords as words } from '~/client/words/sources';
import { missingQuoteNumber, toSources } from '~/shared/answer-text/sources';
import type { Citation, Verdict } from '~/shared/schemas/citations';
import { AnswerSourcesContext } from './answer-sources';
import { SourceChips } from './source-chips';
import { SourceNumber } from './source-number';

const checkedAt = '2026-11-23T10:00:00.000Z';
const page = (index: number, verdict?: Verdict): Citation => ({
  source: 'ECB',
  url: `https://ecb.example/${index}`,
  title: `Page ${index}`,
  ...(verdict && { check: { verdict, checkedAt } }),
});

function show(citations: Citation[], element: ReactNode) {
  const open = vi.fn();
  const app = renderInApp(
    <AnswerSourcesContext value={{ sources: toSources(citations), open }}>{element}</AnswerSourcesContext>,
  );
  return { open, ...app };
}

it('names the source of a number and opens it', async () => {
  const { user, open } = show([page(1), page(2)], <SourceNumber number={2} />);
  await user.click(screen.getByRole('button', { name: 'Source 2: Page 2' }));
  expect(open).toHaveBeenCalledExactlyOnceWith(2);
});

it('does not show a number without a source', () => {
  const { container } = show([page(1)], <SourceNumber number={7} />);
  expect(container.textContent).toBe('');
});

it.each([
  ['quote', 'Verified quote', false],
  ['figures', 'Figures found', false],
  ['pending', 'Checking...', false],
  ['unreadable', "Couldn't read the page", true],
  ['partial', 'Partly confirmed', true],
  ['differs', 'Differs from the source', true],
  ['absent', 'Not found on the page', true],
] as const)(
  'names a number with the check result "%s", and shows it if it is a doubt',
  async (verdict, said, isDoubt) => {
    const { user, open } = show([page(1, verdict)], <SourceNumber number={1} verdict={verdict} />);
    const number = await screen.findByRole('button', { name: `Source 1: Page 1. ${said}` });
    expect(number.textContent).toBe(isDoubt ? `1${said}` : '1');
    await user.click(number);
    expect(open).toHaveBeenCalledExactlyOnceWith(1);
  },
);

it('marks a quotation that was not found', async () => {
  show([], <SourceNumber number={missingQuoteNumber} verdict="absent" />);
  expect((await screen.findByRole('button')).textContent).toBe('Not found in the file');
});

it('lists six sources, and all of them on request', async () => {
  const citations = Array.from({ length: 8 }, (_, index) => page(index + 1));
  const { user, open } = show(citations, <SourceChips />);
  const list = within(screen.getByRole('list', { name: words.sources }));
  expect(list.getAllByRole('listitem')).toHaveLength(7);
  await user.click(list.getByRole('button', { name: words.more(2) }));
  expect(list.getAllByRole('listitem')).toHaveLength(8);
  await user.click(list.getByRole('button', { name: 'Source 8: Page 8' }));
  expect(open).toHaveBeenCalledExactlyOnceWith(8);
});

it('distinguishes pages of a file, and shows the worst check result of a source', () => {
  const objectId = '00000000-0000-4000-8000-000000000002';
  const at = (number: number): Citation => ({ source: 'report.pdf', objectId, page: number });
  show([at(3), at(4), page(1, 'quote'), page(1, 'absent')], <SourceChips />);
  const list = within(screen.getByRole('list', { name: words.sources }));
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '1report.pdfp. 3',
    '2report.pdfp. 4',
    '3ecb.exampleNot found on the page',
  ]);
  expect(list.getByRole('button', { name: 'Source 3: Page 1. Not found on the page' })).toBeDefined();
});

it('shows no list for an answer without sources', () => {
  const { container } = show([], <SourceChips />);
  expect(container.textContent).toBe('');
});
