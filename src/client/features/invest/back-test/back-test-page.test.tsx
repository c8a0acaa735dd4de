import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { backTestWords as words } from '~/client/words/back-test';
import { uiWords } from '~/client/words/ui';
import { BackTestPage } from './back-test-page';
import { Universe } from './universe';

function open(answers: FakeResponses) {
  fakeServer({ 'backtest.listPublished': () => [], 'backtest.universe': () => [], ...answers });
  return renderInApp(<BackTestPage search={{}} onSearch={() => {}} />);
}

it('shows visitors the method, and returns them here after sign-in', async () => {
  open({ 'auth.user': () => null });
  const link = await screen.findByRole('link', { name: words.signInButton });
  expect(link.getAttribute('href')).toBe(`/auth?redirect=${encodeURIComponent(location.pathname + location.search)}`);
  for (const rule of words.methodRules) expect(screen.getByText(rule)).toBeDefined();
  expect(screen.queryByRole('button', { name: words.run })).toBeNull();
});

it('lets members run a back-test', async () => {
  open({ 'auth.user': () => ada });
  expect(await screen.findByRole('button', { name: words.run })).toBeDefined();
  expect(screen.queryByRole('link', { name: words.signInButton })).toBeNull();
});

it('shows that the session could not be loaded, and retries', async () => {
  let isDown = true;
  const { user } = open({
    'auth.user': () => {
      if (isDown) throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
      return ada;
    },
  });
  expect(await screen.findByText('The service is busy')).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await screen.findByRole('button', { name: words.run })).toBeDefined();
});

it('lists the tickers with price history below their number, and nothing without any', async () => {
  const none = renderInApp(<Universe entries={[]} />);
  expect(screen.queryByText(/tickers with price history/)).toBeNull();
  none.unmount();
  const entry = { ticker: 'TSLA', firstDay: '2020-01-02', lastDay: '2026-01-05', closes: 1510 };
  const { user } = renderInApp(<Universe entries={[entry]} />);
  await user.click(screen.getByText(words.universe('1')));
  const row = within(screen.getByRole('row', { name: /TSLA/ }));
  for (const text of ['02 Jan 2020', '05 Jan 2026', '1,510']) expect(row.getByText(text)).toBeDefined();
});
