import { useCallback, useRef, useState } from 'react';
import type { ConversationSummary } from '~/shared/schemas/conversations';

/** The conversation whose menu is open, and the button that opened it. */
export function useRowMenu() {
  const [conversation, setConversation] = useState<ConversationSummary>();
  const opener = useRef<HTMLElement>(null);
  const close = useCallback(() => setConversation(undefined), []);
  const toggle = useCallback((next: ConversationSummary, button: HTMLElement) => {
    opener.current = button;
    setConversation((now) => (now?.id === next.id ? undefined : next));
  }, []);
  return { conversation, opener, close, toggle };
}
