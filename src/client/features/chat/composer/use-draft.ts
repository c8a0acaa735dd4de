import { useCallback, useState } from 'react';
import { readDraft, withFailed, withoutSent, writeDraft } from './draft';

/** The text in the composer. What was handed to a send stays in storage until the server has it. */
export function useDraft(conversationId: string | undefined) {
  const [text, setText] = useState(() => readDraft(conversationId));

  const change = useCallback(
    (next: string) => {
      setText(next);
      writeDraft(conversationId, next);
    },
    [conversationId],
  );
  const edit = useCallback(
    (by: (now: string) => string) =>
      setText((now) => {
        const next = by(now);
        writeDraft(conversationId, next);
        return next;
      }),
    [conversationId],
  );

  return {
    text,
    change,
    /** Empties the box; a reload before the server's answer still finds the text. */
    hide: useCallback(() => setText(''), []),
    restore: useCallback((sent: string) => edit((now) => withFailed(now, sent)), [edit]),
    forget: useCallback((sent: string) => edit((now) => withoutSent(now, sent)), [edit]),
  };
}
