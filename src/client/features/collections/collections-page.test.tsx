import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { annualReport, reports, wholeDocument } from '~/client/testing/collections';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { collectionsWords as words } from '~/client/words/collections';
import { uiWords } from '~/client/words/ui';
import type { CollectionSearch } from './collection-search';
import { CollectionsPage } from './collections-page';

const press = (name: string) => screen.getByRole('button', { name });

function page(answers: FakeResponses, search: CollectionSearch = {}) {
  const requests = fakeServer({
    'collections.list': () => ({ items: [reports], nextCursor: null }),
    'collections.get': () => reports,
    'collections.documents': () => ({ items: [annualReport], nextCursor: null }),
    ...answers,
  });
  const onSearch = vi.fn();
  return {
    requests,
    onSearch,
    ...renderInApp(<CollectionsPage isAdmin={false} search={search} onSearch={onSearch} />),
  };
}

it('lists collections with their details and opens one', async () => {
  const { user, onSearch } = page({});
  const row = (await screen.findByRole('button', { name: 'Reports' })).closest('li');
  expect(row?.textContent).toContain('1 document · 2 KB');
  await user.click(press('Reports'));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ collection: reports.id });
});

it('explains collections if there are none', async () => {
  page({ 'collections.list': () => ({ items: [], nextCursor: null }) });
  expect(await screen.findByText(words.noneHint)).toBeDefined();
});

it('shows why the list failed to load, and tries again', async () => {
  let isDown = true;
  const { user } = page({
    'collections.list': () => {
      if (isDown) throw new ServerError('Please sign in', { httpStatus: 400 });
      return { items: [reports], nextCursor: null };
    },
  });
  expect(await screen.findByText('Please sign in')).toBeDefined();
  isDown = false;
  await user.click(press(uiWords.retry));
  expect(await screen.findByRole('button', { name: 'Reports' })).toBeDefined();
});

it('disables a collection for answers', async () => {
  const { user, requests } = page({ 'collections.update': () => ({ ...reports, isEnabled: false }) });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: words.useInAnswers('Reports') });
  expect(box.checked).toBe(true);
  await user.click(box);
  await waitFor(() =>
    expect(requests).toContainEqual({
      path: 'collections.update',
      input: { collectionId: reports.id, isEnabled: false },
    }),
  );
});

it("shows the server's state after a failed toggle", async () => {
  const { user } = page({
    'collections.update': () => {
      throw new ServerError('Not allowed');
    },
  });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: words.useInAnswers('Reports') });
  await user.click(box);
  expect(await screen.findByText('Not allowed')).toBeDefined();
  await waitFor(() => expect(box.checked).toBe(true));
  expect(box.disabled).toBe(false);
});

it('shows the state of a collection that the user may not change, but not its actions', async () => {
  page({ 'collections.get': () => ({ ...reports, mayEdit: false, mayManage: false }) }, { collection: reports.id });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: words.useInAnswers('Reports') });
  expect(box.disabled).toBe(true);
  for (const name of [words.edit, words.delete, words.addArticle, words.uploadFiles])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('shows passages instead of documents during a search, and the documents again after it', async () => {
  const { user, requests, onSearch } = page(
    {
      'collections.search': () => [
        {
          collectionId: reports.id,
          documentId: annualReport.id,
          title: 'Annual report',
          page: 3,
          start: 12,
          text: 'Up 4%',
          score: 1,
        },
      ],
    },
    { collection: reports.id },
  );
  await user.type(await screen.findByLabelText(words.search), ' rates ');
  expect(await screen.findByText('Up 4%')).toBeDefined();
  expect(requests.filter(({ path }) => path === 'collections.search').at(-1)?.input).toEqual({
    collectionId: reports.id,
    q: 'rates',
    limit: 20,
  });
  await user.click(press('Annual report, page 3'));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ collection: reports.id, document: annualReport.id });
  await user.click(press(words.clearSearch));
  expect(await screen.findByText(annualReport.summary)).toBeDefined();
});

it('opens the document of a citation at the passage, whichever collection it is in now', async () => {
  const { user, requests, onSearch } = page(
    {
      'collections.locate': () => ({ collectionId: reports.id }),
      'collections.document': () => wholeDocument,
    },
    { document: wholeDocument.id, at: 12, quote: 'Second' },
  );
  const drawer = await screen.findByRole('dialog', { name: wholeDocument.title });
  expect(within(drawer).getByText('Second').tagName).toBe('MARK');
  expect(requests).toContainEqual({ path: 'collections.locate', input: { documentId: wholeDocument.id } });
  await user.click(within(drawer).getByRole('button', { name: words.close }));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ collection: reports.id });
});

it('shows above the list that a linked document was deleted', async () => {
  const locate = () => {
    throw new ServerError('Document not found', { code: 'NOT_FOUND', httpStatus: 404 });
  };
  page({ 'collections.locate': locate }, { document: wholeDocument.id });
  expect(await screen.findByText(words.documentFailed)).toBeDefined();
  expect(await screen.findByText('Document not found')).toBeDefined();
  expect(screen.getByRole('button', { name: reports.name })).toBeDefined();
});

it('returns to the list when a collection is deleted', async () => {
  const { user, requests, onSearch } = page(
    { 'collections.delete': () => ({ message: 'Deleted' }) },
    { collection: reports.id },
  );
  await user.click(await screen.findByRole('button', { name: words.delete }));
  expect(await screen.findByText(words.deleteCollectionBody('Reports'))).toBeDefined();
  await user.click(press(words.deleteCollection));
  await waitFor(() => expect(onSearch).toHaveBeenCalledExactlyOnceWith({}));
  expect(requests).toContainEqual({ path: 'collections.delete', input: { collectionId: reports.id } });
});

it('does not show a deleted collection or document from the cache', async () => {
  const deleted = new Set<string>();
  const unless = <Found,>(name: string, found: Found) => {
    if (deleted.has(name)) throw new ServerError(`${name} not found`, { code: 'NOT_FOUND', httpStatus: 404 });
    return found;
  };
  const { queryClient, user, onSearch } = page(
    {
      'collections.get': () => unless('Collection', reports),
      'collections.document': () => unless('Document', wholeDocument),
    },
    { collection: reports.id, document: wholeDocument.id },
  );
  expect(await screen.findByRole('dialog', { name: wholeDocument.title })).toBeDefined();
  deleted.add('Document');
  void queryClient.invalidateQueries();
  expect(await screen.findByText('Document not found')).toBeDefined();
  expect(screen.queryByRole('dialog', { name: wholeDocument.title })).toBeNull();
  deleted.add('Collection');
  void queryClient.invalidateQueries();
  expect(await screen.findByText('Collection not found')).toBeDefined();
  expect(screen.getByText(words.missingCollection.note)).toBeDefined();
  expect(screen.queryByRole('button', { name: uiWords.retry })).toBeNull();
  expect(screen.queryByRole('button', { name: words.delete })).toBeNull();
  await user.click(press(words.back));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({});
});
