/** What the palette offers for what is typed. */

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
  /** In front of the name. */
  Icon?: LucideIcon;
  /** The shortcut that does the same. */
  press?: string | undefined;
  /** Of a found message. */
  detail?: HitDetail;
}

export interface HitDetail {
  snippet: SearchHit['snippet'];
  /** Who wrote it, and its files. */
  note: string;
  at: Date;
  date: string;
}

export interface PalettePage {
  path: string;
  name: string;
}

/** The pages a person may go to; what they may not see is not offered. */
export function pagesFor(user: { isAdmin: boolean } | null | undefined): PalettePage[] {
  return [
    { path: '/', name: `${brand.company} · ${words.home}` },
    ...menuPages,
    ...(user ? [{ path: '/settings', name: words.settings }] : [{ path: '/auth', name: words.signIn }]),
    ...(user ? [{ path: '/collections', name: words.collections }] : []),
    ...(user?.isAdmin ? [{ path: '/knowledge', name: words.knowledge }] : []),
  ];
}

/** Without case and accents, as the server compares titles. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Those whose name holds all words of the text, the ones that begin with it first. */
export function matching<Item extends { name: string }>(items: readonly Item[], text: string): Item[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  const found = items.filter(({ name }) => wanted.every((word) => plain(name).includes(word)));
  const begins = (item: Item) => (wanted[0] !== undefined && plain(item.name).startsWith(wanted[0]) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b));
}
