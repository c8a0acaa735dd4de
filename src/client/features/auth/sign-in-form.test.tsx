import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { authWords as words } from '~/client/words/auth';
import { SignInForm } from './sign-in-form';

function setUp(answers: FakeResponses) {
  const requests = fakeServer(answers);
  const { user } = renderInApp(<SignInForm email="" />);
  const email = screen.getByLabelText(words.email);
  const password = screen.getByLabelText<HTMLInputElement>(words.password);
  const button = screen.getByRole('button', { name: words.signIn });
  return { requests, user, email, password, button };
}

it('shows errors for missing values, focuses the first field and sends nothing', async () => {
  const { requests, user, email, password, button } = setUp({});
  await user.click(button);
  await waitFor(() => expect(errorOf(email)).toBe('Email is required'));
  expect(errorOf(password)).toBe('Password is required');
  expect(document.activeElement).toBe(email);
  expect(requests).toEqual([]);
});

it('removes the error of a field as soon as its value is valid', async () => {
  const { user, email, password, button } = setUp({});
  await user.click(button);
  await waitFor(() => expect(errorOf(email)).toBe('Email is required'));
  await user.type(email, 'a');
  await waitFor(() => expect(errorOf(email)).toBeUndefined());
  expect(errorOf(password)).toBe('Password is required');
});

it('is pending until the response, and sends one request however often it is submitted', async () => {
  const { requests, user, email, password, button } = setUp({ 'auth.login': () => new Promise(() => {}) });
  await user.type(email, ' ada@example.com ');
  await user.type(password, 'correct horse{Enter}');
  await waitFor(() => expect(button.textContent).toContain(words.signingIn));
  await user.click(button);
  await user.type(password, '{Enter}');
  expect(requests).toEqual([{ path: 'auth.login', input: { email: 'ada@example.com', password: 'correct horse' } }]);
});

it('keeps the input when the server rejects it, and shows the reason in a toast', async () => {
  const { user, email, password, button } = setUp({
    'auth.login': () => {
      throw new ServerError('Invalid email or password', { code: 'UNAUTHORIZED', httpStatus: 401 });
    },
  });
  await user.type(email, 'ada@example.com');
  await user.type(password, 'wrong');
  await user.click(button);
  await screen.findByText('Invalid email or password');
  expect(screen.getByText(words.signInFailed)).toBeDefined();
  expect(password.value).toBe('wrong');
});

it('uses POST, so that a form submitted before scripts load puts no password into the URL', () => {
  setUp({ 'auth.login': () => ada });
  expect(screen.getByRole<HTMLFormElement>('form', { name: words.signInTitle }).method).toBe('post');
});
