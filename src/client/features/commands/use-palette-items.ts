import { useNavigate, useRouter } from '@tanstack/react-router';
import { ArrowRight, Keyboard, LogOut, MessageSquare, Moon, SquarePen, Sun } from 'lucide-react';
import { useColorMode } from '~/client/hooks/use-color-mode';
import { useDebounced } from '~/client/hooks/use-debounced';
import { atBase } from '~/client/lib/base-path';
import { useSignOut } from '~/client/lib/session';
import { trpc } from '~/client/lib/trpc';
import { commandsWords as words } from '~/client/words/commands';
import { limits } from '~/shared/limits';
import { isPublicPath } from '~/shared/pages';
import { matching, type PaletteItem, pagesFor, stillMatching } from './palette-items';
import { isFiltered, type SearchFilters } from './search-filters';
import { destinations, keys } from './shortcuts';
import { useMessageHits } from './use-message-hits';

const shownConversations = 8;
/** Debounces requests to one per word instead of one per letter. */
const typingPauseMs = 150;

interface PaletteActions {
  onClose: () => void;
  onNewChat: () => void;
  onShortcuts: () => void;
}

/** The palette's rows for the typed text: actions, pages, and conversations found by the server. */
export function usePaletteItems(text: string, filters: SearchFilters, { onClose, ...on }: PaletteActions) {
  const navigate = useNavigate();
  const { data: user } = trpc.auth.user.useQuery();
  const actions = useActions({ onClose, ...on });
  const pages = usePages(onClose);
  const search = useDebounced(text.trim(), typingPauseMs);
  const conversations = trpc.conversations.list.useQuery(
    { search: search || undefined, limit: shownConversations },
    // Keeps the previous results until the next response, to avoid flicker.
    {
      enabled: Boolean(user) && search.length <= limits.searchCharacters,
      staleTime: 0,
      placeholderData: (before) => before,
    },
  );

  const messages = useMessageHits(search, filters, onClose);
  const isTyping = search !== text.trim();
  // Otherwise Enter would open a result of an earlier text.
  const current = (items: PaletteItem[], isEarlier: boolean) => (isEarlier ? stillMatching(items, text) : items);

  const titled = search.length <= limits.searchCharacters ? (conversations.data?.items ?? []) : [];
  const conversationItems = titled.map(({ id, title }) => ({
    id,
    name: title,
    group: search ? words.conversations : words.recentConversations,
    Icon: MessageSquare,
    run() {
      onClose();
      void navigate({ to: '/qchat', search: { c: id } });
    },
  }));
  // Filters apply to messages only. Without a text, they are hidden.
  const hasFilters = text.trim() !== '' && isFiltered(filters);
  const others = hasFilters
    ? []
    : [
        ...matching(actions, text),
        ...matching(pages, text),
        ...current(conversationItems, isTyping || conversations.isPlaceholderData),
      ];
  return {
    items: [...others, ...current(messages.items, isTyping || messages.isOfEarlierSearch)] satisfies PaletteItem[],
    isSearching: isTyping || conversations.isFetching || messages.isSearching,
    hasFailed: conversations.isError || messages.hasFailed,
    isTooLong: messages.isTooLong,
    leavesOutTexts: messages.leavesOutTexts,
  };
}

function usePages(onClose: () => void): PaletteItem[] {
  const { history } = useRouter();
  const { data: user } = trpc.auth.user.useQuery();

  function goTo(path: string): void {
    onClose();
    // Public pages are separate documents.
    if (isPublicPath(path)) location.assign(atBase(path));
    else history.push(atBase(path));
  }
  const pressFor = (path: string) => {
    const destination = user && destinations.find((candidate) => candidate.path(user) === path);
    return destination ? `g ${destination.key}` : undefined;
  };
  return pagesFor(user).map(({ path, name }) => ({
    id: path,
    name,
    group: words.pages,
    run: () => goTo(path),
    Icon: ArrowRight,
    press: pressFor(path),
  }));
}

function useActions({ onClose, onNewChat, onShortcuts }: PaletteActions): PaletteItem[] {
  const { data: user } = trpc.auth.user.useQuery();
  const { mode, toggle } = useColorMode();
  const signOut = useSignOut();
  const closing = (run: () => void) => () => {
    onClose();
    run();
  };
  const group = words.actions;
  return [
    ...(user
      ? [{ id: 'new-chat', name: words.newChat, group, run: closing(onNewChat), Icon: SquarePen, press: keys.newChat }]
      : []),
    {
      id: 'theme',
      name: mode === 'dark' ? words.useLight : words.useDark,
      group,
      run: closing(toggle),
      Icon: mode === 'dark' ? Sun : Moon,
    },
    { id: 'shortcuts', name: words.showShortcuts, group, run: onShortcuts, Icon: Keyboard, press: keys.shortcuts },
    ...(user
      ? [{ id: 'sign-out', name: words.signOut, group, run: closing(() => signOut.mutate()), Icon: LogOut }]
      : []),
  ];
}
