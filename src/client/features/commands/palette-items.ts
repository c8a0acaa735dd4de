/** The palette items that match the typed text. */

import type { LucideIcon } from 'lucide-react';
import { commandsWords as words } from '~/client/words/commands';
import { brand } from '~/shared/brand';
import { menuPages } from '~/shared/offerings';
import type { SearchHit } from '~/shared/schemas/search';

export interface PaletteItem {
  id: string;
  name: string;
  group: string;
  run: () => void;
  /** Shown before the name. */
  Icon?: LucideIcon;
  /** The equivalent shortcut. */
  press?: string | undefined;
  /** Details of a found message. */
  detail?: HitDetail;
}

export interface HitDetail {
  snippet: SearchHit['snippet'];
  /** Its author and files. */
  note: string;
  at: Date;
  date: string;
}

export interface PalettePage {
  path: string;
  name: string;
}

/** The pages that the user may open. */
export function pagesFor(user: { isAdmin: boolean } | null | undefined): PalettePage[] {
  return [
    { path: '/', name: `${brand.company} · ${words.home}` },
    ...menuPages,
    { path: '/track-record', name: words.goToTrackRecord },
    { path: '/qinvest/back-test', name: words.backTest },
    ...(user ? [{ path: '/settings', name: words.settings }] : [{ path: '/auth', name: words.signIn }]),
    ...(user ? [{ path: '/collections', name: words.collections }] : []),
    ...(user?.isAdmin ? [{ path: '/knowledge', name: words.knowledge }] : []),
  ];
}

/** Removes case and accents, as the server does when comparing titles. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean);
const containsAll = (text: string, searchWords: readonly string[]) =>
  searchWords.every((word) => plain(text).includes(word));

/** The items whose name contains all words of the text, prefix matches first. */
export function matching<Item extends { name: string }>(items: readonly Item[], text: string): Item[] {
  const searchWords = wordsOf(text);
  const matches = items.filter(({ name }) => containsAll(name, searchWords));
  const begins = (item: Item) => (searchWords[0] !== undefined && plain(item.name).startsWith(searchWords[0]) ? 0 : 1);
  return matches.toSorted((a, b) => begins(a) - begins(b));
}

/** The results of an earlier search that visibly contain all words of the text, in the same order. */
export function stillMatching(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const searchWords = wordsOf(text);
  const textOf = ({ name, detail }: PaletteItem) =>
    detail ? [name, ...detail.snippet.map((part) => part.text), detail.note].join(' ') : name;
  return items.filter((item) => containsAll(textOf(item), searchWords));
}
