import { useCallback, useState } from 'react';
import { limits } from '~/shared/limits';
import type { ConversationSummary } from '~/shared/schemas/conversations';

/** The selected conversations, also those that the list has unloaded since. */
export type TickedConversations = ReadonlyMap<string, ConversationSummary>;

/** The selected conversations; undefined outside selection mode. */
export function useSelectedConversations() {
  const [ticked, setTicked] = useState<TickedConversations>();
  const begin = useCallback(() => setTicked(new Map()), []);
  const end = useCallback(() => setTicked(undefined), []);
  const tick = useCallback(
    (conversation: ConversationSummary) =>
      setTicked((now) => {
        const next = new Map(now);
        if (!next.delete(conversation.id) && next.size < limits.conversationsAtOnce)
          next.set(conversation.id, conversation);
        return next;
      }),
    [],
  );
  return { ticked, begin, end, tick };
}
