import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { setupWords as words } from '~/client/words/setup';
import { uiWords } from '~/client/words/ui';
import { SetupComplete } from './setup-complete';
import { SetupPage } from './setup-page';

const done = { positionsCreated: true, isAdmin: true as const };

function open(answers: FakeResponses = {}) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'setup.status': () => ({ isAllowed: true }),
    'setup.run': () => done,
    ...answers,
  });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, ...renderInApp(<SetupPage />) };
}

async function run(page: ReturnType<typeof open>) {
  await page.user.type(await screen.findByLabelText(words.token), 'secret{Enter}');
}

it('shows that it is loading, and always a link to the portfolio', () => {
  open({ 'setup.status': () => new Promise(() => {}) });
  expect(screen.getByRole('status', { name: words.loading })).toBeDefined();
  expect(screen.getByRole('link', { name: words.goOn }).getAttribute('href')).toBe('/qinvest');
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = open({
    'setup.status': () => {
      if (isDown) throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
      return { isAllowed: true };
    },
  });
  expect(await screen.findByText(words.loadFailed)).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await screen.findByLabelText(words.token)).toBeDefined();
});

it('shows any other account that it lacks permission, and which account it is', async () => {
  open({ 'setup.status': () => ({ isAllowed: false }) });
  expect(await screen.findByText(words.deniedBody)).toBeDefined();
  expect(await screen.findByText(ada.email)).toBeDefined();
  expect(screen.queryByLabelText(words.token)).toBeNull();
});

it('sets up the installation, shows the result and moves the focus there', async () => {
  const page = open();
  await run(page);
  const heading = await screen.findByRole('heading', { name: words.complete });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(page.sent('setup.run')).toEqual([{ seedPositions: true, token: 'secret' }]);
  expect(screen.getByText(words.succeededMore)).toBeDefined();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(
    `${words.positions}: ${words.positionsCreated}`,
  );
});

it('is not run twice', async () => {
  const page = open({ 'setup.run': () => new Promise(() => {}) });
  await run(page);
  await page.user.click(await screen.findByRole('button', { name: words.running }));
  expect(page.sent('setup.run')).toHaveLength(1);
});

it('shows why it failed, and keeps the token for another attempt', async () => {
  const page = open({
    'setup.run': () => {
      throw new ServerError('The setup token is wrong', { code: 'FORBIDDEN', httpStatus: 403 });
    },
  });
  await run(page);
  expect(await screen.findByText('The setup token is wrong')).toBeDefined();
  expect(screen.getByText(words.failed)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(words.token).value).toBe('secret');
  expect(page.router.history.location.pathname).toBe('/');
});

it('mentions sample positions only if some were created', () => {
  renderInApp(<SetupComplete result={{ positionsCreated: false }} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `${words.adminStatus}: ${words.adminActive}`,
  ]);
});
