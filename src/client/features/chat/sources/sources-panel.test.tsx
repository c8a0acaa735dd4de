import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { sourcesWords as words } from '~/client/words/sources';
import { verdictWords } from '~/client/words/verdicts';
import { missingQuoteNumber } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import type { Snapshot } from '~/shared/schemas/snapshots';
import { SourcesPanel } from './sources-panel';

const url = 'https://www.ecb.example/rates';
const objectId = '00000000-0000-4000-8000-000000000009';
const checkedAt = '2026-11-23T10:00:00.000Z';
const content = 'The rate is 2.00%. Profit rose to 5 million.';
const page: Citation = {
  source: 'ECB',
  url,
  title: 'Key rates',
  publishedAt: '2026-11-20',
  start: 0,
  end: 18,
  sourceStart: 9,
  check: { verdict: 'quote', passage: 'The rate is 2.00%.', snapshotId: 's1', checkedAt },
};
const file: Citation = {
  source: 'report.pdf',
  objectId,
  page: 3,
  start: 19,
  end: 44,
  quote: 'Profit rose to 5 million.',
  sourceStart: 100,
  check: { verdict: 'differs', passage: 'Profit rose to 4 million.', checkedAt },
};
const invented: Citation = { source: '', quote: 'Never said', check: { verdict: 'absent', checkedAt } };
const snapshot: Snapshot = {
  id: 's1',
  url,
  canonicalUrl: url,
  title: 'Key rates',
  site: 'ECB',
  text: '# Rates\n\nThe rate is 2.00%. It may fall.',
  contentHash: 'f2b1',
  isCut: true,
  readAt: new Date('2026-11-23T10:00:00Z'),
  changedAt: null,
};

function panel(number: number, props: Partial<Parameters<typeof SourcesPanel>[0]> = {}, answers: FakeResponses = {}) {
  const requests = fakeServer({
    'messages.snapshot': () => snapshot,
    'uploads.passage': () => ({
      name: 'report.pdf',
      before: 'Revenue fell. ',
      quote: 'Profit rose to 4 million.',
      after: ' Costs fell.',
    }),
    ...answers,
  });
  const on = { onClose: vi.fn(), onShowCited: vi.fn() };
  const app = renderInApp(
    <SourcesPanel
      content={content}
      citations={[page, file, invented]}
      number={number}
      layout="beside"
      messageId="m1"
      {...on}
      {...props}
    />,
  );
  return { requests, on, ...app };
}
const item = (number: number) => document.querySelector<HTMLElement>(`[data-number="${number}"]`) as HTMLElement;
const passage = (number: number) => item(number).querySelector('blockquote')?.textContent;

it('lists the sources of an answer, and scrolls to the selected one', async () => {
  panel(2);
  expect(screen.getByRole('region', { name: words.sources })).toBeDefined();
  expect(document.activeElement).toBe(item(2));
  expect(item(1).textContent).toContain('Key rates');
  expect(item(1).textContent).toContain('ecb.example · Nov 20, 2026');
  expect(item(2).textContent).toContain(words.pageNumber(3));
  await waitFor(() => expect(item(2).textContent).toContain('Revenue fell.'));
});

it('shows the passage of a page as it was read, in its context', async () => {
  const { requests } = panel(1);
  await waitFor(() => expect(item(1).querySelector('mark')?.textContent).toBe('The rate is 2.00%.'));
  expect(passage(1)).toContain('It may fall.');
  expect(passage(1)).not.toContain('#');
  expect(item(1).textContent).toContain(words.isCut);
  expect(requests.find(({ path }) => path === 'messages.snapshot')?.input).toEqual({
    messageId: 'm1',
    snapshotId: 's1',
  });
  // The text of other files is not requested.
  expect(requests.map(({ path }) => path)).not.toContain('uploads.passage');
});

it('links to the passage on the current page, in a new tab without a referrer or opener', async () => {
  panel(1);
  const link = within(item(1)).getByRole('link', { name: words.livePage });
  expect(link.getAttribute('href')).toMatch(/^https:\/\/www\.ecb\.example\/rates#:~:text=The%20rate/);
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
});

it('shows the claim that a source is cited for, and its place in the answer', async () => {
  const { user, on } = panel(1);
  await user.click(within(item(1)).getByRole('button', { name: /^Show in the answer/ }));
  expect(on.onShowCited).toHaveBeenCalledExactlyOnceWith(1, 0);
});

it('compares a quotation with the text of the file', async () => {
  panel(2);
  const text = within(item(2));
  expect(text.getByText(verdictWords.inTheAnswer).nextElementSibling?.querySelector('del')?.textContent).toContain('5');
  expect(text.getByText(verdictWords.inTheSource).nextElementSibling?.querySelector('ins')?.textContent).toContain('4');
  expect(text.getByText('Differs from the source')).toBeDefined();
  expect(text.getByRole('link').getAttribute('href')).toBe(`/objects/${objectId}`);
});

it('shows the passage of a file in its context', async () => {
  const { requests } = panel(2);
  expect(within(item(2)).getByRole('status', { name: words.loadingPassage })).toBeDefined();
  await waitFor(() => expect(item(2).querySelector('mark')?.textContent).toBe('Profit rose to 4 million.'));
  expect(requests.find(({ path }) => path === 'uploads.passage')?.input).toEqual({
    id: objectId,
    quote: 'Profit rose to 4 million.',
    start: 100,
  });
});

it('shows quotations that no source contains separately', () => {
  panel(missingQuoteNumber);
  expect(document.activeElement).toBe(item(missingQuoteNumber));
  expect(item(missingQuoteNumber).textContent).toContain(verdictWords.notFoundHint);
  expect(item(missingQuoteNumber).textContent).toContain('Never said');
});

it.each([
  ['page', 1, 'messages.snapshot', words.snapshotGone],
  ['file', 2, 'uploads.passage', words.passageGone],
] as const)('shows a passage of a deleted %s as it was cited, without a retry', async (_, number, path, gone) => {
  panel(
    number,
    {},
    {
      [path]: () => {
        throw new ServerError('Not found', { code: 'NOT_FOUND', httpStatus: 404 });
      },
    },
  );
  await waitFor(() => expect(within(item(number)).getByRole('alert').textContent).toBe(gone));
  expect(item(number).querySelector('mark')?.textContent).toMatch(/^(The rate|Profit)/);
  expect(within(item(number)).queryByRole('button', { name: words.retry })).toBeNull();
});

it.each([
  ['page', 1, 'messages.snapshot', () => snapshot],
  [
    'file',
    2,
    'uploads.passage',
    () => ({ name: 'report.pdf', before: '', quote: 'Profit rose', after: ' It may fall.' }),
  ],
] as const)('reloads a passage of a %s after a temporary error', async (_, number, path, answer) => {
  let isDown = true;
  const { user } = panel(number, {}, {
    [path]: () => {
      if (isDown) throw new ServerError('The service is busy', { httpStatus: 503 });
      return answer();
    },
  } as FakeResponses);
  await waitFor(() => expect(within(item(number)).getByRole('alert').textContent).toContain('The service is busy'));
  isDown = false;
  await user.click(within(item(number)).getByRole('button', { name: words.retry }));
  await waitFor(() => expect(item(number).textContent).toContain('It may fall.'));
  expect(within(item(number)).queryByRole('alert')).toBeNull();
});

it('shows pages as they are cited if the answer id is missing', () => {
  const { requests } = panel(1, { messageId: undefined } as never);
  expect(passage(1)).toBe('The rate is 2.00%.');
  expect(requests).toEqual([]);
});

it('is closed with its button and with Escape', async () => {
  const { user, on } = panel(1);
  await user.click(screen.getByRole('button', { name: words.closeSources }));
  fireEvent.keyDown(item(1), { key: 'Escape', keyCode: 229 });
  const press = createEvent.keyDown(item(1), { key: 'Escape' });
  fireEvent(item(1), press);
  // So that the same press doesn't stop a running answer.
  expect(press.defaultPrevented).toBe(true);
  expect(on.onClose).toHaveBeenCalledTimes(2);
});

it.each(['drawer', 'sheet'] as const)('is a dialog if it overlays the page (%s)', (layout) => {
  panel(1, { layout });
  expect(screen.getByRole('dialog', { name: words.sources })).toBeDefined();
  expect(item(1).textContent).toContain('Key rates');
});

it('links a quote from a collection to the passage in its document', () => {
  const documentId = '00000000-0000-4000-8000-00000000000d';
  panel(1, { citations: [{ ...file, documentId }, { ...invented }] });
  const link = screen.getByRole('link', { name: new RegExp(`^${words.openInCollection}`) });
  const address = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  expect(address.pathname).toBe('/collections');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    document: documentId,
    at: '100',
    quote: '"Profit rose to 4 million."',
  });
});

it('has no such link for a quote from an attachment', () => {
  panel(2);
  expect(screen.queryByRole('link', { name: new RegExp(`^${words.openInCollection}`) })).toBeNull();
});
