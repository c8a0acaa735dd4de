import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatMoment } from '~/client/lib/format';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { settingsWords as words } from '~/client/words/settings';
import type { SessionSummary } from '~/shared/schemas/account';
import { SessionsSection } from './sessions-section';

const [signedIn, active] = [new Date('2026-05-04T09:30:00Z'), new Date('2026-05-05T10:00:00Z')];
const here: SessionSummary = {
  id: '0'.repeat(32),
  device: 'Firefox on Windows',
  address: '192.0.2.1',
  place: 'Berlin, Germany',
  isLocalAddress: false,
  signedInAt: signedIn,
  lastActiveAt: active,
  isCurrent: true,
};
const phone: SessionSummary = { ...here, id: '1'.repeat(32), device: 'Safari on iPhone', isCurrent: false };
const tablet: SessionSummary = { ...phone, id: '2'.repeat(32), device: 'Chrome on Android' };

function open(list: SessionSummary[], answers: FakeResponses = {}) {
  const requests = fakeServer({ 'sessions.list': () => list, ...answers });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, ...renderInApp(<SessionsSection />) };
}
const signOut = (device: string) => screen.findByRole('button', { name: words.endSessionOf(device) });

it('shows where and when each device signed in, and when others were last active', async () => {
  open([here, phone]);
  const [current, other] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(current).toContain(words.thisDevice);
  expect(current).toContain('192.0.2.1 · Berlin, Germany · ');
  expect(current).toContain(words.signedIn(formatMoment(signedIn)));
  expect(current).not.toContain(words.lastActive(formatMoment(active)));
  expect(other).not.toContain(words.thisDevice);
  expect(other).toContain(words.lastActive(formatMoment(active)));
});

it('shows only the address if its place is unknown, and names the local network', async () => {
  open([
    { ...here, place: null },
    { ...phone, address: '10.0.0.7', place: null, isLocalAddress: true },
  ]);
  const [current, other] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(current).toContain(`192.0.2.1 · ${words.signedIn(formatMoment(signedIn))}`);
  expect(other).toContain(`10.0.0.7 · ${words.localNetwork} · `);
});

it('omits unknown times', async () => {
  open([here, { ...phone, address: '', signedInAt: null, lastActiveAt: null }]);
  const [, other] = await screen.findAllByRole('listitem');
  expect(other?.textContent).not.toMatch(/Signed in|Last active/);
});

it('is pending in the row of the device that is being signed out, and sends one request', async () => {
  let finish = () => {};
  let list = [here, phone, tablet];
  const { user, sent } = open([], {
    'sessions.list': () => list,
    'sessions.end': () =>
      new Promise((resolve) => {
        finish = () => {
          list = [here, tablet];
          resolve({ message: 'Session ended' });
        };
      }),
  });
  const button = await signOut('Safari on iPhone');
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect((await signOut('Chrome on Android')).getAttribute('aria-busy')).toBeNull();
  await user.click(button);
  expect(sent('sessions.end')).toEqual([{ id: phone.id }]);
  finish();
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(screen.getByText('Chrome on Android')).toBeDefined();
});

it('stays open if the other devices could not be signed out', async () => {
  const { user, sent } = open([here, phone], {
    'sessions.endOthers': () => {
      throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
    },
  });
  await user.click(await screen.findByRole('button', { name: words.endOthers }));
  const question = within(await screen.findByRole('alertdialog', { name: words.endOthersTitle }));
  await user.click(question.getByRole('button', { name: words.endOthers }));
  expect(await screen.findByText(words.sessionsFailed)).toBeDefined();
  expect(screen.getByRole('alertdialog').textContent).toContain(words.endOthersBody);
  await waitFor(() => expect(sent('sessions.list')).toHaveLength(2));
});

it('focuses Cancel in the confirmation, so that Enter does nothing', async () => {
  const { user, sent } = open([here, phone], { 'sessions.endOthers': () => ({ message: 'Done' }) });
  await user.click(await screen.findByRole('button', { name: words.endOthers }));
  const question = within(await screen.findByRole('alertdialog'));
  await waitFor(() => expect(question.getByRole('button', { name: words.cancel })).toBe(document.activeElement));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent('sessions.endOthers')).toEqual([]);
});
