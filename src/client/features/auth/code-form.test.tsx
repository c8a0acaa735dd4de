import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { authWords } from '~/client/words/auth';
import { passkeyWords } from '~/client/words/passkeys';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { CodeForm } from './code-form';
import { SignInForm } from './sign-in-form';

function setUp(answers: FakeResponses) {
  const requests = fakeServer({ 'secondFactor.pending': () => ({ hasApp: true, hasPasskey: false }), ...answers });
  const app = renderInApp(<CodeForm redirect="/qinvest" />);
  return { requests, ...app, code: () => screen.getByLabelText<HTMLInputElement>(words.code) };
}

it('opens after a sign-in that requires a code', async () => {
  fakeServer({
    'auth.login': () => {
      const options = { code: 'UNAUTHORIZED', httpStatus: 401, appCode: 'second_factor' };
      throw new ServerError('Enter your code or use your passkey to finish signing in.', options);
    },
  });
  const { user, router } = renderInApp(<SignInForm email="ada@example.com" />);
  await user.type(screen.getByLabelText(authWords.password), 'correct horse{Enter}');
  await waitFor(() => expect(router.state.location.href).toBe('/auth?step=code'));
  expect(screen.queryByText(authWords.signInFailed)).toBeNull();
});

it('requests a numeric one-time code, and sends it as typed', async () => {
  const { requests, user, code } = setUp({ 'secondFactor.signIn': () => ada });
  expect(code().getAttribute('autocomplete')).toBe('one-time-code');
  expect(code().getAttribute('inputmode')).toBe('numeric');
  expect(document.activeElement).toBe(code());
  await user.type(code(), '123 456{Enter}');
  await waitFor(() => expect(requests).toContainEqual({ path: 'secondFactor.signIn', input: { code: '123 456' } }));
});

it('accepts a recovery code instead', async () => {
  const { requests, user } = setUp({ 'secondFactor.signIn': () => ada });
  await user.click(screen.getByRole('button', { name: words.useRecovery }));
  const field = screen.getByLabelText<HTMLInputElement>(words.recoveryCode);
  expect(field.getAttribute('inputmode')).toBe('text');
  expect(document.activeElement).toBe(field);
  await user.type(field, 'ABCD-efgh-jkmn-pqrs{Enter}');
  await waitFor(() =>
    expect(requests).toContainEqual({ path: 'secondFactor.signIn', input: { code: 'ABCD-efgh-jkmn-pqrs' } }),
  );
});

it('shows why a code was rejected, and keeps the form', async () => {
  const { requests, user, code } = setUp({
    'secondFactor.signIn': () => {
      throw new ServerError('This code is not valid.', { fieldErrors: { code: 'This code is not valid.' } });
    },
  });
  await user.click(screen.getByRole('button', { name: words.verify }));
  await waitFor(() => expect(errorOf(code())).toBe('Code is required'));
  expect(requests.map(({ path }) => path)).not.toContain('secondFactor.signIn');
  await user.type(code(), '000000{Enter}');
  await waitFor(() => expect(errorOf(code())).toBe('This code is not valid.'));
});

it('returns to the password form with a message when the sign-in has expired', async () => {
  const { user, code, router } = setUp({
    'secondFactor.signIn': () => {
      throw new ServerError('This sign-in took too long.', { code: 'UNAUTHORIZED', httpStatus: 401 });
    },
  });
  await user.type(code(), '123456{Enter}');
  expect(await screen.findByText('This sign-in took too long.')).toBeDefined();
  await waitFor(() => expect(router.state.location.href).toBe('/auth?redirect=%2Fqinvest'));
});

it('offers a passkey, and a recovery code beside it if there is no app', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  setUp({ 'secondFactor.pending': () => ({ hasApp: false, hasPasskey: true }) });
  expect(await screen.findByRole('button', { name: passkeyWords.use })).toBeDefined();
  expect(await screen.findByLabelText(words.recoveryCode)).toBeDefined();
  expect(screen.queryByRole('button', { name: words.useApp })).toBeNull();
});
