import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { config } from '~/client/testing/config';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { authWords as words } from '~/client/words/auth';
import { SignUpForm } from './sign-up-form';

const email = () => screen.getByLabelText<HTMLInputElement>(words.email);
const password = () => screen.getByLabelText(words.password);
const submit = () => screen.getByRole('button', { name: words.createAccount });

it('starts with the email of the other tab and validates it', async () => {
  const requests = fakeServer({});
  const { user } = renderInApp(<SignUpForm email="ada" />);
  await user.type(password(), 'correct horse');
  await user.click(submit());
  await waitFor(() => expect(errorOf(email())).toBe('Invalid email format'));
  expect(document.activeElement).toBe(email());
  expect(requests.map(({ path }) => path)).toEqual(['auth.config']);
});

it('shows beside the email that it already has an account', async () => {
  const text = 'An account with this email already exists';
  fakeServer({
    'auth.register': () => {
      throw new ServerError(text, { code: 'CONFLICT', httpStatus: 409 });
    },
  });
  const { user } = renderInApp(<SignUpForm email="ada@example.com" />);
  await user.type(password(), 'correct horse');
  await user.click(submit());
  await waitFor(() => expect(errorOf(email())).toBe(text));
  expect(screen.getByText(words.signUpFailed)).toBeDefined();
  expect(document.activeElement).toBe(email());
  await user.type(email(), 'x');
  await waitFor(() => expect(errorOf(email())).toBeUndefined());
});

it('sends what was entered, trimmed, and signs the new user in', async () => {
  const requests = fakeServer({ 'auth.register': () => ada, 'auth.user': () => ada });
  const { user, queryClient } = renderInApp(<SignUpForm email="" />);
  await user.type(screen.getByLabelText(words.firstName), ' Ada ');
  await user.type(email(), ' ada@example.com');
  await user.type(password(), 'correct horse');
  await user.click(submit());
  await waitFor(() =>
    expect(queryClient.getQueriesData({ queryKey: [['auth', 'user']] }).map(([, data]) => data)).toEqual([ada]),
  );
  expect(requests).toContainEqual({
    path: 'auth.register',
    input: { firstName: 'Ada', email: 'ada@example.com', password: 'correct horse' },
  });
});

it("shows this installation's minimum password length", async () => {
  fakeServer({ 'auth.config': () => ({ ...config, passwordMinLength: 8 }) });
  renderInApp(<SignUpForm email="" />);
  expect(await screen.findByText(words.minLength(8))).toBeDefined();
});

it('names this installation’s minimum if the password is shorter, without a request', async () => {
  const requests = fakeServer({ 'auth.config': () => ({ ...config, passwordMinLength: 8 }) });
  const { user } = renderInApp(<SignUpForm email="ada@example.com" />);
  await screen.findByText(words.minLength(8));
  await user.type(password(), 'seven77');
  await user.click(submit());
  await waitFor(() => expect(errorOf(password())).toBe('Password must be at least 8 characters'));
  expect(requests.map(({ path }) => path)).toEqual(['auth.config']);
});
