import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatMoment } from '~/client/lib/format';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { pageLoads, restorePage } from '~/client/testing/page-loads';
import { renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { secondFactorWords } from '~/client/words/second-factor';
import { settingsWords } from '~/client/words/settings';
import { providerWords as words } from '~/client/words/sign-in-providers';
import { uiWords } from '~/client/words/ui';
import type { SignInProblem } from '~/shared/sign-in-problems';
import ProvidersSection from './providers-section';

const time = new Date('2026-01-05T09:00:00Z');
const google = {
  ...{
    id: '0c9f8d4e-1a5b-4f3c-8d7e-2b6a9c0d1e2f',
    issuer: 'https://accounts.google.com',
    name: 'Google',
    email: 'ada@gmail.com',
  },
  ...{ connectedAt: time, lastUsedAt: null, isRemovable: true },
};
const methods = {
  ...signInMethods,
  identities: [google],
  available: [{ id: 'okta', name: 'Okta' }],
};

function open(answers: FakeResponses = {}, problem?: SignInProblem) {
  const requests = fakeServer({ 'identities.list': () => methods, ...answers });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  const assign = pageLoads();
  return { sent, assign, ...renderInApp(<ProvidersSection problem={problem} />) };
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('lists connected providers with their account, and those that can be connected', async () => {
  open();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('ada@gmail.com');
  expect(first?.textContent).toContain(words.connected(formatMoment(time)));
  expect(first?.textContent).not.toContain('last used');
  expect(second?.textContent).toContain('Okta');
  expect(second?.textContent).toContain(words.notConnected);
});

it('shows why sign-in with a provider failed', async () => {
  open({}, 'other-account');
  expect(screen.getByRole('alert').textContent).toContain(words.problems['other-account']);
  expect(await screen.findByText('Google')).toBeDefined();
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = open({
    'identities.list': () => {
      if (isDown) throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
      return methods;
    },
  });
  expect(await screen.findByText(words.failedToLoad)).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await screen.findByText('Google')).toBeDefined();
});

it('connects a provider with the password, and redirects to it', async () => {
  const url = 'https://okta.example.com/authorize';
  const { user, sent, assign } = open({ 'identities.connect': () => ({ url }) });
  await user.click(await screen.findByRole('button', { name: words.connectTo('Okta') }));
  const form = await dialog(words.connectTitle('Okta'));
  await user.click(form.getByRole('button', { name: words.connect }));
  const password = form.getByLabelText(settingsWords.tokenPassword);
  await waitFor(() => expect(errorOf(password)).toBe('Password is required'));
  expect(sent('identities.connect')).toEqual([]);
  await user.type(password, 'secret{Enter}');
  await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
  expect(sent('identities.connect')).toEqual([{ providerId: 'okta', password: 'secret' }]);
  // The browser is navigating away; a second click would start another redirect.
  expect(form.getByRole('button', { name: words.connecting })).toBeDefined();
  act(() => void restorePage());
  await user.click(await form.findByRole('button', { name: words.connect }));
  await waitFor(() => expect(sent('identities.connect')).toHaveLength(2));
});

it('connects a provider with the password and a code if the account has a second factor', async () => {
  const { user, sent, assign } = open({
    'identities.list': () => ({ ...methods, hasSecondFactor: true, hasApp: true }),
    'identities.connect': () => ({ url: 'https://okta.example.com/authorize' }),
  });
  await user.click(await screen.findByRole('button', { name: words.connectTo('Okta') }));
  const form = await dialog(words.connectTitle('Okta'));
  await user.type(form.getByLabelText(settingsWords.tokenPassword), 'secret');
  await user.type(await form.findByLabelText(secondFactorWords.code), '123456{Enter}');
  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(sent('identities.connect')).toEqual([{ providerId: 'okta', password: 'secret', code: '123456' }]);
});

it('shows a wrong password beside its field', async () => {
  const message = 'Password is incorrect';
  const { user, assign } = open({
    'identities.connect': () => {
      throw new ServerError(message, { fieldErrors: { password: message } });
    },
  });
  await user.click(await screen.findByRole('button', { name: words.connectTo('Okta') }));
  const form = await dialog(words.connectTitle('Okta'));
  await user.type(form.getByLabelText(settingsWords.tokenPassword), 'wrong{Enter}');
  await waitFor(() => expect(errorOf(form.getByLabelText(settingsWords.tokenPassword))).toBe(message));
  expect(screen.getByText(words.connectFailed)).toBeDefined();
  expect(assign).not.toHaveBeenCalled();
});

it('removes a provider after a confirmation, and reloads the list', async () => {
  let identities = [google];
  const { user, sent } = open({
    'identities.list': () => ({ ...methods, identities }),
    'identities.disconnect': () => {
      identities = [];
      return { message: 'Removed' };
    },
  });
  await user.click(await screen.findByRole('button', { name: words.disconnectFrom('Google') }));
  const form = await dialog(words.disconnectTitle('Google'));
  await user.type(form.getByLabelText(settingsWords.tokenPassword), 'secret{Enter}');
  expect(await screen.findByText(words.disconnected)).toBeDefined();
  expect(sent('identities.disconnect')).toEqual([{ id: google.id, password: 'secret' }]);
  await waitFor(() => expect(screen.queryByText('ada@gmail.com')).toBeNull());
});

it("can't remove the only way to sign in", async () => {
  const unused = { ...google, id: 'b', name: 'Okta' };
  const identities = [{ ...google, isRemovable: false }, unused];
  open({ 'identities.list': () => ({ ...methods, identities, available: [] }) });
  expect(await screen.findByRole('button', { name: words.disconnectFrom('Okta') })).toBeDefined();
  expect(screen.queryByRole('button', { name: words.disconnectFrom('Google') })).toBeNull();
});
