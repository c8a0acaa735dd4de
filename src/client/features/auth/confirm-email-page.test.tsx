import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { authWords as words } from '~/client/words/auth';
import { ConfirmEmailPage } from './confirm-email-page';

async function confirmed(hasOtherSignIn: boolean) {
  fakeServer({ 'emailConfirmation.confirm': () => ({ email: 'ada@example.com', hasOtherSignIn }) });
  const { user } = renderInApp(<ConfirmEmailPage token="secret" />);
  await user.click(screen.getByRole('button', { name: words.confirm }));
  return (await screen.findByRole('status')).textContent;
}

it('says that the email is confirmed', async () => {
  expect(await confirmed(false)).toBe(words.confirmed('ada@example.com'));
});

it('names other ways to sign in, which another person may have connected', async () => {
  expect(await confirmed(true)).toContain(words.confirmedOthers);
});
