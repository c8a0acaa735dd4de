/** The shortcuts with their keys and labels. */
import { commandsWords as words } from '~/client/words/commands';
import { brand } from '~/shared/brand';

export const keys = {
  palette: 'mod+k',
  shortcuts: '?',
  newChat: 'n',
  writeMessage: '/',
  stopAnswer: 's',
} as const;

/** Display names of keys; 'mod' is ⌘ on a Mac and Ctrl elsewhere. */
const caps: Record<string, string> = { mod: isMac() ? '⌘' : 'Ctrl', shift: isMac() ? '⇧' : 'Shift', enter: '↵' };

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
}

/** 'mod+k' is a combination, 'g c' a sequence. */
export const keyCaps = (shortcut: string): string[] =>
  shortcut.split(/[+ ]/).map((key) => caps[key] ?? (key.length === 1 ? key.toUpperCase() : key));

interface Destination {
  key: string;
  name: string;
  path: (user: { isAdmin: boolean }) => string;
}

/** Destinations of the sequences that start with G. */
export const destinations: readonly Destination[] = [
  { key: 'c', name: brand.chat, path: () => '/qchat' },
  { key: 'i', name: brand.invest, path: () => '/qinvest' },
  { key: 'k', name: words.goToKnowledge, path: ({ isAdmin }) => (isAdmin ? '/knowledge' : '/collections') },
  { key: 't', name: words.goToTrackRecord, path: () => '/track-record' },
  { key: 's', name: words.settings, path: () => '/settings' },
];

export interface ShortcutGroup {
  title: string;
  shortcuts: { does: string; press: string }[];
}

export const shortcutGroups = (): ShortcutGroup[] => [
  {
    title: words.anywhere,
    shortcuts: [
      { does: words.openPalette, press: keys.palette },
      { does: words.showShortcuts, press: keys.shortcuts },
      { does: words.newChat, press: keys.newChat },
      { does: words.writeMessage, press: keys.writeMessage },
      { does: words.goToNotifications, press: 'F8' },
    ],
  },
  { title: words.goTo, shortcuts: destinations.map(({ name, key }) => ({ does: name, press: `g ${key}` })) },
  {
    title: words.inChat,
    shortcuts: [
      { does: words.send, press: 'enter' },
      { does: words.newLine, press: 'shift+enter' },
      { does: words.stopAnswer, press: keys.stopAnswer },
      { does: words.stopAnswerWhileWriting, press: 'esc' },
      { does: words.resizePanel, press: '←+→' },
    ],
  },
];
