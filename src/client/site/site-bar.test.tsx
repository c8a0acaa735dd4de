import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { accountKey } from '~/client/lib/account-storage';
import { fakeServer } from '~/client/testing/fake-server';
import { pageLoads, restorePage } from '~/client/testing/page-loads';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { accountMenuWords } from '~/client/words/account-menu';
import { siteSession } from './session-store';
import { SiteBar } from './site-bar';

const draft = accountKey('draft', ada.id, 'x');
const draftOfOther = accountKey('draft', 'other', 'x');

/** Signs out on a public page, where drafts of two accounts are stored. */
async function signOut(response: () => Response) {
  localStorage.setItem(draft, 'Unsent');
  localStorage.setItem(draftOfOther, 'Unsent');
  fakeServer({ 'auth.user': () => ada });
  await siteSession.load();
  const send = vi.fn(async (_address: string, _init?: RequestInit) => response());
  vi.stubGlobal('fetch', send);
  const left = pageLoads();
  const { user } = renderInApp(<SiteBar path="/" />);
  await user.click(screen.getByRole('button', { name: accountMenuWords.account }));
  await user.click(await screen.findByRole('menuitem', { name: accountMenuWords.signOut }));
  return { send, left };
}

it("removes the account's drafts from the browser after sign-out, but not those of another account", async () => {
  const { send, left } = await signOut(() => Response.json({ message: 'Signed out' }));
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/'));
  expect(send.mock.calls.map(([address]) => address)).toEqual(['/api/logout']);
  expect(localStorage.getItem(draft)).toBeNull();
  expect(localStorage.getItem(draftOfOther)).toBe('Unsent');
});

it('loads the session again when Back restores the page that signed out', async () => {
  const { left } = await signOut(() => Response.json({ message: 'Signed out' }));
  await waitFor(() => expect(left).toHaveBeenCalled());
  fakeServer({ 'auth.user': () => null });
  restorePage();
  await waitFor(() => expect(siteSession.get()).toEqual({ state: 'out' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: accountMenuWords.account })).toBeNull());
});

it('keeps the drafts when sign-out fails', async () => {
  const { left } = await signOut(() => Response.json({ message: 'The service is busy' }, { status: 503 }));
  expect(await screen.findByText(accountMenuWords.signOutFailed)).toBeDefined();
  expect(localStorage.getItem(draft)).toBe('Unsent');
  expect(left).not.toHaveBeenCalled();
});
