import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { annualReport, reports, wholeDocument } from '~/client/testing/collections';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { collectionsWords as words } from '~/client/words/collections';
import { uiWords } from '~/client/words/ui';
import type { CollectionDocument } from '~/shared/schemas/collections';
import { DocumentDrawer } from './document-drawer';
import { DocumentList } from './document-list';
import { useReplacement } from './use-replacement';

const press = (name: string) => screen.getByRole('button', { name });
const fails = () => {
  throw new ServerError('The service is busy', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 400 });
};

function listOf(items: CollectionDocument[], answers: FakeResponses = {}, collection = reports) {
  const requests = fakeServer({ 'collections.documents': () => ({ items, nextCursor: null }), ...answers });
  const onOpen = vi.fn();
  return { requests, onOpen, ...renderInApp(<DocumentList collection={collection} onOpen={onOpen} />) };
}

async function choose(user: ReturnType<typeof renderInApp>['user'], action: string) {
  await user.click(await screen.findByRole('button', { name: words.actions(annualReport.title) }));
  await user.click(screen.getByRole('menuitem', { name: action }));
}

it('shows who can add documents to an empty collection', async () => {
  const { unmount } = listOf([]);
  expect(await screen.findByText(words.noDocumentsHint)).toBeDefined();
  unmount();
  listOf([], {}, { ...reports, mayEdit: false, mayManage: false });
  expect(await screen.findByText(words.readOnly)).toBeDefined();
});

it('reloads a list that failed to load', async () => {
  let isDown = true;
  const { user } = listOf([annualReport], {
    'collections.documents': () => (isDown ? fails() : { items: [annualReport], nextCursor: null }),
  });
  expect(await screen.findByText(words.documentsFailed)).toBeDefined();
  isDown = false;
  await user.click(press(uiWords.retry));
  expect(await screen.findByRole('button', { name: annualReport.title })).toBeDefined();
});

it('shows in a row the progress or the reason for a failure, and opens its document', async () => {
  const { user, onOpen } = listOf([
    { ...annualReport, id: '1', title: 'Queued', state: 'queued' },
    { ...annualReport, id: '2', title: 'Broken', state: 'failed', problem: 'The file is damaged' },
    {
      ...annualReport,
      id: '3',
      state: 'reading',
      progress: { activity: 'reading', unit: 'page', current: 12, total: 1500 },
    },
  ]);
  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]?.textContent).toContain(words.states.queued);
  expect(rows[0]?.textContent).not.toContain(annualReport.summary);
  expect(rows[1]?.textContent).toContain('The file is damaged');
  expect(rows[2]?.textContent).toContain('Reading page 12 of 1,500');
  await user.click(press('Broken'));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('2');
});

it('loads more documents with the cursor of the previous page', async () => {
  const { user, requests } = listOf([], {
    'collections.documents': (input) =>
      (input as { cursor?: string }).cursor === 'next'
        ? { items: [{ ...annualReport, id: '2', title: 'Second' }], nextCursor: null }
        : { items: [annualReport], nextCursor: 'next' },
  });
  await user.click(await screen.findByRole('button', { name: words.more }));
  expect(await screen.findByRole('button', { name: 'Second' })).toBeDefined();
  expect(press(annualReport.title)).toBeDefined();
  expect(screen.queryByRole('button', { name: words.more })).toBeNull();
  expect(requests).toHaveLength(2);
});

it('shows no actions to a user with read access', async () => {
  listOf([annualReport], {}, { ...reports, mayEdit: false, mayManage: false });
  await screen.findByRole('button', { name: annualReport.title });
  expect(screen.queryByRole('button', { name: words.actions(annualReport.title) })).toBeNull();
});

it('deletes a document only after a confirmation that names it', async () => {
  const { user, requests } = listOf([annualReport], { 'collections.deleteDocument': () => ({ message: 'Deleted' }) });
  await choose(user, words.delete);
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(words.deleteDocumentBody(annualReport.title));
  await user.click(within(dialog).getByRole('button', { name: uiWords.cancel }));
  expect(requests.map(({ path }) => path)).not.toContain('collections.deleteDocument');
  await choose(user, words.delete);
  await user.click(screen.getByRole('button', { name: words.deleteDocument }));
  await waitFor(() =>
    expect(requests).toContainEqual({
      path: 'collections.deleteDocument',
      input: { collectionId: reports.id, documentId: annualReport.id },
    }),
  );
  await waitFor(() => expect(requests.filter(({ path }) => path === 'collections.documents')).toHaveLength(2));
});

it('renames a document', async () => {
  const { user, requests } = listOf([annualReport], { 'collections.updateDocument': () => annualReport });
  await choose(user, words.rename);
  const title = await screen.findByLabelText<HTMLInputElement>(words.articleTitle);
  expect(title.value).toBe(annualReport.title);
  await user.clear(title);
  await user.type(title, 'Filing{Enter}');
  await waitFor(() =>
    expect(requests).toContainEqual({
      path: 'collections.updateDocument',
      input: { collectionId: reports.id, documentId: annualReport.id, title: 'Filing' },
    }),
  );
});

it('moves a document only to a collection that the user may change', async () => {
  const others = [
    { ...reports, id: '2b7c8d9e-0f1a-4b2c-8d3e-4f5a6b7c8d9e', name: 'Archive' },
    { ...reports, id: '3b7c8d9e-0f1a-4b2c-8d3e-4f5a6b7c8d9e', name: 'Company', mayEdit: false, mayManage: false },
  ];
  const { user, requests } = listOf([annualReport], {
    'collections.list': () => ({ items: [...others, reports], nextCursor: null }),
    'collections.updateDocument': () => annualReport,
  });
  await choose(user, words.move);
  await screen.findByRole('option', { name: 'Archive' });
  expect(screen.queryByRole('option', { name: 'Company' })).toBeNull();
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Reports' }).selected).toBe(true);
  await user.selectOptions(screen.getByLabelText(words.moveTo), 'Archive');
  await user.click(press(words.move));
  await waitFor(() =>
    expect(requests).toContainEqual({
      path: 'collections.updateDocument',
      input: { collectionId: reports.id, documentId: annualReport.id, moveTo: others[0]?.id },
    }),
  );
});

it('keeps a document where it is until its collection has loaded', async () => {
  const archive = { ...reports, id: '2b7c8d9e-0f1a-4b2c-8d3e-4f5a6b7c8d9e', name: 'Archive' };
  const { user, requests } = listOf([annualReport], {
    'collections.list': (input) =>
      (input as { cursor?: string }).cursor ? fails() : { items: [archive], nextCursor: 'further' },
  });
  await choose(user, words.move);
  await screen.findByRole('option', { name: 'Archive' });
  expect(screen.getByLabelText<HTMLSelectElement>(words.moveTo).value).toBe(reports.id);
  await user.click(press(words.move));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.some(({ path }) => path === 'collections.updateDocument')).toBe(false);
});

function drawer(shown: typeof wholeDocument, answers: FakeResponses = {}, mayEdit = true) {
  const requests = fakeServer({ 'collections.document': () => shown, ...answers });
  const onClose = vi.fn();
  const element = <DocumentDrawer collection={{ ...reports, mayEdit }} documentId={shown.id} onClose={onClose} />;
  return { requests, onClose, ...renderInApp(element) };
}

it('shows the text of a document page by page, without gaps', async () => {
  drawer(wholeDocument);
  const first = await screen.findByText('First page.');
  expect(first.closest('section')?.textContent).toBe('Page 1First page. ');
  expect(screen.getByText('Second page.').closest('section')?.textContent).toBe('Page 2Second page.');
});

it('shows on request how a text is split for search', async () => {
  const { user } = drawer(wholeDocument);
  expect(screen.queryByText(words.passage(2))).toBeNull();
  await user.click(await screen.findByRole('checkbox', { name: words.showCuts }));
  expect(screen.getByText(words.passage(2)).closest('section')?.textContent).toBe('Page 2Passage 2Second page.');
});

it('highlights the found passage, and scrolls to it', async () => {
  const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  try {
    fakeServer({ 'collections.document': () => wholeDocument });
    const shown = { start: 12, text: 'Second page.' };
    renderInApp(<DocumentDrawer collection={reports} documentId={wholeDocument.id} shown={shown} onClose={() => {}} />);
    expect((await screen.findByText('Second page.')).tagName).toBe('MARK');
    await waitFor(() => expect(scrollTo).toHaveBeenCalled());
  } finally {
    scrollTo.mockRestore();
  }
});

it("shows actions that depend on the document and on the user's rights", async () => {
  const { unmount } = drawer(wholeDocument);
  const download = await screen.findByRole('link', { name: words.download });
  expect(download.getAttribute('href')).toBe('/objects/report');
  expect(press(words.replace)).toBeDefined();
  expect(screen.queryByRole('button', { name: words.edit })).toBeNull();
  unmount();
  const article = drawer({ ...wholeDocument, sourceType: 'manual', objectPath: null });
  expect(await screen.findByRole('button', { name: words.edit })).toBeDefined();
  expect(screen.queryByRole('link', { name: words.download })).toBeNull();
  article.unmount();
  drawer({ ...wholeDocument, sourceType: 'manual', objectPath: null }, {}, false);
  await screen.findByText(words.readText);
  expect(screen.queryByRole('button', { name: words.edit })).toBeNull();
});

it('is loaded again each time it opens, and saves an article only over the version that was edited', async () => {
  const article = { ...wholeDocument, sourceType: 'manual' as const, content: 'One week.', objectPath: null };
  let version = 1;
  const { user, requests, rerender } = drawer(article, {
    'collections.document': () => ({ ...article, version }),
    'collections.updateDocument': fails,
  });
  await screen.findByRole('button', { name: words.edit });
  rerender(null);
  version = 2;
  rerender(<DocumentDrawer collection={reports} documentId={article.id} onClose={() => {}} />);
  await screen.findByText(words.version(2));
  await user.click(press(words.edit));
  await user.type(await screen.findByLabelText(words.text), ' Or two.');
  await user.click(press(words.save));
  const input = { collectionId: reports.id, documentId: article.id, title: article.title };
  await waitFor(() =>
    expect(requests).toContainEqual({
      path: 'collections.updateDocument',
      input: { ...input, content: 'One week. Or two.', version: 2 },
    }),
  );
});

it('shows the added and removed lines of a refreshed web page', async () => {
  const page = { ...wholeDocument, sourceType: 'url' as const, source: 'https://example.com/report' };
  const { user, requests } = drawer(page, {
    'collections.refreshDocument': () => ({
      document: annualReport,
      isChanged: true,
      added: ['It rose.'],
      removed: ['It fell.'],
    }),
  });
  await user.click(await screen.findByRole('button', { name: words.refresh }));
  const changes = await screen.findByRole('status', { name: words.changed });
  expect(changes.textContent).toBe(`${words.addedLines}It rose.${words.removedLines}It fell.`);
  expect(requests).toContainEqual({
    path: 'collections.refreshDocument',
    input: { collectionId: reports.id, documentId: page.id },
  });
  const link = screen.getByRole('link', { name: words.openPage });
  expect(link.getAttribute('rel')).toContain('noopener');
});

it('shows that a document was deleted, and can be closed', async () => {
  const { user, onClose } = drawer(wholeDocument, { 'collections.document': fails });
  expect(await screen.findByText(words.documentFailed)).toBeDefined();
  await user.click(press(words.close));
  expect(onClose).toHaveBeenCalledOnce();
});

const claimed = { id: 'new', objectPath: '/objects/new', name: 'new.pdf', type: 'application/pdf', size: 3 };
const claims = () => ({ ...claimed, state: 'queued' as const });

function Replacement() {
  const replace = useReplacement({ collectionId: reports.id, documentId: annualReport.id });
  const file = { uploadURL: '/objects/uploads/new', name: 'new.pdf', type: 'application/pdf', size: 3 };
  return (
    <button type="button" onClick={() => void replace({ successful: [file], failed: [] })}>
      Replace
    </button>
  );
}

it('makes an uploaded file the new version of its document', async () => {
  const requests = fakeServer({
    'uploads.claim': claims,
    'collections.updateDocument': () => annualReport,
  });
  const { user } = renderInApp(<Replacement />);
  await user.click(press('Replace'));
  await waitFor(() =>
    expect(requests).toContainEqual({
      path: 'collections.updateDocument',
      input: { collectionId: reports.id, documentId: annualReport.id, objectPath: '/objects/new' },
    }),
  );
});

it.each(['uploads.claim', 'collections.updateDocument'])(
  'shows that a replacement is rejected by %s',
  async (refused) => {
    fakeServer({
      'uploads.claim': claims,
      'collections.updateDocument': () => annualReport,
      [refused]: fails,
    });
    const { user } = renderInApp(<Replacement />);
    await user.click(press('Replace'));
    expect(await screen.findByText(words.failed)).toBeDefined();
  },
);
