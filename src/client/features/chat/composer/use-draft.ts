import { useCallback, useMemo, useRef, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { readDraft, withoutSent, withUnsentText, writeDraft } from './draft';

/**
 * The text in the composer. A text that is being sent stays in storage until the server has it, even if the user has
 * opened another conversation by then.
 */
export function useDraft(conversationId: string | undefined) {
  const { data: user } = trpc.auth.user.useQuery();
  // The account that opened the screen. If its session expires, a failed send is still restored to its draft.
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
  /** Clears the box. After a reload before the response, the text is restored. */
  const hide = useCallback(() => {
    latest.current = '';
    setText('');
  }, []);
  const kept = useCallback(() => latest.current || readDraft(place), [place]);
  const restore = useCallback((sent: string) => change(withUnsentText(kept(), sent)), [change, kept]);
  const forget = useCallback((sent: string) => change(withoutSent(kept(), sent)), [change, kept]);

  return { userId, text, change, hide, restore, forget };
}
