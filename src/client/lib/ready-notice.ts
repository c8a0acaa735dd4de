/** Tells a user who looks at another tab that something is ready: a mark in the title and, if allowed, a notification. */

const settingKey = 'notify-about-answers';
const mark = '● ';

export type NotificationState = 'unsupported' | 'blocked' | 'off' | 'on';

/** Whether this browser notifies about answers. The user's choice and the browser's permission are both needed. */
export function answerNotifications(): NotificationState {
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isChosen() ? 'on' : 'off';
}

/** Asks for the permission where it is missing. Resolves to the new state. */
export async function chooseAnswerNotifications(isOn: boolean): Promise<NotificationState> {
  try {
    if (isOn) localStorage.setItem(settingKey, 'on');
    else localStorage.removeItem(settingKey);
  } catch {
    // Storage may be forbidden; then the choice can't be kept, and the state says so.
  }
  if (isOn && answerNotifications() === 'off') await Notification.requestPermission();
  return answerNotifications();
}

function isChosen(): boolean {
  try {
    return localStorage.getItem(settingKey) === 'on';
  } catch {
    return false;
  }
}

export function noticeAnswerReady(title: string, body: string): void {
  if (!document.hidden) return;
  markTitle();
  if (answerNotifications() === 'on') notify(title, body);
}

/** The permission is asked for when a research starts, so it is enough here. */
export function noticeResearchReady(title: string, body: string): void {
  if (!document.hidden) return;
  markTitle();
  if ('Notification' in window && Notification.permission === 'granted') notify(title, body);
}

function notify(title: string, body: string): void {
  const notification = new Notification(title, { body });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

let isMarked = false;

/** Keeps the mark until the user opens the tab. A new title of the conversation gets the mark too. */
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
