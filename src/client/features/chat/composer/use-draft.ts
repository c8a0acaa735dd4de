import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { draftKey } from '~/client/lib/chat-draft';
import { trpc } from '~/client/lib/trpc';
import { type Draft, delivered, openDraft, sent, storeDraft, storedDraft, typed, unsent } from './draft';

type Change = (draft: Draft) => Draft;

/** The mounted boxes. When a response arrives, the box that sent the text may have been replaced. */
const boxes = new Set<{ key: string; apply: (change: Change) => void }>();

/**
 * The text in the composer. A text that is being sent stays in storage until the server has it, even if the user has
 * opened another conversation by then.
 */
export function useDraft(conversationId: string | undefined) {
  const { data: user } = trpc.auth.user.useQuery();
  // The account that opened the screen. If its session expires, a failed send is still restored to its draft.
  const [userId] = useState(user?.id ?? '');
  const place = useMemo(() => ({ userId, conversationId }), [userId, conversationId]);
  const [{ text, sending }, setDraft] = useState(() => openDraft(place));
  const latest = useRef<Draft>({ text, sending });
  const key = draftKey(place);
  const storedAt = useRef(place);

  const apply = useCallback((change: Change) => {
    const next = change(latest.current);
    latest.current = next;
    setDraft(next);
    storeDraft(storedAt.current, next);
  }, []);
  /** Moves the draft of a new chat to the conversation that its first message has created. */
  const moveTo = useCallback(
    (createdId: string) => {
      storeDraft(place, { text: '' });
      storedAt.current = { userId, conversationId: createdId };
      storeDraft(storedAt.current, latest.current);
    },
    [place, userId],
  );
  useLayoutEffect(() => {
    const box = { key, apply };
    boxes.add(box);
    return () => void boxes.delete(box);
  }, [key, apply]);
  /** Changes the draft in the boxes that show it. If there are none, in storage, unless sign-out has removed it. */
  const applyToAll = useCallback(
    (change: Change) => {
      const open = [...boxes].filter((box) => box.key === key);
      for (const box of open) box.apply(change);
      const stored = storedDraft(place);
      if (open.length === 0 && stored.sending) storeDraft(place, change(stored));
    },
    [key, place],
  );

  const change = useCallback((next: string) => apply((draft) => typed(draft, next)), [apply]);
  /** Removes a text from the box. It is restored if the page is reloaded before the response. */
  const hide = useCallback(
    (content: string, lastQuestionId?: string) => apply((draft) => sent(draft, content, lastQuestionId)),
    [apply],
  );
  /** Restores a text that could not be sent. Returns whether this box is still mounted. */
  const restore = useCallback(
    (content: string) => {
      applyToAll((draft) => unsent(draft, content));
      return [...boxes].some((box) => box.apply === apply);
    },
    [apply, applyToAll],
  );
  const forget = useCallback((content: string) => applyToAll((draft) => delivered(draft, content)), [applyToAll]);

  return { userId, text, sending, change, hide, restore, forget, moveTo };
}
