import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '~/client/app/query-client';
import { fakeServer } from '~/client/testing/fake-server';
import { restorePage } from '~/client/testing/page-loads';
import { ada } from '~/client/testing/users';
import { createQueryUtils } from './trpc';
import { watchAccount } from './watch-account';

const bob = { ...ada, id: 'a1b2c3d4-0000-4000-8000-0000000000b0', email: 'bob@example.com' };
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A tab of this browser, signed in as the user. */
function openTab(user: typeof ada | null) {
  const queryClient = createQueryClient();
  const session = createQueryUtils(queryClient).auth.user;
  session.setData(undefined, user);
  const loadAgain = vi.fn();
  stops.push(watchAccount(queryClient, loadAgain));
  const signIn = (next: typeof ada) => session.setData(undefined, next);
  const endSession = () => session.setData(undefined, null);
  return { loadAgain, signIn, endSession, signOut: () => queryClient.clear() };
}

it('loads the page again when another tab signs in to another account', async () => {
  fakeServer({ 'auth.user': () => bob });
  const [first, second, third] = [openTab(ada), openTab(null), openTab(null)];
  second.signIn(bob);
  await waitFor(() => expect(first.loadAgain).toHaveBeenCalledOnce());
  expect(second.loadAgain).not.toHaveBeenCalled();
  // Shows no data of an account.
  expect(third.loadAgain).not.toHaveBeenCalled();
});

it('loads only the outdated tab again, in whatever order they were opened', async () => {
  fakeServer({ 'auth.user': () => bob });
  const [older, current, newer] = [openTab(ada), openTab(bob), openTab(ada)];
  await waitFor(() => expect(older.loadAgain).toHaveBeenCalled());
  await waitFor(() => expect(newer.loadAgain).toHaveBeenCalled());
  expect(current.loadAgain).not.toHaveBeenCalled();
});

it('loads the page again when another tab signs out', async () => {
  fakeServer({ 'auth.user': () => null });
  const [first, second, visitor] = [openTab(ada), openTab(ada), openTab(null)];
  second.endSession();
  await waitFor(() => expect(first.loadAgain).toHaveBeenCalledOnce());
  for (const tab of [second, visitor]) expect(tab.loadAgain).not.toHaveBeenCalled();
});

describe('a page that the browser keeps for its Back button', () => {
  afterEach(() => {
    document.documentElement.hidden = false;
  });

  it.each([
    ['has signed out', null, 1],
    ['has changed', bob, 1],
    ['is the same', ada, 0],
  ])('is hidden until it is known whether its account %s', async (_, user, times) => {
    let isRead = false;
    fakeServer({
      'auth.user': () => {
        isRead = true;
        return user;
      },
    });
    const { loadAgain } = openTab(ada);
    window.dispatchEvent(new Event('pagehide'));
    restorePage();
    expect(document.documentElement.hidden).toBe(true);
    await waitFor(() => expect(isRead && loadAgain.mock.calls.length === times).toBe(true));
    await waitFor(() => expect(document.documentElement.hidden).toBe(times === 1));
  });

  it('shows nothing of an account that has signed out on it', async () => {
    fakeServer({ 'auth.user': () => null });
    const { loadAgain, signOut } = openTab(ada);
    signOut();
    window.dispatchEvent(new Event('pagehide'));
    restorePage();
    await waitFor(() => expect(loadAgain).toHaveBeenCalledOnce());
    expect(document.documentElement.hidden).toBe(true);
  });
});
