import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { reports, wholeDocument } from '~/client/testing/collections';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { articleWords } from '~/client/words/article';
import { collectionsWords as words } from '~/client/words/collections';
import { draftWords } from '~/client/words/draft';
import { uiWords } from '~/client/words/ui';
import { limits } from '~/shared/limits';
import { ArticleContext } from './article-context';
import { ArticleDialog } from './article-dialog';
import { CollectionDialog } from './collection-dialog';
import { WebPageDialog } from './web-page-dialog';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });
const fails = () => {
  throw new ServerError('The service is busy', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 });
};

function newCollection(answers: FakeResponses, isAdmin = false) {
  const requests = fakeServer(answers);
  const on = { onClose: vi.fn(), onCreated: vi.fn() };
  return { requests, ...on, ...renderInApp(<CollectionDialog isAdmin={isAdmin} {...on} />) };
}

it('requires a name, and opens a collection after creating it', async () => {
  const { user, requests, onClose, onCreated } = newCollection({ 'collections.create': () => reports });
  await user.click(press(words.create));
  await waitFor(() => expect(errorOf(field(words.name))).toBe('Name is required'));
  expect(requests).toEqual([]);
  await user.type(field(words.name), '  Reports {Enter}');
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(reports.id));
  expect(onClose).toHaveBeenCalledOnce();
  expect(requests).toEqual([
    { path: 'collections.create', input: { name: '  Reports ', description: '', scope: 'personal' } },
  ]);
});

it('shows beside the description that it is too long', async () => {
  const { user, requests } = newCollection({ 'collections.create': () => reports });
  await user.type(field(words.name), 'Reports');
  await user.click(field(words.description));
  await user.paste('a'.repeat(limits.descriptionCharacters + 1));
  await user.click(press(words.create));
  await waitFor(() => expect(errorOf(field(words.description))).toMatch(/^Descriptions can have at most/));
  expect(requests).toEqual([]);
});

it('lets only administrators choose who can read a new collection', async () => {
  const { unmount } = newCollection({});
  expect(screen.queryByLabelText(words.scope)).toBeNull();
  unmount();
  const { user, requests, onCreated } = newCollection({ 'collections.create': () => reports }, true);
  await user.type(field(words.name), 'Reports');
  await user.selectOptions(field(words.scope), 'organization');
  await user.click(press(words.create));
  await waitFor(() => expect(onCreated).toHaveBeenCalledOnce());
  expect(requests[0]?.input).toMatchObject({ scope: 'organization' });
});

it('keeps the name and shows why a collection was not created', async () => {
  const { user, onClose, onCreated } = newCollection({ 'collections.create': fails });
  await user.type(field(words.name), 'Reports{Enter}');
  expect(await screen.findByText('The service is busy')).toBeDefined();
  expect(field(words.name).value).toBe('Reports');
  expect(onClose).not.toHaveBeenCalled();
  expect(onCreated).not.toHaveBeenCalled();
});

it('is neither sent twice nor closed while a collection is being created', async () => {
  const { user, requests, onClose } = newCollection({ 'collections.create': () => new Promise(() => {}) });
  await user.type(field(words.name), 'Reports{Enter}');
  const button = await screen.findByRole('button', { name: words.creating });
  await user.click(button);
  await user.type(field(words.name), '{Enter}');
  await user.click(press(uiWords.cancel));
  expect(requests.map(({ path }) => path)).toEqual(['collections.create']);
  expect(onClose).not.toHaveBeenCalled();
});

it('keeps values of an edited collection that the form does not show', async () => {
  const requests = fakeServer({ 'collections.update': () => reports });
  const onClose = vi.fn();
  const { user } = renderInApp(<CollectionDialog collection={reports} isAdmin onClose={onClose} />);
  expect(screen.queryByLabelText(words.scope)).toBeNull();
  expect(field(words.description).value).toBe('Annual reports');
  await user.clear(field(words.name));
  await user.type(field(words.name), 'Filings{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests).toEqual([
    {
      path: 'collections.update',
      input: { collectionId: reports.id, name: 'Filings', description: 'Annual reports' },
    },
  ]);
});

it('requires a title and a text for an article', async () => {
  const requests = fakeServer({ 'collections.addDocument': () => wholeDocument });
  const onClose = vi.fn();
  const { user } = renderInApp(<ArticleDialog collectionId={reports.id} onClose={onClose} />);
  await user.type(field(words.text), '   ');
  await user.click(press(words.addArticle));
  await waitFor(() => expect(errorOf(field(words.articleTitle))).toBe('Title is required'));
  expect(errorOf(field(words.text))).toMatch(/^Content is required/);
  await user.type(field(words.articleTitle), 'Rates');
  await user.type(field(words.text), 'They rise.');
  await user.click(press(words.addArticle));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests.filter(({ path }) => path !== 'auth.user')).toEqual([
    {
      path: 'collections.addDocument',
      input: { collectionId: reports.id, title: 'Rates', content: '   They rise.' },
    },
  ]);
});

it('updates an existing article instead of adding another one', async () => {
  const article = { ...wholeDocument, sourceType: 'manual' as const, title: 'Rates', content: 'They rise.' };
  const requests = fakeServer({ 'collections.updateDocument': () => article });
  const onClose = vi.fn();
  const { user } = renderInApp(<ArticleDialog collectionId={reports.id} article={article} onClose={onClose} />);
  expect(press(words.save).getAttribute('aria-disabled')).toBe('true');
  await user.type(field(words.text), ' Slowly.');
  await user.click(press(words.save));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests.filter(({ path }) => path !== 'auth.user')).toEqual([
    {
      path: 'collections.updateDocument',
      input: {
        collectionId: reports.id,
        documentId: article.id,
        version: 1,
        title: 'Rates',
        content: 'They rise. Slowly.',
      },
    },
  ]);
});

it('keeps the text of an article that could not be saved', async () => {
  fakeServer({ 'collections.addDocument': fails });
  const onClose = vi.fn();
  const { user } = renderInApp(<ArticleDialog collectionId={reports.id} onClose={onClose} />);
  await user.type(field(words.articleTitle), 'Rates');
  await user.type(field(words.text), 'They rise.');
  await user.click(press(words.addArticle));
  expect(await screen.findByText('The service is busy')).toBeDefined();
  expect(field(words.text).value).toBe('They rise.');
  expect(onClose).not.toHaveBeenCalled();
});

it('previews an article, and keeps its unsaved text until it is discarded', async () => {
  fakeServer({});
  const dialog = () => (
    <ArticleContext value={{ userId: 'ann', readMarkdown: (text) => <em>{`read: ${text}`}</em> }}>
      <ArticleDialog collectionId={reports.id} onClose={() => {}} />
    </ArticleContext>
  );
  const first = renderInApp(dialog());
  await first.user.click(screen.getByRole('tab', { name: articleWords.preview }));
  expect(screen.getByText(articleWords.nothingToPreview)).toBeDefined();
  await first.user.keyboard('{ArrowLeft}');
  await first.user.type(field(words.text), '# They rise');
  await first.user.click(screen.getByRole('tab', { name: articleWords.preview }));
  expect(screen.getByRole('region', { name: articleWords.preview }).textContent).toBe('read: # They rise');
  await first.user.click(screen.getByRole('tab', { name: articleWords.write }));
  expect(field(words.text).value).toBe('# They rise');
  first.unmount();

  const second = renderInApp(dialog());
  expect(screen.getByRole('status').textContent).toBe(draftWords.restored);
  expect(field(words.text).value).toBe('# They rise');
  await second.user.click(press(uiWords.cancel));
  second.unmount();
  renderInApp(dialog());
  expect(field(words.text).value).toBe('');
  expect(screen.queryByText(draftWords.restored)).toBeNull();
});

it('shows a missing text on the tab for typing', async () => {
  fakeServer({});
  const { user } = renderInApp(<ArticleDialog collectionId={reports.id} onClose={() => {}} />);
  await user.type(field(words.articleTitle), 'Rates');
  await user.click(screen.getByRole('tab', { name: articleWords.preview }));
  await user.click(press(words.addArticle));
  expect(await screen.findByText(/^Content is required/)).toBeDefined();
  expect(screen.getByRole('tab', { name: articleWords.write, selected: true })).toBeDefined();
});

it('requires an HTTP URL for a web page, and shows a failure beside the URL', async () => {
  let isDown = true;
  const requests = fakeServer({
    'collections.addDocument': () => {
      if (isDown)
        throw new ServerError('The page could not be read', { fieldErrors: { url: 'The page could not be read' } });
      return wholeDocument;
    },
  });
  const onClose = vi.fn();
  const { user } = renderInApp(<WebPageDialog collectionId={reports.id} onClose={onClose} />);
  const address = field(words.pageAddress);
  await user.type(address, 'ftp://example.com{Enter}');
  await waitFor(() => expect(errorOf(address)).toBe('Use a URL that begins with http:// or https://'));
  expect(requests).toEqual([]);
  await user.clear(address);
  await user.type(address, 'https://example.com/report{Enter}');
  await waitFor(() => expect(errorOf(address)).toBe('The page could not be read'));
  expect(address.value).toBe('https://example.com/report');
  expect(onClose).not.toHaveBeenCalled();
  isDown = false;
  await user.type(address, '{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
