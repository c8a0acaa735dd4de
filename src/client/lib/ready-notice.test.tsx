import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerNotifications, chooseAnswerNotifications, noticeAnswerReady, noticeResearchReady } from './ready-notice';

const shown = vi.fn();
const notice = { title: 'Answer ready', body: 'Rates', conversationId: 'c' };
function browserWith(permission: NotificationPermission, granted: NotificationPermission = permission) {
  class FakeNotification {
    static permission = permission;
    static async requestPermission() {
      FakeNotification.permission = granted;
      return granted;
    }
    onclick = () => {};
    close = vi.fn();
    constructor(title: string, options: NotificationOptions) {
      shown(title, options, this);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
}
function look(away: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(away);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  document.title = 'Rates · qInsight';
});
afterEach(() => {
  look(false);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  shown.mockClear();
  localStorage.clear();
});

it('marks the title until the tab is visible, even if the conversation is renamed', async () => {
  browserWith('default');
  look(true);
  noticeAnswerReady(notice);
  expect(document.title).toBe('● Rates · qInsight');
  document.title = 'Rates in 2026 · qInsight';
  await vi.waitFor(() => expect(document.title).toBe('● Rates in 2026 · qInsight'), { timeout: 60_000 });
  look(false);
  expect(document.title).toBe('Rates in 2026 · qInsight');
  expect(shown).not.toHaveBeenCalled();
});

it('does nothing while the page is visible', () => {
  browserWith('granted');
  look(false);
  noticeAnswerReady(notice);
  expect(document.title).toBe('Rates · qInsight');
  expect(shown).not.toHaveBeenCalled();
});

it('notifies if the user has enabled it and the browser allows it', async () => {
  browserWith('default', 'granted');
  expect(answerNotifications()).toBe('off');
  expect(await chooseAnswerNotifications(true)).toBe('on');
  look(true);
  noticeAnswerReady(notice);
  expect(shown).toHaveBeenCalledExactlyOnceWith('Answer ready', { body: 'Rates', tag: 'c' }, expect.anything());
  expect(await chooseAnswerNotifications(false)).toBe('off');
});

it('shows the window and opens the conversation when the notification is clicked', () => {
  browserWith('granted');
  look(true);
  const focus = vi.spyOn(window, 'focus').mockImplementation(() => {});
  const onClick = vi.fn();
  noticeResearchReady({ ...notice, onClick });
  const [, , notification] = shown.mock.calls[0] as [string, NotificationOptions, Notification];
  notification.onclick?.(new Event('click'));
  expect([focus, onClick, notification.close].map((called) => vi.mocked(called).mock.calls.length)).toEqual([1, 1, 1]);
});

it.each([
  ['denied', 'blocked'],
  ['default', 'off'],
] as const)('shows the state for the browser permission "%s"', async (granted, state) => {
  browserWith('default', granted);
  expect(await chooseAnswerNotifications(true)).toBe(state);
});

it('only marks the title where a browser does not let pages show notifications', () => {
  browserWith('granted');
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted';
      constructor() {
        throw new TypeError('Illegal constructor');
      }
    },
  );
  look(true);
  noticeResearchReady(notice);
  expect(document.title).toBe('● Rates · qInsight');
});

it.each([
  ['Chrome on Android', 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'],
  ['an installed app on an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'],
])('is unavailable in %s', (_, userAgent) => {
  browserWith('granted');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  expect(answerNotifications()).toBe('unsupported');
});

it('is unavailable without browser support', () => {
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(window, 'Notification');
  expect(answerNotifications()).toBe('unsupported');
});
