import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { config } from '~/client/testing/config';
import { type FakeResponses, fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { ada } from '~/client/testing/users';
import { promptWords } from '~/client/words/prompts';
import { settingsWords as words } from '~/client/words/settings';
import { providerWords } from '~/client/words/sign-in-providers';
import { usageWords } from '~/client/words/usage';
import { SettingsPage } from './settings-page';
import { type SettingsTab, settingsTab } from './settings-tab';

function Page({ start }: { start: SettingsTab }) {
  const [tab, setTab] = useState(start);
  return <SettingsPage tab={tab} onTab={setTab} admin={<p>All users</p>} secondFactor={<p>Second factor</p>} />;
}

function open(answers: FakeResponses = {}, start: SettingsTab = 'profile') {
  const requests = fakeServer({
    'auth.user': () => ada,
    'auth.config': () => config,
    'identities.list': () => signInMethods,
    'sessions.list': () => [],
    'tokens.list': () => [],
    ...answers,
  });
  return { requests, ...renderInApp(<Page start={start} />) };
}
const tab = (name: string) => screen.findByRole('tab', { name });
const names = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

it('keeps unsaved text while another page is open, but not for another user', async () => {
  let user = ada;
  const { queryClient, rerender } = open({ 'auth.user': () => user });
  const field = () => screen.findByLabelText<HTMLInputElement>(words.firstName);
  const openAgain = () => {
    rerender(<p>Another page</p>);
    rerender(<Page start="profile" />);
  };
  fireEvent.input(await field(), { target: { value: 'Augusta' } });
  openAgain();
  expect((await field()).value).toBe('Augusta');
  user = { ...ada, id: 'a1b2c3d4-0000-4000-8000-0000000000b0' };
  rerender(<p>Another page</p>);
  queryClient.clear();
  openAgain();
  expect((await field()).value).toBe('Ada');
});

it('is blank until the user is loaded', async () => {
  let respond = (_user: typeof ada) => {};
  const { requests } = open({
    'auth.user': () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  expect(screen.queryByRole('heading')).toBeNull();
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('auth.user'));
  respond(ada);
  expect(await screen.findByRole('heading', { level: 1, name: words.title })).toBeDefined();
});

it('hides the admin tab from other users, and redirects a link to it to the profile', async () => {
  open({}, 'admin');
  expect((await tab(words.profileTab)).getAttribute('aria-selected')).toBe('true');
  expect(names()).toEqual([words.profileTab, words.passwordTab, promptWords.tab, usageWords.tab]);
  expect(screen.queryByText('All users')).toBeNull();
});

it('shows the admin tab to administrators', async () => {
  open({ 'auth.user': () => ({ ...ada, isAdmin: true }) }, 'admin');
  expect((await tab(words.adminTab)).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('All users')).toBeDefined();
});

it('switches tabs with the arrow keys', async () => {
  const { user } = open();
  (await tab(words.profileTab)).focus();
  await user.keyboard('{ArrowRight}');
  const password = await tab(words.passwordTab);
  await waitFor(() => expect(password.getAttribute('aria-selected')).toBe('true'));
  expect(document.activeElement).toBe(password);
  expect(screen.getByText('Second factor')).toBeDefined();
});

it('keeps a typed name while another tab is open', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText(words.lastName), 'Lovelace');
  await user.click(await tab(words.passwordTab));
  expect(await screen.findByLabelText(words.currentPassword)).toBeDefined();
  await user.click(await tab(words.profileTab));
  expect((await screen.findByLabelText<HTMLInputElement>(words.lastName)).value).toBe('Lovelace');
});

it('has no password form for an account without a password', async () => {
  open({ 'identities.list': () => ({ ...signInMethods, hasPassword: false }) }, 'password');
  expect(await screen.findByText(providerWords.noPassword)).toBeDefined();
  expect(screen.queryByLabelText(words.currentPassword)).toBeNull();
  expect(screen.queryByText(words.passwordNote)).toBeNull();
});

it('shows sign-in providers only if the installation has any', async () => {
  const without = open({}, 'password');
  await screen.findByLabelText(words.currentPassword);
  expect(screen.queryByText(providerWords.heading)).toBeNull();
  without.unmount();
  open({ 'auth.config': () => ({ ...config, providers: [{ id: 'google', name: 'Google' }] }) }, 'password');
  expect(await screen.findByText(providerWords.heading)).toBeDefined();
});

it('accepts only the name of a tab from the URL', () => {
  expect(settingsTab('usage')).toBe('usage');
  expect(settingsTab('users')).toBeUndefined();
  expect(settingsTab(1)).toBeUndefined();
});
