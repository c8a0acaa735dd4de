import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { draftKey } from '~/client/lib/chat-draft';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { fakeSocket } from '~/client/testing/fake-socket';
import { positionPage, thesisOf } from '~/client/testing/position-pages';
import { closedPosition, openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { followWords } from '~/client/words/follows';
import { investWords } from '~/client/words/invest';
import { noteWords } from '~/client/words/notes';
import { positionWords as words } from '~/client/words/position';
import { trackRecordWords } from '~/client/words/track-record';
import { uiWords } from '~/client/words/ui';
import { ledgerOf } from '~/shared/testing/sample-ledger';
import { PositionPage } from './position-page';

const tesla = openPosition();
const follows = {
  followsAll: false,
  choices: [],
  alertMails: false,
  mailState: 'available' as const,
  feedCreatedAt: null,
};
let socket: ReturnType<typeof fakeSocket>;
beforeEach(() => {
  socket = fakeSocket();
});

function open(answers: FakeResponses = {}) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'positions.get': () => positionPage(),
    'positions.list': () => ({
      open: [tesla],
      closed: [],
      revision: '7',
      summary: { openCount: 1, closedCount: 0, countedCount: 1 },
    }),
    'positions.notes': () => [],
    'follows.settings': () => follows,
    ...answers,
  });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  const page = <PositionPage id={tesla.id} opensCalculation={false} readMarkdown={(text) => <p>{text}</p>} />;
  return { sent, ...renderInApp(page) };
}
const heading = (name: string) => screen.findByRole('heading', { name });
const fails = (code: string, httpStatus: number) => () => {
  throw new ServerError('Not available now', { code, httpStatus });
};

it('shows the position with its thesis, notes and ledger entries', async () => {
  const [entry] = ledgerOf(['opened', 'one', { ticker: 'TSLA', name: 'Tesla' }]);
  const entries = entry ? [{ ...entry, kind: 'opened' as const }] : [];
  open({ 'positions.get': () => positionPage({ theses: [thesisOf()], entries }) });
  expect(await heading('Tesla')).toBeDefined();
  expect(screen.getByText(words.description('TSLA', false))).toBeDefined();
  expect(screen.getByText('It grows')).toBeDefined();
  expect(await screen.findByText(noteWords.none)).toBeDefined();
  const table = within(screen.getByRole('table', { name: words.entries }));
  expect(table.getByText(trackRecordWords.kinds.opened)).toBeDefined();
  expect(table.getByText(trackRecordWords.entryAt('$100.00'))).toBeDefined();
});

it('shows members no actions', async () => {
  open({ 'positions.get': () => positionPage({ theses: [thesisOf()] }) });
  await screen.findByText(noteWords.none);
  expect(screen.queryByRole('button', { name: words.edit })).toBeNull();
  expect(screen.queryByRole('button', { name: noteWords.add })).toBeNull();
});

it('opens the form of the thesis for administrators, and closes it on Cancel', async () => {
  const { user } = open({
    'auth.user': () => ({ ...ada, isAdmin: true }),
    'positions.get': () => positionPage({ theses: [thesisOf()] }),
  });
  await user.click(await screen.findByRole('button', { name: words.edit }));
  const dialog = within(await screen.findByRole('dialog', { name: words.edit }));
  await user.click(dialog.getByRole('button', { name: uiWords.cancel }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows that a position does not exist, without a pointless Retry', async () => {
  open({ 'positions.get': fails('NOT_FOUND', 404) });
  expect(await screen.findByText(words.missing.title)).toBeDefined();
  expect(screen.queryByRole('button', { name: uiWords.retry })).toBeNull();
});

it('shows the same for an invalid id in the URL', async () => {
  open({ 'positions.get': fails('BAD_REQUEST', 400) });
  expect(await screen.findByText(words.missing.title)).toBeDefined();
});

it('reloads after another error', async () => {
  let isDown = true;
  const { user } = open({
    'positions.get': () => (isDown ? fails('FORBIDDEN', 403)() : positionPage()),
  });
  expect(await screen.findByText(words.couldNotLoad)).toBeDefined();
  expect(screen.getByText('Not available now')).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await heading('Tesla')).toBeDefined();
});

it('shows that it is loading', () => {
  open({ 'positions.get': () => new Promise(() => {}) });
  expect(screen.getByRole('status', { name: words.loading })).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: words.title })).toBeDefined();
});

it('follows the position optimistically, and reverts if that could not be stored', async () => {
  let isDown = false;
  let refuse = () => {};
  const { user, sent } = open({
    'follows.settings': () => (isDown ? fails('INTERNAL_SERVER_ERROR', 500)() : follows),
    'follows.follow': () =>
      new Promise((_, reject) => {
        refuse = () => reject(new ServerError('Not available now'));
      }),
  });
  const button = await screen.findByRole('button', { name: followWords.followNamed('Tesla') });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
  await waitFor(() => expect(sent('follows.follow')).toEqual([{ id: tesla.id, isFollowed: true }]));
  isDown = true;
  refuse();
  expect(await screen.findByText(followWords.followFailed)).toBeDefined();
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
});

it("can't follow a closed position", async () => {
  open({ 'positions.get': () => positionPage({ position: closedPosition() }) });
  expect(await screen.findByText(words.description('TSLA', true))).toBeDefined();
  await screen.findByText(noteWords.none);
  expect(screen.queryByRole('button', { name: followWords.followNamed('Tesla') })).toBeNull();
});

it('reloads the position when the portfolio changes', async () => {
  let price = '241.50';
  const { sent } = open({
    'positions.get': () => positionPage({ position: openPosition({ latestPrice: price }) }),
  });
  expect(await screen.findByText('$241.50')).toBeDefined();
  await waitFor(() => expect(socket.subscriptions()).toMatchObject([{ path: 'positions.changed' }]));
  expect(socket.subscriptions()[0]?.input).toMatchObject({ lastEventId: '7' });
  price = '250.00';
  socket.publish('positions.changed', { type: 'changed' });
  expect(await screen.findByText('$250.00')).toBeDefined();
  expect(sent('positions.get').length).toBeGreaterThan(1);
});

it('shows that a position no longer exists after it was deleted', async () => {
  let isDeleted = false;
  open({
    'positions.get': () => (isDeleted ? fails('NOT_FOUND', 404)() : positionPage()),
  });
  expect(await screen.findByRole('button', { name: followWords.followNamed('Tesla') })).toBeDefined();
  await waitFor(() => expect(socket.subscriptions()).toMatchObject([{ path: 'positions.changed' }]));
  isDeleted = true;
  socket.publish('positions.changed', { type: 'changed' });
  expect(await screen.findByText(words.missing.title)).toBeDefined();
  expect(screen.queryByRole('button', { name: followWords.followNamed('Tesla') })).toBeNull();
  expect(screen.queryByRole('link', { name: words.ask })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Tesla' })).toBeNull();
});

it('keeps earlier prices with a note and Refresh if they could not be loaded again', async () => {
  let isDown = false;
  const { user } = open({
    'positions.get': () => (isDown ? fails('INTERNAL_SERVER_ERROR', 500)() : positionPage()),
  });
  expect(await heading('Tesla')).toBeDefined();
  await waitFor(() => expect(socket.subscriptions()).toMatchObject([{ path: 'positions.changed' }]));
  isDown = true;
  socket.publish('positions.changed', { type: 'changed' });
  expect((await screen.findByRole('alert')).textContent).toBe(investWords.notRefreshed('Not available now'));
  expect(screen.getByRole('heading', { name: 'Tesla' })).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: investWords.refresh }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Tesla' })).toBeDefined();
});

it('opens the chat with the facts of the position as a draft', async () => {
  const { user } = open();
  const link = await screen.findByRole('link', { name: words.ask });
  expect(link.getAttribute('href')).toBe('/qchat');
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  const draft = localStorage.getItem(draftKey({ userId: ada.id, conversationId: undefined }));
  expect(draft).toContain('Tesla (TSLA)');
});
