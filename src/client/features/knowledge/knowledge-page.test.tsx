import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { knowledgeWords as words } from '~/client/words/knowledge';
import { uiWords } from '~/client/words/ui';
import type { KnowledgeOverview } from '~/shared/schemas/collections';
import { KnowledgePage } from './knowledge-page';

const overview: KnowledgeOverview = {
  documents: 1234,
  articles: 5,
  bytes: 2048,
  updatedAt: new Date('2025-05-04T12:00:00Z'),
  recent: [
    {
      documentId: 'd1',
      collectionId: 'c1',
      collection: 'Reports',
      title: 'Annual report',
      version: 1,
      at: new Date('2025-05-04T12:00:00Z'),
    },
    {
      documentId: 'd2',
      collectionId: 'c1',
      collection: 'Reports',
      title: 'Minutes',
      version: 3,
      at: new Date('2025-05-03T12:00:00Z'),
    },
  ],
  mirrorFailures: [],
};
const page = (answers: FakeResponses) => ({ requests: fakeServer(answers), ...renderInApp(<KnowledgePage />) });
const withOverview = (changes: Partial<KnowledgeOverview>) =>
  page({ 'collections.overview': () => ({ ...overview, ...changes }) });
const figure = async (name: string) => (await screen.findByText(name)).parentElement?.querySelector('dd')?.textContent;

it('shows the figures of the organization', async () => {
  withOverview({});
  expect(await figure(words.totalDocuments)).toBe('1,234');
  expect(await figure(words.articles)).toBe('5');
  expect(await figure(words.storageUsed)).toBe('2 KB');
  expect(await figure(words.lastUpdated)).toMatch(/^04 May 2025, /);
});

it('shows an empty installation as such', async () => {
  withOverview({ documents: 0, articles: 0, bytes: 0, updatedAt: null, recent: [] });
  expect(await figure(words.storageUsed)).toBe(words.noStorage);
  expect(await figure(words.lastUpdated)).toBe(words.never);
  expect(screen.getByText(words.noActivity)).toBeDefined();
});

it('distinguishes new documents from changed ones, and links to each in its collection', async () => {
  withOverview({});
  const rows = within(await screen.findByRole('region', { name: words.recentActivity })).getAllByRole('listitem');
  expect(rows[0]?.textContent).toMatch(/^Annual report · ReportsAdded 04 May 2025/);
  expect(rows[1]?.textContent).toMatch(/^Minutes · ReportsChanged 03 May 2025/);
  expect(screen.getByRole('link', { name: 'Minutes' }).getAttribute('href')).toBe(
    '/collections?collection=c1&document=d2',
  );
});

it('lists collections whose copies have problems, with the reason or the number of documents', async () => {
  withOverview({
    mirrorFailures: [
      { collectionId: 'c1', collection: 'Reports', problem: 'The key was refused', documents: 0 },
      { collectionId: 'c2', collection: 'Minutes', problem: null, documents: 1 },
    ],
  });
  const problems = within(await screen.findByRole('region', { name: words.mirrorProblems }));
  expect(problems.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'ReportsThe key was refused',
    "Minutes1 document couldn't be copied",
  ]);
  expect(problems.getByRole('link', { name: 'Minutes' }).getAttribute('href')).toBe('/collections?collection=c2');
});

it('mentions no problems if there are none', async () => {
  withOverview({});
  await screen.findByText(words.totalDocuments);
  expect(screen.queryByText(words.mirrorProblems)).toBeNull();
});

it('links to the collections while its figures are loading', async () => {
  page({ 'collections.overview': () => new Promise(() => {}) });
  for (const name of [words.upload, words.create, words.browse])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/collections');
  expect(screen.queryByText(words.totalDocuments)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows why its figures failed to load, and tries again', async () => {
  let isDown = true;
  const { user } = page({
    'collections.overview': () => {
      if (isDown) throw new ServerError('The service is busy', { httpStatus: 503 });
      return overview;
    },
  });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(words.loadFailed)).toBeDefined();
  expect(alert.getByText('The service is busy')).toBeDefined();
  isDown = false;
  await user.click(alert.getByRole('button', { name: uiWords.retry }));
  expect(await figure(words.articles)).toBe('5');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
