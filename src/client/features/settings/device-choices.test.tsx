/** Settings stored in this browser only: the theme and notifications. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { settingsWords as words } from '~/client/words/settings';
import { NotificationChoice } from './notification-choice';
import { StorageLine } from './storage-line';
import { ThemeChoice } from './theme-choice';

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const { classList } = document.documentElement;
const themeBefore = [...classList];
afterEach(() => {
  classList.remove('dark', 'light');
  classList.add(...themeBefore);
});

it('is dark by default, and changes the page at once', async () => {
  const { user } = renderInApp(<ThemeChoice />);
  expect(screen.getByRole('group', { name: words.theme })).toBeDefined();
  expect(radio(words.themeDark).checked).toBe(true);
  await user.click(radio(words.themeLight));
  expect(classList.contains('light')).toBe(true);
  expect(classList.contains('dark')).toBe(false);
  expect(localStorage.getItem('theme')).toBe('light');
  expect(radio(words.themeLight).checked).toBe(true);
});

it('starts with the stored theme', () => {
  localStorage.setItem('theme', 'system');
  renderInApp(<ThemeChoice />);
  expect(radio(words.themeSystem).checked).toBe(true);
});

it('follows the device, even when its theme changes', async () => {
  const device = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', () => device);
  const { user } = renderInApp(<ThemeChoice />);
  await user.click(radio(words.themeSystem));
  expect(classList.contains('light')).toBe(true);
  device.matches = false;
  device.dispatchEvent(new Event('change'));
  await waitFor(() => expect(classList.contains('dark')).toBe(true));
});

/** The browser's response to the permission request. */
function notifications(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const fake = {
    permission,
    requestPermission: vi.fn(async () => {
      fake.permission = answer;
      return answer;
    }),
  };
  vi.stubGlobal('Notification', fake);
  return fake;
}
const box = () => screen.getByLabelText<HTMLInputElement>(words.notifications);

it('requests permission when notifications are switched on', async () => {
  const { requestPermission } = notifications('default', 'granted');
  const { user } = renderInApp(<NotificationChoice />);
  expect(box().checked).toBe(false);
  await user.click(box());
  await waitFor(() => expect(box().checked).toBe(true));
  expect(requestPermission).toHaveBeenCalledOnce();
  await user.click(box());
  await waitFor(() => expect(box().checked).toBe(false));
  expect(requestPermission).toHaveBeenCalledOnce();
});

it('stays off and shows why if the user blocks them', async () => {
  notifications('default', 'denied');
  const { user } = renderInApp(<NotificationChoice />);
  await user.click(box());
  expect(await screen.findByText(words.notificationsBlocked)).toBeDefined();
  expect([box().checked, box().disabled]).toEqual([false, true]);
});

it('is on if it was switched on and allowed before', () => {
  notifications('granted');
  localStorage.setItem('notify-about-answers', 'on');
  renderInApp(<NotificationChoice />);
  expect(box().checked).toBe(true);
});

it('shows nothing if the browser does not support notifications', () => {
  const had = Object.getOwnPropertyDescriptor(window, 'Notification');
  Reflect.deleteProperty(window, 'Notification');
  renderInApp(<NotificationChoice />);
  expect(screen.queryByLabelText(words.notifications)).toBeNull();
  if (had) Object.defineProperty(window, 'Notification', had);
});

it.each([
  [{ files: 1, bytes: 1024, mostFiles: 0, mostBytes: 0 }, 'Storage: 1 KB, 1 file'],
  [{ files: 1200, bytes: 2048, mostFiles: 0, mostBytes: 1_048_576 }, 'Storage: 2 KB of 1 MB, 1,200 files'],
])('shows how much of the storage is used: %o', async (usage, text) => {
  fakeServer({ 'account.usage': () => usage });
  renderInApp(<StorageLine />);
  expect(await screen.findByText(text)).toBeDefined();
});

it('shows the storage as it is now when the settings are opened again', async () => {
  let files = 1;
  fakeServer({ 'account.usage': () => ({ files, bytes: 1024, mostFiles: 0, mostBytes: 0 }) });
  const { rerender } = renderInApp(<StorageLine />);
  expect(await screen.findByText(words.storage('1 KB', null, 1))).toBeDefined();
  rerender(null);
  files = 2;
  rerender(<StorageLine />);
  expect(await screen.findByText(words.storage('1 KB', null, 2))).toBeDefined();
});
