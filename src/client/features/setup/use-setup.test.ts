import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { limits } from '~/shared/limits';
import { useSetup } from './use-setup';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

async function succeed() {
  fakeServer({ 'auth.user': () => ada, 'setup.run': () => ({ positionsCreated: false, isAdmin: true }) });
  const page = renderHookInApp(() => useSetup(), undefined);
  act(() => page.result.current.run({ seedPositions: false, token: 'secret' }));
  // The response takes a few turns of the event loop, far fewer than the wait for the redirect.
  for (let turn = 0; turn < 100 && !page.result.current.result; turn++) await pass(1);
  expect(page.result.current.result).toBeDefined();
  return page;
}
it('opens the portfolio shortly after the setup', async () => {
  const { router } = await succeed();
  expect(router.history.location.pathname).toBe('/');
  await pass(limits.setupRedirectMs);
  expect(router.history.location.pathname).toBe('/qinvest');
});

it('does not navigate away from a page that was opened in the meantime', async () => {
  const { router } = await succeed();
  await act(() => router.navigate({ to: '/settings' }));
  await pass(limits.setupRedirectMs);
  expect(router.history.location.pathname).toBe('/settings');
});

it('does not navigate once the page is closed', async () => {
  const { router, unmount } = await succeed();
  unmount();
  await pass(limits.setupRedirectMs);
  expect(router.history.location.pathname).toBe('/');
});
