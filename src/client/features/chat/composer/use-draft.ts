import { useCallback, useMemo, useRef, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { readDraft, withFailed, withoutSent, writeDraft } from './draft';

/**
 * The text in the composer. What was handed to a send stays in storage until the server has it, also when the screen
 * has moved on to another conversation by then.
 */
export function useDraft(conversationId: string | undefined) {
  const { data: user } = trpc.auth.user.useQuery();
  // The account that opened the screen: when its session expires, a failed send still returns to its draft.
  const [userId] = useState(user?.id ?? '');
  const place = useMemo(() => ({ userId, conversationId }), [userId, conversationId]);
  const [text, setText] = useState(() => readDraft(place));
  const latest = useRef(text);

  const change = useCallback(
    (next: string) => {
      latest.current = next;
      setText(next);
      writeDraft(place, next);
    },
    [place],
  );
  /** Empties the box; a reload before the server's answer still finds the text. */
  const hide = useCallback(() => {
    latest.current = '';
    setText('');
  }, []);
  const kept = useCallback(() => latest.current || readDraft(place), [place]);
  const restore = useCallback((sent: string) => change(withFailed(kept(), sent)), [change, kept]);
  const forget = useCallback((sent: string) => change(withoutSent(kept(), sent)), [change, kept]);

  return { userId, text, change, hide, restore, forget };
}
