import { memo } from 'react';
import type { ChatMessage } from '~/shared/schemas/messages';
import type { ThreadActions } from '../thread/thread-actions';
import { Message } from './message';

interface MessagePageProps {
  messages: readonly ChatMessage[];
  /** Only passed to the page that contains it, so that a new message doesn't rerender the older pages. */
  newestId: string | undefined;
  retryingId: string | undefined;
  actions: ThreadActions;
}

/** The messages of one loaded page; memoized, so that unchanged pages are not rerendered. */
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
