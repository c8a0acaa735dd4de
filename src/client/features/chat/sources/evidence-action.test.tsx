/** Adding a checked page of an answer to a position's thesis. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { evidenceActionWords as words } from '~/client/words/evidence-action';
import type { Citation } from '~/shared/schemas/citations';
import type { EvidenceSource } from '~/shared/schemas/evidence';
import { SourcesPanel } from './sources-panel';

const messageId = '5b4a3c2d-1e0f-4a9b-8c7d-6e5f4a3b2c1d';
const url = 'https://www.ecb.example/rates';
const checkedAt = '2026-11-23T10:00:00.000Z';
const checked: Citation = { source: 'ECB', url, title: 'Key rates', start: 0, end: 18 };
const citation: Citation = { ...checked, check: { verdict: 'quote', passage: 'The rate is 2.00%.', checkedAt } };
const first: EvidenceSource = {
  messageId,
  citation: 'a'.repeat(32),
  conversation: { id: '7a0c0f0e-5d1b-4b52-9a53-1f1f3b0b7c11', title: 'Rates' },
  answeredAt: new Date(checkedAt),
  kind: 'page',
  title: 'Key rates',
  url,
  claim: 'The rate is 2.00%.',
  verdict: 'quote',
  checkedAt,
};
const second = { ...first, citation: 'b'.repeat(32), claim: 'It fell.' };
const elsewhere = { ...first, citation: 'c'.repeat(32), url: 'https://other.example/' };
const tesla = openPosition();
const apple = openPosition({ id: 'a1b2c3d4-0000-4000-8000-000000000002', ticker: 'AAPL', name: 'Apple' });
const admin = { ...ada, isAdmin: true };

function panel(answers: FakeResponses = {}, citations = [citation]) {
  const requests = fakeServer({
    'auth.user': () => admin,
    'positions.evidenceSources': () => ({ items: [elsewhere, first, second], nextCursor: null }),
    'positions.list': () => ({
      open: [tesla, apple],
      closed: [],
      revision: '7',
      summary: { openCount: 2, closedCount: 0, countedCount: 2 },
    }),
    ...answers,
  });
  const onClose = vi.fn();
  const content = 'The rate is 2.00%. It fell.';
  const props = { content, citations, messageId, onClose };
  const app = renderInApp(<SourcesPanel {...props} number={1} layout="beside" />);
  const asked = () => requests.filter(({ path }) => path === 'positions.evidenceSources').map(({ input }) => input);
  return { asked, requests, onClose, ...app };
}
const action = { name: words.asEvidenceOf('Key rates') };
const openDialog = async (user: ReturnType<typeof panel>['user']) => {
  await user.click(await screen.findByRole('button', action));
  const dialog = within(await screen.findByRole('dialog', { name: words.asEvidenceTitle }));
  await dialog.findByRole('option', { name: 'AAPL · Apple' });
  return dialog;
};

it('opens the thesis of the chosen position with the source', async () => {
  const { user, router, requests, asked } = panel();
  const dialog = await openDialog(user);
  const position = dialog.getByLabelText<HTMLSelectElement>(words.position);
  await user.click(dialog.getByRole('button', { name: words.openThesis }));
  expect(errorOf(position)).toContain(words.positionMissing);
  await user.selectOptions(position, apple.id);
  await user.selectOptions(dialog.getByLabelText(words.sentence), 'It fell.');
  await user.click(dialog.getByRole('button', { name: words.openThesis }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/qinvest/position'));
  expect(router.state.location.search).toEqual({ id: apple.id, evidence: `${messageId}.${second.citation}` });
  expect(asked()[0]).toEqual({ messageId, limit: 100 });
  expect(requests.map(({ path }) => path)).not.toContain('positions.writeThesis');
});

it('closes only the dialog on Escape', async () => {
  const { user, onClose } = panel({
    'positions.evidenceSources': () => ({ items: [first], nextCursor: null }),
  });
  const dialog = await openDialog(user);
  expect(dialog.queryByLabelText(words.sentence)).toBeNull();
  dialog.getByLabelText(words.position).focus();
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
});

it('shows that there are no open positions', async () => {
  const { user } = panel({
    'positions.list': () => ({
      open: [],
      closed: [],
      revision: '7',
      summary: { openCount: 0, closedCount: 0, countedCount: 0 },
    }),
  });
  await user.click(await screen.findByRole('button', action));
  expect(await screen.findByText(words.noPositions)).toBeDefined();
});

it('is not offered to members', async () => {
  const { queryClient, asked } = panel({ 'auth.user': () => ada });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await waitFor(() =>
    expect(
      queryClient
        .getQueryCache()
        .findAll()
        .map(({ state }) => state.data),
    ).toContainEqual(ada),
  );
  expect(screen.queryByRole('button', action)).toBeNull();
  expect(asked()).toEqual([]);
});

it('is not offered for a page that the server does not list', async () => {
  const { queryClient, asked } = panel({
    'positions.evidenceSources': () => ({ items: [elsewhere], nextCursor: null }),
  });
  await waitFor(() => expect(asked()).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('button', action)).toBeNull();
});

it('is not requested until the page is checked', async () => {
  const { requests, asked } = panel({}, [checked, { ...checked, check: { verdict: 'pending', checkedAt } }]);
  expect(screen.getByText('Key rates')).toBeDefined();
  expect(asked()).toEqual([]);
  expect(requests).toEqual([]);
});

it('adds a quotation from a file, which only users with access to it will see', async () => {
  const objectId = '9a0c0f0e-5d1b-4b52-9a53-1f1f3b0b7c11';
  const quoted: Citation = {
    ...{
      source: 'report.pdf',
      title: 'report.pdf, page 3',
      objectId,
      page: 3,
      quote: 'Margins fell',
      start: 0,
      end: 18,
    },
    check: { verdict: 'quote', passage: 'Margins fell', checkedAt },
  };
  const { url: _, ...facts } = first;
  const file: EvidenceSource = { ...facts, kind: 'file', title: 'report.pdf', page: 3, citation: 'd'.repeat(32) };
  const otherPage = { ...file, page: 4, citation: 'e'.repeat(32) };
  const { user } = panel({ 'positions.evidenceSources': () => ({ items: [otherPage, file], nextCursor: null }) }, [
    quoted,
  ]);
  await user.click(await screen.findByRole('button', { name: words.asEvidenceOf('report.pdf') }));
  const dialog = within(await screen.findByRole('dialog', { name: words.asEvidenceTitle }));
  await dialog.findByRole('option', { name: 'AAPL · Apple' });
  expect(dialog.queryByLabelText(words.sentence)).toBeNull();
});
