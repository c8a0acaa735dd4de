import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { followWords as words } from '~/client/words/follows';
import { uiWords } from '~/client/words/ui';
import type { FollowSettings } from '~/shared/schemas/position-news';
import { FollowsSection } from './follows-section';

const settings: FollowSettings = {
  followsAll: true,
  choices: [],
  alertMails: false,
  mailState: 'available',
  feedCreatedAt: null,
};
const fails = () => {
  throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
};
const box = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

/** A server that stores the settings. */
function open(start: Partial<FollowSettings> = {}, answers: FakeResponses = {}) {
  const stored = { ...settings, ...start };
  const requests = fakeServer({
    'follows.settings': () => ({ ...stored }),
    'follows.change': (input) => Object.assign(stored, input),
    'follows.createFeed': () => {
      const feedCreatedAt = new Date('2026-01-05T12:00:00Z');
      stored.feedCreatedAt = feedCreatedAt;
      return { url: 'https://example.com/feeds/secret', feedCreatedAt };
    },
    'follows.deleteFeed': () => {
      stored.feedCreatedAt = null;
      return { message: 'Deleted' };
    },
    ...answers,
  });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, stored, ...renderInApp(<FollowsSection />) };
}

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = open({}, { 'follows.settings': () => (isDown ? fails() : settings) });
  expect(await screen.findByText(words.couldNotLoad)).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect((await box(words.all)).checked).toBe(true);
});

it('saves each choice at once', async () => {
  const { user, sent, stored } = open();
  await user.click(await box(words.all));
  await user.click(await box(words.mails));
  await waitFor(() => expect(stored).toMatchObject({ followsAll: false, alertMails: true }));
  expect(sent('follows.change')).toEqual([{ followsAll: false }, { alertMails: true }]);
  expect((await box(words.all)).checked).toBe(false);
});

it('reverts to the stored value if a choice could not be saved', async () => {
  let refuse = () => {};
  const { user } = open(
    {},
    {
      'follows.change': () =>
        new Promise((_, reject) => {
          refuse = () => reject(new ServerError('The service is busy'));
        }),
    },
  );
  const all = await box(words.all);
  await user.click(all);
  await waitFor(() => expect(all.checked).toBe(false));
  refuse();
  expect(await screen.findByText(words.followFailed)).toBeDefined();
  await waitFor(() => expect(all.checked).toBe(true));
});

it('keeps a saved choice, and reverts another one, while the settings cannot be loaded', async () => {
  let isDown = false;
  const { user, sent } = open(
    {},
    {
      'follows.settings': () => (isDown ? fails() : settings),
      'follows.change': (input) => {
        if ((input as Partial<FollowSettings>).alertMails) fails();
        return { ...settings, followsAll: false };
      },
    },
  );
  const all = await box(words.all);
  const mails = await box(words.mails);
  isDown = true;
  await user.click(all);
  await user.click(mails);
  await waitFor(() => expect(sent('follows.change')).toEqual([{ followsAll: false }, { alertMails: true }]));
  expect(await screen.findByText(words.followFailed)).toBeDefined();
  await waitFor(() => expect([all.checked, mails.checked]).toEqual([false, false]));
});

it.each(['off', 'unconfirmed'] as const)('disables emails where they are %s, and shows why', async (mailState) => {
  open({ mailState });
  expect((await box(words.mails)).disabled).toBe(true);
  expect(screen.getByText(words.mailStates[mailState])).toBeDefined();
});

it('offers emails when the user comes back from confirming the address', async () => {
  const { stored, sent } = open({ mailState: 'unconfirmed' });
  await box(words.mails);
  stored.mailState = 'available';
  const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));
  comeBack();
  await waitFor(async () => expect((await box(words.mails)).disabled).toBe(false));
  comeBack();
  expect(sent('follows.settings')).toHaveLength(2);
});

it('offers emails if the address was confirmed since the page was last open', async () => {
  const { stored, rerender } = open({ mailState: 'unconfirmed' });
  await box(words.mails);
  rerender(<p>Another page</p>);
  stored.mailState = 'available';
  rerender(<FollowsSection />);
  await waitFor(async () => expect((await box(words.mails)).disabled).toBe(false));
});

it('allows switching emails off even if none can be sent', async () => {
  const { user, stored } = open({ mailState: 'off', alertMails: true });
  await user.click(await box(words.mails));
  await waitFor(() => expect(stored.alertMails).toBe(false));
});

it('shows the URL of a new feed once', async () => {
  const { user } = open();
  expect(await screen.findByText(words.feedNote)).toBeDefined();
  expect(screen.queryByRole('button', { name: words.deleteFeed })).toBeNull();
  await user.click(screen.getByRole('button', { name: words.createFeed }));
  expect((await screen.findByLabelText(words.feedAddress)).textContent).toBe('https://example.com/feeds/secret');
  expect(await screen.findByText(words.feedCreated('Jan 5, 2026'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.done }));
  expect(screen.queryByLabelText(words.feedAddress)).toBeNull();
  expect(screen.getByRole('button', { name: words.renewFeed })).toBeDefined();
});

it('deletes the feed, and no longer shows its URL', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: words.createFeed }));
  await screen.findByLabelText(words.feedAddress);
  await user.click(await screen.findByRole('button', { name: words.deleteFeed }));
  expect(await screen.findByText(words.feedDeleted)).toBeDefined();
  expect(screen.queryByLabelText(words.feedAddress)).toBeNull();
  expect(await screen.findByRole('button', { name: words.createFeed })).toBeDefined();
});

it('shows why the feed could not be changed', async () => {
  const { user } = open({ feedCreatedAt: new Date('2026-01-05T12:00:00Z') }, { 'follows.deleteFeed': fails });
  await user.click(await screen.findByRole('button', { name: words.deleteFeed }));
  expect(await screen.findByText(words.feedFailed)).toBeDefined();
  expect(screen.getByRole('button', { name: words.deleteFeed })).toBeDefined();
});
