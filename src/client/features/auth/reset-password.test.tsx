import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { authWords as words } from '~/client/words/auth';
import { ForgotPasswordPage } from './forgot-password-page';
import { ResetPasswordForm } from './reset-password-form';
import { ResetPasswordPage } from './reset-password-page';
import { saveTypedEmail } from './typed-email';

// The typed email lives as long as the page; reset it between tests.
afterEach(() => saveTypedEmail(''));

const newPassword = () => screen.getByLabelText<HTMLInputElement>(words.newPassword);

it('requests a link, and shows where it was sent whether or not the account exists', async () => {
  const requests = fakeServer({ 'passwordReset.request': () => ({ message: 'Done' }) });
  const { user } = renderInApp(<ForgotPasswordPage />);
  const field = screen.getByLabelText(words.email);
  await user.type(field, 'ada@');
  await user.click(screen.getByRole('button', { name: words.sendLink }));
  await waitFor(() => expect(errorOf(field)).toBe('Invalid email format'));
  await user.type(field, 'example.com{Enter}');
  expect(await screen.findByText(words.linkSent('ada@example.com'))).toBeDefined();
  expect(requests).toEqual([{ path: 'passwordReset.request', input: { email: 'ada@example.com' } }]);
  await user.click(screen.getByRole('button', { name: words.otherEmail }));
  expect(screen.getByLabelText<HTMLInputElement>(words.email).value).toBe('ada@example.com');
});

it('shows that a link is incomplete without a request to the server', () => {
  const requests = fakeServer({});
  renderInApp(<ResetPasswordPage token="" />);
  expect(screen.getByRole('alert').textContent).toContain(words.linkIncomplete);
  expect(requests).toEqual([]);
});

it('shows why the server rejects a link', async () => {
  fakeServer({
    'passwordReset.open': () => {
      throw new ServerError('This link has expired', { httpStatus: 400 });
    },
  });
  renderInApp(<ResetPasswordPage token="abc" />);
  expect(await screen.findByText('This link has expired')).toBeDefined();
  expect(screen.queryByLabelText(words.newPassword)).toBeNull();
});

it('validates the length of the new password before sending it', async () => {
  const requests = fakeServer({});
  const { user } = renderInApp(<ResetPasswordForm token="abc" email="ada@example.com" />);
  await user.type(newPassword(), 'short{Enter}');
  await waitFor(() => expect(errorOf(newPassword())).toBe(words.newPasswordTooShort(6)));
  expect(requests.map(({ path }) => path)).toEqual(['auth.config']);
});

it('leads to the sign-in page once the password is set', async () => {
  const requests = fakeServer({ 'passwordReset.complete': () => ({ message: 'Done' }) });
  const { user, router } = renderInApp(<ResetPasswordForm token="abc" email="ada@example.com" />);
  await user.type(newPassword(), 'correct horse{Enter}');
  expect(await screen.findByText(words.resetDone)).toBeDefined();
  await waitFor(() => expect(router.history.location.pathname).toBe('/auth'));
  expect(requests).toContainEqual({
    path: 'passwordReset.complete',
    input: { token: 'abc', newPassword: 'correct horse' },
  });
});

it('shows a server error beside the password and keeps the input', async () => {
  fakeServer({
    'passwordReset.complete': () => {
      throw new ServerError('This password is too common', {
        fieldErrors: { newPassword: 'This password is too common' },
      });
    },
  });
  const { user } = renderInApp(<ResetPasswordForm token="abc" email="ada@example.com" />);
  await user.type(newPassword(), 'password{Enter}');
  await waitFor(() => expect(errorOf(newPassword())).toBe('This password is too common'));
  expect(newPassword().value).toBe('password');
});
