/** Tests a position's page at a URL that names a source of an answer as evidence. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { config } from '~/client/testing/config';
import { fakeServer } from '~/client/testing/fake-server';
import { fakeSocket } from '~/client/testing/fake-socket';
import { positionPage } from '~/client/testing/position-pages';
import { openPosition } from '~/client/testing/positions';
import { renderPage } from '~/client/testing/render-page';
import { ada } from '~/client/testing/users';
import { evidenceWords } from '~/client/words/evidence';
import { positionWords as words } from '~/client/words/position';
import { uiWords } from '~/client/words/ui';
import type { EvidenceSource } from '~/shared/schemas/evidence';

const tesla = openPosition();
const messageId = '5b4a3c2d-1e0f-4a9b-8c7d-6e5f4a3b2c1d';
const checkedAt = '2026-11-23T10:00:00.000Z';
const source: EvidenceSource = {
  messageId,
  citation: 'a'.repeat(32),
  conversation: { id: '7a0c0f0e-5d1b-4b52-9a53-1f1f3b0b7c11', title: 'Rates' },
  answeredAt: new Date(checkedAt),
  kind: 'page',
  title: 'Key rates',
  url: 'https://www.ecb.example/rates',
  verdict: 'quote',
  checkedAt,
};

const title = document.title;
beforeEach(() => {
  fakeSocket();
  // Routes scroll the page, which happy-dom does not support.
  vi.stubGlobal('scrollTo', () => {});
  return () => {
    document.title = title;
  };
});

function page(search: string, user = { ...ada, isAdmin: true }) {
  const requests = fakeServer({
    'auth.user': () => user,
    'auth.config': () => config,
    'positions.get': () => positionPage({ position: tesla }),
    'positions.notes': () => [],
    'positions.list': () => ({
      open: [tesla],
      closed: [],
      revision: '7',
      summary: { openCount: 1, closedCount: 0, countedCount: 1 },
    }),
    'positions.evidenceSources': () => ({ items: [source], nextCursor: null }),
  });
  const paths = () => requests.map(({ path }) => path);
  return { paths, ...renderPage(`/qinvest/position?id=${tesla.id}${search}`) };
}
const findDialog = async () => within(await screen.findByRole('dialog', { name: words.write }));
const statement = evidenceWords.statementOf('Key rates');

it('opens the thesis form with the source, and stores nothing until it is saved', async () => {
  const { user, paths, router } = page(`&evidence=${messageId}.${source.citation}`);
  const dialog = await findDialog();
  expect(dialog.getByLabelText(statement)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: uiWords.cancel }));
  await waitFor(() => expect(router.state.location.search).toEqual({ id: tesla.id }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: words.write })).toBeNull());
  await user.click(screen.getByRole('button', { name: words.write }));
  expect((await findDialog()).queryByLabelText(statement)).toBeNull();
  expect(paths()).not.toContain('positions.writeThesis');
});

it('ignores an unknown source', async () => {
  page(`&evidence=${messageId}.${'d'.repeat(32)}`);
  const dialog = await findDialog();
  expect(dialog.getByRole('button', { name: evidenceWords.add })).toBeDefined();
  expect(dialog.queryByLabelText(statement)).toBeNull();
});

it.each([`&evidence=x.${'a'.repeat(32)}`, `&evidence=${messageId}.1`, `&evidence=${messageId}`])(
  'does not open the form for %s',
  async (search) => {
    const { paths } = page(search);
    expect(await screen.findByRole('button', { name: words.write })).toBeDefined();
    expect(screen.queryByRole('dialog', { name: words.write })).toBeNull();
    expect(paths()).not.toContain('positions.evidenceSources');
  },
);

it('does not open the form for members', async () => {
  const { paths } = page(`&evidence=${messageId}.${source.citation}`, ada);
  expect(await screen.findByText(words.noThesis)).toBeDefined();
  expect(screen.queryByRole('dialog', { name: words.write })).toBeNull();
  expect(paths()).not.toContain('positions.evidenceSources');
});

it('shows the chosen source above the other fields, so that it is visible without scrolling', async () => {
  page(`&evidence=${messageId}.${source.citation}`);
  const dialog = await findDialog();
  const chosen = await dialog.findByLabelText(statement);
  const following = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(chosen.compareDocumentPosition(dialog.getByLabelText(words.claim)) & following).toBe(following);
});
