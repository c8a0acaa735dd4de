import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { settingsWords as words } from '~/client/words/settings';
import type { FollowSettings } from '~/shared/schemas/position-news';
import { ConfirmEmail } from './confirm-email';
import { FollowsSection } from './follows-section';

const email = 'ada@example.com';

function open(answers: FakeResponses) {
  const requests = fakeServer(answers);
  const count = (path: string) => requests.filter((request) => request.path === path).length;
  return { count, ...renderInApp(<ConfirmEmail email={email} />) };
}
const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));
const followSettings: FollowSettings = {
  followsAll: true,
  choices: [],
  alertMails: false,
  mailState: 'unconfirmed',
  feedCreatedAt: null,
};
const sendAgain = () => screen.findByRole('button', { name: words.confirmSendAgain });

it('asks to confirm an unconfirmed email', async () => {
  open({ 'emailConfirmation.status': () => ({ status: 'pending' }) });
  expect(await screen.findByText(words.confirmHeading)).toBeDefined();
  expect(screen.getByText(words.confirmNote(email))).toBeDefined();
});

it.each(['confirmed', 'not-needed'] as const)('shows nothing when it is %s', async (status) => {
  const { count } = open({ 'emailConfirmation.status': () => ({ status }) });
  await waitFor(() => expect(count('emailConfirmation.status')).toBe(1));
  expect(screen.queryByText(words.confirmHeading)).toBeNull();
});

it('shows nothing until the state is loaded', async () => {
  const { count } = open({
    'emailConfirmation.status': () => {
      throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
    },
  });
  await waitFor(() => expect(count('emailConfirmation.status')).toBe(1));
  expect(screen.queryByText(words.confirmHeading)).toBeNull();
});

it('sends the email again, once per click', async () => {
  let finish = () => {};
  const { user, count } = open({
    'emailConfirmation.status': () => ({ status: 'pending' }),
    'emailConfirmation.resend': () =>
      new Promise((resolve) => {
        finish = () => resolve({ status: 'pending' });
      }),
  });
  await user.click(await sendAgain());
  await user.click(await screen.findByRole('button', { name: words.confirmSending }));
  finish();
  expect(await screen.findByText(words.confirmSentMore(email))).toBeDefined();
  expect(count('emailConfirmation.resend')).toBe(1);
});

it('disappears when the user comes back from confirming the email', async () => {
  let isConfirmed = false;
  const { count } = open({ 'emailConfirmation.status': () => ({ status: isConfirmed ? 'confirmed' : 'pending' }) });
  await screen.findByText(words.confirmHeading);
  isConfirmed = true;
  comeBack();
  await waitFor(() => expect(screen.queryByText(words.confirmHeading)).toBeNull());
  comeBack();
  expect(count('emailConfirmation.status')).toBe(2);
});

it('reloads the state of position emails, which depend on it, if the email was confirmed in another tab', async () => {
  const requests = fakeServer({
    'emailConfirmation.status': () => ({ status: 'pending' }),
    'emailConfirmation.resend': () => ({ status: 'confirmed' }),
    'follows.settings': () => followSettings,
  });
  const { user } = renderInApp(
    <>
      <ConfirmEmail email={email} />
      <FollowsSection />
    </>,
  );
  await user.click(await sendAgain());
  await waitFor(() => expect(requests.filter(({ path }) => path === 'follows.settings')).toHaveLength(2));
});

it('disappears without a message if the email was confirmed in another tab', async () => {
  const { user } = open({
    'emailConfirmation.status': () => ({ status: 'pending' }),
    'emailConfirmation.resend': () => ({ status: 'confirmed' }),
  });
  await user.click(await sendAgain());
  await waitFor(() => expect(screen.queryByText(words.confirmHeading)).toBeNull());
  expect(screen.queryByText(words.confirmSent)).toBeNull();
});

it('shows why no email was sent, and can be retried', async () => {
  const { user } = open({
    'emailConfirmation.status': () => ({ status: 'pending' }),
    'emailConfirmation.resend': () => {
      throw new ServerError('Too many emails. Try again in an hour.', { code: 'TOO_MANY_REQUESTS' });
    },
  });
  await user.click(await sendAgain());
  expect(await screen.findByText('Too many emails. Try again in an hour.')).toBeDefined();
  expect(await sendAgain()).toBeDefined();
});
