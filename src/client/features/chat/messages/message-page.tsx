import { memo } from 'react';
import type { ChatMessage } from '~/shared/schemas/messages';
import type { ThreadActions } from '../thread/thread-actions';
import { Message } from './message';

interface MessagePageProps {
  messages: readonly ChatMessage[];
  /** Only the page that holds it gets it: a new message does not draw the old pages again. */
  newestId: string | undefined;
  retryingId: string | undefined;
  actions: ThreadActions;
}

/** The messages of one loaded page; a page nothing happens on is not drawn again. */
export const MessagePage = memo(function MessagePage({ messages, newestId, retryingId, actions }: MessagePageProps) {
  return messages.map((message) => (
    <Message
      key={message.id}
      message={message}
      isNewest={message.id === newestId}
      isRetrying={message.id === retryingId}
      actions={actions}
    />
  ));
});
