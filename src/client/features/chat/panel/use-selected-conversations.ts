import { useCallback, useState } from 'react';
import { limits } from '~/shared/limits';

/** The selected conversations; undefined outside selection mode. */
export function useSelectedConversations() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>();
  const begin = useCallback(() => setTicked(new Set()), []);
  const end = useCallback(() => setTicked(undefined), []);
  const tick = useCallback(
    (id: string) =>
      setTicked((now) => {
        const next = new Set(now);
        if (!next.delete(id) && next.size < limits.conversationsAtOnce) next.add(id);
        return next;
      }),
    [],
  );
  return { ticked, begin, end, tick };
}
