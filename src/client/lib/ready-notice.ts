/**
 * Announces a finished answer or research while the tab is hidden: a mark in the title and, if enabled, a notification.
 */

const settingKey = 'notify-about-answers';
const mark = '● ';

/** Browsers on phones have the API, but allow only service workers to use it, except for Firefox on Android. */
const isConstructible = () => 'Notification' in window && !/Android.*Chrome\/|iPhone|iPad/.test(navigator.userAgent);

export type NotificationState = 'unsupported' | 'blocked' | 'off' | 'on';

/** Whether this browser notifies about answers. Needs both the user's choice and the browser's permission. */
export function answerNotifications(): NotificationState {
  if (!isConstructible()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isChosen() ? 'on' : 'off';
}

/** Stores the choice, requests the permission if needed, and returns the new state. */
export async function chooseAnswerNotifications(isOn: boolean): Promise<NotificationState> {
  try {
    if (isOn) localStorage.setItem(settingKey, 'on');
    else localStorage.removeItem(settingKey);
  } catch {
    // If storage is not available, the choice can't be saved, and the returned state shows that.
  }
  if (isOn && answerNotifications() === 'off') await Notification.requestPermission();
  return answerNotifications();
}

/** For a research, which takes minutes. Browsers allow the permission prompt only after a click. */
export function requestNotifications(): void {
  if (isConstructible() && Notification.permission === 'default') void Notification.requestPermission();
}

function isChosen(): boolean {
  try {
    return localStorage.getItem(settingKey) === 'on';
  } catch {
    return false;
  }
}

export interface ReadyNotice {
  title: string;
  body: string;
  /** A newer notification about the same conversation replaces this one, even if another tab shows it. */
  conversationId: string;
  /** What a click on the notification does besides showing the window. */
  onClick?: () => void;
}

export function noticeAnswerReady(notice: ReadyNotice): void {
  if (!document.hidden) return;
  markTitle();
  if (answerNotifications() === 'on') notify(notice);
}

/** Announces a finished research. The permission was requested when it started. */
export function noticeResearchReady(notice: ReadyNotice): void {
  if (!document.hidden) return;
  markTitle();
  if (isConstructible() && Notification.permission === 'granted') notify(notice);
}

function notify({ title, body, conversationId, onClick }: ReadyNotice): void {
  try {
    const notification = new Notification(title, { body, tag: conversationId });
    notification.onclick = () => {
      window.focus();
      onClick?.();
      notification.close();
    };
  } catch {
    // Browsers within other apps may throw, too. The mark in the title remains.
  }
}

let isMarked = false;

/** Marks the title until the tab is visible. Reapplies the mark when the conversation's title changes. */
function markTitle(): void {
  if (isMarked) return;
  isMarked = true;
  const keepMark = () => {
    if (!document.title.startsWith(mark)) document.title = mark + document.title;
  };
  keepMark();
  const titles = new MutationObserver(keepMark);
  const title = document.querySelector('title');
  if (title) titles.observe(title, { childList: true });
  const unmark = () => {
    if (document.hidden) return;
    isMarked = false;
    titles.disconnect();
    document.removeEventListener('visibilitychange', unmark);
    if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
  };
  document.addEventListener('visibilitychange', unmark);
}
