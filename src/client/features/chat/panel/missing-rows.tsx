import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { conversationActionsWords as actions } from '~/client/words/conversation-actions';
import { conversationsWords as words } from '~/client/words/conversations';
import type { ListInput } from './list-input';
import { loadThrough } from './list-pages';

interface MissingRowsProps {
  input: ListInput;
  /** The conversation below the missing ones. */
  id: string;
  top: number;
  height: number;
}

/** The row in place of conversations that are not loaded; it loads the next ones above `id`. */
export function MissingRows({ input, id, top, height }: MissingRowsProps) {
  const utils = trpc.useUtils();
  const button = useRef<HTMLButtonElement>(null);
  const load = useMutation({
    mutationFn: () => loadThrough(utils, input, id),
    onError: (cause) => errorToast(words.couldNotLoadMore, cause),
  });
  useLayoutEffect(() => {
    const element = button.current;
    // Removed, because all rows are loaded or the button scrolled out of view: its focus moves to the panel.
    return () => {
      if (element && document.activeElement === element) element.closest('nav')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Button
      ref={button}
      variant="ghost"
      size="sm"
      position="absolute"
      insetInline="0"
      px="3"
      justifyContent="flex-start"
      fontWeight="normal"
      color="accent"
      style={{ top, height }}
      pending={load.isPending}
      onClick={() => load.mutate()}
    >
      {actions.showMissing}
    </Button>
  );
}
