import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { annualReport, reports } from '~/client/testing/collections';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { answer } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import { answerCollectionsWords as words } from '~/client/words/answer-collections';
import { SaveToCollection } from './save-to-collection';
import { UsedCollections } from './used-collections';

it('lists the collections that an answer used, on request', async () => {
  const metadata = {
    ...answer.metadata,
    numCollectionsUsed: 2,
    collectionsUsed: [
      { id: 'c1', name: 'Reports' },
      { id: 'c2', name: 'Minutes' },
    ],
  };
  const { user } = renderInApp(<UsedCollections metadata={metadata} />);
  const badge = screen.getByRole('button', { name: words.badge(2) });
  expect(badge.getAttribute('aria-expanded')).toBe('false');
  await user.click(badge);
  const links = within(screen.getByRole('list', { name: words.used })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Reports', '/collections?collection=c1'],
    ['Minutes', '/collections?collection=c2'],
  ]);
  await user.click(badge);
  expect(screen.queryByRole('list')).toBeNull();
});

it('shows no badge for an answer that used none', () => {
  const { container } = renderInApp(<UsedCollections metadata={answer.metadata} />);
  expect(container.textContent).toBe('');
});

async function save(answers: FakeResponses = {}) {
  const readOnly = { ...reports, id: 'c9', name: 'Read only', mayEdit: false };
  const requests = fakeServer({
    'collections.list': () => ({ items: [reports, readOnly], nextCursor: null }),
    'collections.addDocument': () => annualReport,
    ...answers,
  });
  const app = renderInApp(<SaveToCollection messageId={answer.id} />);
  expect(requests).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: words.save }));
  return { requests, ...app };
}

it('saves an answer in a collection that the user may edit', async () => {
  const { user, requests } = await save();
  const target = await screen.findByRole('menuitem', { name: 'Reports' });
  expect(screen.queryByRole('menuitem', { name: 'Read only' })).toBeNull();
  await user.click(target);
  expect(await screen.findByText(words.saved)).toBeDefined();
  expect(screen.getByText(annualReport.title)).toBeDefined();
  expect(requests.at(-1)).toEqual({
    path: 'collections.addDocument',
    input: { collectionId: reports.id, messageId: answer.id },
  });
});

it('loads the collections again after an answer was saved in one', async () => {
  const { user, requests } = await save();
  await user.click(await screen.findByRole('menuitem', { name: 'Reports' }));
  await screen.findByText(words.saved);
  const lists = () => requests.filter(({ path }) => path === 'collections.list').length;
  const before = lists();
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() => expect(lists()).toBe(before + 1));
});

it('shows why an answer could not be saved', async () => {
  const { user } = await save({
    'collections.addDocument': () => {
      throw new ServerError('This collection is full', { httpStatus: 409 });
    },
  });
  await user.click(await screen.findByRole('menuitem', { name: 'Reports' }));
  expect(await screen.findByText('This collection is full')).toBeDefined();
  expect(screen.getByText(words.saveFailed)).toBeDefined();
});

it('links to creating a collection if there is none', async () => {
  await save({ 'collections.list': () => ({ items: [], nextCursor: null }) });
  expect(await screen.findByText(words.none)).toBeDefined();
  await waitFor(() =>
    expect(screen.getByRole('menuitem', { name: words.manage }).getAttribute('href')).toBe('/collections'),
  );
});
