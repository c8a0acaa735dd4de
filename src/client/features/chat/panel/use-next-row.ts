import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ConversationSummary } from '~/shared/schemas/conversations';

/** When the focused row is removed, focuses the row that takes its place. */
export function useNextRow(box: RefObject<HTMLElement | null>, conversations: readonly ConversationSummary[]) {
  const last = useRef<{ id: string; place: number }>(undefined);

  useEffect(() => {
    const was = last.current;
    if (!was) return;
    const place = conversations.findIndex(({ id }) => id === was.id);
    if (place >= 0) {
      was.place = place;
      return;
    }
    last.current = undefined;
    if (document.activeElement && document.activeElement !== document.body) return;
    const next = conversations[Math.min(was.place, conversations.length - 1)];
    const row = box.current?.querySelector<HTMLElement>(`[data-conversation="${next?.id}"] button`);
    (row ?? box.current?.closest('nav'))?.focus();
  }, [box, conversations]);

  return useCallback(
    ({ target }: FocusEvent<HTMLElement>) => {
      const id = target.closest<HTMLElement>('[data-conversation]')?.dataset.conversation;
      last.current = id ? { id, place: conversations.findIndex((conversation) => conversation.id === id) } : undefined;
    },
    [conversations],
  );
}
