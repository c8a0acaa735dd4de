import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

type Select = (conversationId: string | undefined) => void;

/**
 * The drawer is open while the current history entry says so. Closing it goes back, and opening another conversation
 * replaces the entry, so that none is left over.
 */
export function useDrawerEntry(selectedId: string | undefined, onSelect: Select) {
  const isOpen = useLocation({ select: ({ state }) => state.drawerOver !== undefined });
  const navigate = useNavigate();
  const { history } = useRouter();
  const isLeaving = useRef(false);
  const next = useRef<() => void>(undefined);

  // Going back is asynchronous. It would undo a navigation that starts earlier, so that waits in `next`.
  useEffect(() => {
    if (isOpen) return;
    isLeaving.current = false;
    next.current?.();
    next.current = undefined;
  }, [isOpen]);

  function close() {
    if (!isOpen || isLeaving.current) return;
    isLeaving.current = true;
    history.back();
  }

  function select(conversationId: string | undefined) {
    if (isLeaving.current) next.current = () => onSelect(conversationId);
    else if (!isOpen) onSelect(conversationId);
    else if (conversationId !== selectedId) {
      isLeaving.current = true;
      void navigate({ to: '/qchat', search: { c: conversationId }, replace: true });
    }
  }

  return { isOpen, close, select };
}
