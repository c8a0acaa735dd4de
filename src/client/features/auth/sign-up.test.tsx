import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { config } from '~/client/testing/config';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { authWords } from '~/client/words/auth';
import { invitationWords as words } from '~/client/words/invitations';
import type { SignUpMode } from '~/shared/sign-up-modes';
import { SignUp } from './sign-up';

const configOf = (signUp: SignUpMode) => () => ({
  ...config,
  signUp,
  signUpDomains: signUp === 'domain' ? ['example.com'] : [],
});

it.each([
  ['closed', authWords.signUpClosed],
  ['invitation', words.byInvitation],
] as const)('shows why there is no form while sign-up is %s', async (mode, title) => {
  fakeServer({ 'auth.config': configOf(mode) });
  renderInApp(<SignUp email="" />);
  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  await waitFor(() => expect(screen.queryByLabelText(authWords.password)).toBeNull());
});

it('puts the email on the waitlist', async () => {
  const requests = fakeServer({
    'auth.config': configOf('waitlist'),
    'invitations.request': () => ({ message: 'Thanks' }),
  });
  const { user } = renderInApp(<SignUp email="ada@example.com" />);
  await user.click(await screen.findByRole('button', { name: words.joinWaitlist }));
  expect(await screen.findByRole('heading', { name: words.joinedTitle })).toBeDefined();
  expect(requests).toContainEqual({ path: 'invitations.request', input: { email: 'ada@example.com' } });
});

it('shows the domains that receive a sign-up link, and where it was sent', async () => {
  fakeServer({ 'auth.config': configOf('domain'), 'invitations.request': () => ({ message: 'Sent' }) });
  const { user } = renderInApp(<SignUp email="ada@example.com" />);
  expect(await screen.findByText(words.domainHint(['example.com']))).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.sendLink }));
  expect(await screen.findByText(words.linkSent('ada@example.com'))).toBeDefined();
});
