import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { annualReport, reports, wholeDocument } from '~/client/testing/collections';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { collectionsWords as words } from '~/client/words/collections';
import { uiWords } from '~/client/words/ui';
import { CollectionsPage } from './collections-page';
import { DocumentDrawer } from './document-drawer';
import { DocumentList } from './document-list';
import { FoundPassages } from './found-passages';

const passage = {
  collectionId: reports.id,
  documentId: annualReport.id,
  title: 'Annual report',
  start: 12,
  text: 'Rates rose.',
  score: 1,
};
const press = (name: string) => screen.getByRole('button', { name });
const busy = () => {
  throw new ServerError('The service is busy', { httpStatus: 503 });
};

function passages(answers: FakeResponses) {
  const requests = fakeServer(answers);
  const onOpen = vi.fn();
  return {
    requests,
    onOpen,
    ...renderInApp(<FoundPassages collectionId={reports.id} query="rates" onOpen={onOpen} />),
  };
}

it('opens a document at the found passage, with its page number if it has pages', async () => {
  const { user, onOpen } = passages({
    'collections.search': () => [passage, { ...passage, start: 90, page: 4, text: 'Rates fell.' }],
  });
  await user.click(await screen.findByRole('button', { name: 'Annual report, page 4' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(annualReport.id, { start: 90, text: 'Rates fell.' });
  await user.click(press('Annual report'));
  expect(onOpen).toHaveBeenLastCalledWith(annualReport.id, { start: 12, text: 'Rates rose.' });
});

it('shows that nothing was found', async () => {
  passages({ 'collections.search': () => [] });
  expect(await screen.findByText(words.nothingFound)).toBeDefined();
  expect(screen.queryByRole('list')).toBeNull();
});

it('searches again when a search is repeated, because more documents may be processed', async () => {
  let isProcessed = false;
  const { rerender } = passages({ 'collections.search': () => (isProcessed ? [passage] : []) });
  await screen.findByText(words.nothingFound);
  rerender(<FoundPassages collectionId={reports.id} query="yields" onOpen={vi.fn()} />);
  await screen.findByText(words.nothingFound);
  isProcessed = true;
  rerender(<FoundPassages collectionId={reports.id} query="rates" onOpen={vi.fn()} />);
  expect(await screen.findByText('Rates rose.')).toBeDefined();
});

it('shows why a search failed, and searches again', async () => {
  let isDown = true;
  const { user } = passages({ 'collections.search': () => (isDown ? busy() : [passage]) });
  expect(await screen.findByText('The service is busy')).toBeDefined();
  expect(screen.getByText(words.searchFailed)).toBeDefined();
  isDown = false;
  await user.click(press(uiWords.retry));
  expect(await screen.findByText('Rates rose.')).toBeDefined();
});

it('shows no results of an earlier search while a new one is pending', async () => {
  const { rerender } = passages({
    'collections.search': (input) =>
      (input as { q: string }).q === 'rates' ? [passage] : new Promise<never>(() => {}),
  });
  await screen.findByText('Rates rose.');
  rerender(<FoundPassages collectionId={reports.id} query="banks" onOpen={() => {}} />);
  await waitFor(() => expect(screen.queryByText('Rates rose.')).toBeNull());
  expect(screen.queryByText(words.nothingFound)).toBeNull();
});

it('loads more collections with the cursor of the previous page', async () => {
  const other = { ...reports, id: '5c7d9e10-52b3-4f86-a1d4-0e9f8c7b6a59', name: 'Minutes' };
  const requests = fakeServer({
    'collections.list': (input) =>
      (input as { cursor?: string }).cursor === 'next'
        ? { items: [other], nextCursor: null }
        : { items: [reports], nextCursor: 'next' },
  });
  const { user } = renderInApp(<CollectionsPage isAdmin={false} search={{}} onSearch={() => {}} />);
  await user.click(await screen.findByRole('button', { name: words.more }));
  expect(await screen.findByRole('button', { name: 'Minutes' })).toBeDefined();
  expect(press('Reports')).toBeDefined();
  expect(screen.queryByRole('button', { name: words.more })).toBeNull();
  expect(requests).toHaveLength(2);
});

it('opens a new collection once it exists', async () => {
  fakeServer({
    'collections.list': () => ({ items: [], nextCursor: null }),
    'collections.create': () => reports,
  });
  const onSearch = vi.fn();
  const { user } = renderInApp(<CollectionsPage isAdmin={false} search={{}} onSearch={onSearch} />);
  await user.click(press(words.create));
  await user.type(await screen.findByLabelText(words.name), 'Reports{Enter}');
  await waitFor(() => expect(onSearch).toHaveBeenCalledExactlyOnceWith({ collection: reports.id }));
});

it('keeps a loaded list when reloading fails', async () => {
  let isDown = false;
  fakeServer({
    'collections.documents': () => (isDown ? busy() : { items: [annualReport], nextCursor: null }),
  });
  const { queryClient } = renderInApp(<DocumentList collection={reports} onOpen={() => {}} />);
  await screen.findByRole('button', { name: 'Annual report' });
  isDown = true;
  await act(() => queryClient.invalidateQueries());
  expect(press('Annual report')).toBeDefined();
  expect(screen.queryByText(words.documentsFailed)).toBeNull();
});

function drawer(document: Partial<typeof wholeDocument>, mayEdit = true) {
  fakeServer({ 'collections.document': () => ({ ...wholeDocument, ...document }) });
  const onClose = vi.fn();
  const collection = { ...reports, mayEdit };
  return {
    onClose,
    ...renderInApp(<DocumentDrawer collection={collection} documentId={annualReport.id} onClose={onClose} />),
  };
}

it('shows the details of a document above its text, and closes with its button', async () => {
  const { user, onClose } = drawer({ version: 3, keywords: ['rates', 'banks'] });
  expect(await screen.findByRole('heading', { name: 'Annual report' })).toBeDefined();
  expect(screen.getByRole('list', { name: words.keywords }).textContent).toBe('ratesbanks');
  expect(screen.getByText(words.version(3))).toBeDefined();
  await user.click(press(words.close));
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows no number for a first version, and no empty list of keywords', async () => {
  drawer({ version: 1, keywords: [] });
  await screen.findByRole('heading', { name: 'Annual report' });
  expect(screen.queryByText(words.version(1))).toBeNull();
  expect(screen.queryByRole('list', { name: words.keywords })).toBeNull();
});

it('allows users with write access to edit an article, and no one to download it', async () => {
  const { unmount } = drawer({ sourceType: 'manual' });
  expect(await screen.findByRole('button', { name: words.edit })).toBeDefined();
  expect(screen.queryByRole('link', { name: words.download })).toBeNull();
  unmount();
  drawer({ sourceType: 'manual' }, false);
  await screen.findByRole('heading', { name: 'Annual report' });
  expect(screen.queryByRole('button', { name: words.edit })).toBeNull();
});

it('shows why a text could not be loaded instead of an empty text', async () => {
  drawer({ content: '', state: 'failed', problem: 'The file is encrypted' });
  expect(await screen.findByText('The file is encrypted')).toBeDefined();
  expect(screen.queryByText(words.readText)).toBeNull();
});
