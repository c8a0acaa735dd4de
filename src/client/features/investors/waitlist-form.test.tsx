import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { appWords } from '~/client/words/app';
import { investorWords as words } from '~/client/words/investors';
import { WaitlistForm } from './waitlist-form';

const email = () => screen.getByLabelText<HTMLInputElement>(words.email);

function setUp(response: () => Response | Promise<Response>) {
  const send = vi.fn(async (_address: string, _init?: RequestInit) => response());
  vi.stubGlobal('fetch', send);
  return { send, ...renderInApp(<WaitlistForm />) };
}

it('sends nothing for an empty field, and shows the error of an invalid one', async () => {
  const { send, user } = setUp(() => Response.json({}));
  await user.type(email(), '  {Enter}');
  expect(errorOf(email())).toBeUndefined();
  await user.type(email(), 'ada@{Enter}');
  expect(errorOf(email())).toBe(words.invalidEmail);
  expect(document.activeElement).toBe(email());
  await user.type(email(), 'example.com');
  expect(errorOf(email())).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
});

it('sends the email trimmed and in lower case, and shows a confirmation', async () => {
  const { send, user } = setUp(() => Response.json({ message: 'ok' }));
  await user.type(email(), 'Ada@Example.com{Enter}');
  const thanks = await screen.findByText(words.thanks);
  expect(JSON.parse(String(send.mock.calls[0]?.[1]?.body))).toEqual({ email: 'ada@example.com' });
  expect(screen.getByText(words.joinedTitle)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(thanks));
});

it('is pending during the request, and keeps the email if it fails', async () => {
  let fail = () => {};
  const { user } = setUp(() => new Promise<Response>((_, reject) => (fail = () => reject(new TypeError('offline')))));
  await user.type(email(), 'ada@example.com{Enter}');
  expect(screen.getByRole('button', { name: words.joining })).toBeDefined();
  fail();
  await waitFor(() => expect(errorOf(email())).toBe(appWords.unreachable));
  expect(email().value).toBe('ada@example.com');
  expect(screen.getByText(words.failedTitle)).toBeDefined();
});
