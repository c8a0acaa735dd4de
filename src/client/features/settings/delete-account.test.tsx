import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draftKey } from '~/client/lib/chat-draft';
import { trpc } from '~/client/lib/trpc';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { pageLoads } from '~/client/testing/page-loads';
import { renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { ada } from '~/client/testing/users';
import { settingsWords as words } from '~/client/words/settings';
import { providerWords } from '~/client/words/sign-in-providers';
import { DeleteAccount } from './delete-account';

/** Loads the current user, as every page of the application does. */
function SignedIn() {
  const { data } = trpc.auth.user.useQuery();
  return <p>{data?.email}</p>;
}

async function open(answers: FakeResponses = {}) {
  const requests = fakeServer({ 'identities.list': () => signInMethods, 'auth.user': () => ada, ...answers });
  const sent = () => requests.filter(({ path }) => path === 'account.delete').map(({ input }) => input);
  const assign = pageLoads();
  const page = renderInApp(
    <>
      <SignedIn />
      <DeleteAccount user={ada} />
    </>,
  );
  await page.user.click(screen.getByRole('button', { name: words.deleteAccount }));
  const dialog = within(await screen.findByRole('dialog', { name: words.deleteTitle }));
  return { sent, dialog, assign, ...page };
}
const email = words.deleteEmail(ada.email);

it('deletes nothing on Cancel', async () => {
  const { user, dialog, sent } = await open();
  await user.type(dialog.getByLabelText(email), ada.email);
  await user.click(dialog.getByRole('button', { name: words.cancel }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent()).toEqual([]);
});

it('deletes all data of the account in this browser and opens the home page', async () => {
  const draft = draftKey({ userId: ada.id, conversationId: undefined });
  localStorage.setItem(draft, 'A draft');
  const { user, dialog, sent, assign } = await open({ 'account.delete': () => ({ message: 'Account deleted' }) });
  await screen.findByText(ada.email);
  await user.type(dialog.getByLabelText(email), ada.email);
  await user.type(dialog.getByLabelText(words.deletePassword), 'secret{Enter}');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(sent()).toEqual([{ email: ada.email, password: 'secret' }]);
  expect(localStorage.getItem(draft)).toBeNull();
});

it('shows why the account was not deleted, and keeps the dialog with its input', async () => {
  const { user, dialog, assign } = await open({
    'account.delete': () => {
      throw new ServerError('You are the last administrator', { code: 'CONFLICT', httpStatus: 409 });
    },
  });
  await user.type(dialog.getByLabelText(email), ada.email);
  await user.type(dialog.getByLabelText(words.deletePassword), 'secret{Enter}');
  expect(await screen.findByText('You are the last administrator')).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>(email).value).toBe(ada.email);
  expect(assign).not.toHaveBeenCalled();
  expect(await dialog.findByRole('button', { name: words.deleteAccount })).toBeDefined();
});

it('asks an account without a password to confirm at its provider', async () => {
  const google = { id: 'google', name: 'Google' };
  const { dialog } = await open({
    'identities.list': () => ({ ...signInMethods, hasPassword: false, confirmWith: [google] }),
  });
  const link = await dialog.findByRole('link', { name: providerWords.confirmWith('Google') });
  expect(link.getAttribute('href')).toBe('/auth/oidc/google/start?confirm=1&redirect=%2Fsettings');
  expect(dialog.queryByLabelText(words.deletePassword)).toBeNull();
});

it('deletes an account without a password once its provider has confirmed it', async () => {
  const { user, dialog, sent } = await open({
    'identities.list': () => ({ ...signInMethods, hasPassword: false, isConfirmed: true }),
    'account.delete': () => new Promise(() => {}),
  });
  expect(await dialog.findByText(providerWords.confirmed)).toBeDefined();
  await user.type(dialog.getByLabelText(email), `${ada.email}{Enter}`);
  await waitFor(() => expect(sent()).toEqual([{ email: ada.email }]));
});
