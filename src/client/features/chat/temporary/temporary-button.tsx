import { MessageCircleDashed } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { IconButton } from '~/client/ui/form/button';
import { temporaryWords as words } from '~/client/words/temporary';

/** Starts a conversation that is deleted when the user leaves it. */
export function TemporaryButton({ onBegun }: { onBegun: (conversationId: string) => void }) {
  const utils = trpc.useUtils();
  const button = useRef<HTMLButtonElement>(null);
  const begin = trpc.conversations.create.useMutation({
    onSuccess(conversation) {
      utils.conversations.get.setData({ conversationId: conversation.id }, conversation);
      onBegun(conversation.id);
    },
    onError: (cause) => errorToast(words.beginFailed, cause),
  });
  // A message sent before the temporary conversation opens would be stored in another one.
  const { isPending } = begin;
  useEffect(() => {
    const main = button.current?.closest('main');
    if (!isPending || !main) return;
    main.inert = true;
    return () => {
      main.inert = false;
    };
  }, [isPending]);
  useEffect(() => {
    if (begin.isError) button.current?.focus();
  }, [begin.isError]);

  return (
    <IconButton ref={button} label={words.begin} onClick={() => begin.mutate({ isTemporary: true })}>
      <MessageCircleDashed size={18} strokeWidth={1.5} />
    </IconButton>
  );
}
