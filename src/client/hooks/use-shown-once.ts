import { useCallback, useState } from 'react';

/** A new token or link: shown until the user hides it, or until the item with its id is revoked. */
export function useShownOnce<Item extends { id: string }>() {
  const [shown, setShown] = useState<Item>();
  const onRevoked = useCallback((id: string) => setShown((now) => (now?.id === id ? undefined : now)), []);
  return { shown, setShown, onRevoked };
}
