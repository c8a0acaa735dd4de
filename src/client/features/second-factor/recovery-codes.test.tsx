import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { savedFiles } from '~/client/testing/saved-files';
import { ada } from '~/client/testing/users';
import { markdownWords } from '~/client/words/markdown';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { brand } from '~/shared/brand';
import { RecoveryCodes } from './recovery-codes';

const codes = ['abcd-efgh-jkmn-pqrs', 'tuvw-xyz1-2345-6789'];

function open() {
  const requests = fakeServer({ 'auth.user': () => ada });
  const onDone = vi.fn();
  return { requests, onDone, ...renderInApp(<RecoveryCodes codes={codes} onDone={onDone} />) };
}

it('saves the codes as a file that names the account', async () => {
  const files = savedFiles();
  const { user, requests, queryClient } = open();
  // The account is loaded.
  await waitFor(() => expect([requests.length > 0, queryClient.isFetching()]).toEqual([true, 0]));
  await user.click(screen.getByRole('button', { name: words.downloadCodes }));
  expect(await files[0]?.blob.text()).toBe(words.codesFile(brand.company, ada.email, codes));
  expect(files[0]?.name).toBe(`${brand.company.toLowerCase()}-recovery-codes.txt`);
});

it('copies the codes, one per line', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: words.copyCodes }));
  expect(await screen.findByRole('button', { name: markdownWords.copied })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
});

/** Whether the page can be left without a warning. */
const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('lists the codes, and closes only when the user confirms', async () => {
  const { user, onDone } = open();
  const list = screen.getByRole('list', { name: words.recoveryCodes });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual(codes);
  expect(onDone).not.toHaveBeenCalled();
  expect(leaves()).toBe(false);
  await user.click(screen.getByRole('button', { name: words.codesSaved }));
  expect(onDone).toHaveBeenCalledOnce();
  expect(leaves()).toBe(true);
});

it('asks before another page of the application replaces the codes', async () => {
  const { user, router } = open();
  void router.navigate({ to: '/settings' });
  await user.click(await screen.findByRole('button', { name: words.stay }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(router.history.location.pathname).toBe('/');
  void router.navigate({ to: '/settings' });
  await user.click(await screen.findByRole('button', { name: words.leave }));
  await waitFor(() => expect(router.history.location.pathname).toBe('/settings'));
});

it('lets the page that follows open once the codes are saved', async () => {
  const { user, router, onDone } = open();
  onDone.mockImplementation(() => void router.navigate({ to: '/settings' }));
  await user.click(screen.getByRole('button', { name: words.codesSaved }));
  await waitFor(() => expect(router.history.location.pathname).toBe('/settings'));
});
