import { Fragment, memo } from 'react';
import { ownDay } from '~/client/lib/format';
import type { ChatMessage } from '~/shared/schemas/messages';
import type { ThreadActions } from '../thread/thread-actions';
import { DaySeparator } from './day-separator';
import { Message } from './message';

interface MessagePageProps {
  messages: readonly ChatMessage[];
  /** Only passed to the page that contains it, so that a new message doesn't rerender the older pages. */
  newestId: string | undefined;
  retryingId: string | undefined;
  actions: ThreadActions;
  /** The day of the message above the first one. */
  dayAbove: string;
}

/** The messages of one loaded page; memoized, so that unchanged pages are not rerendered. */
export const MessagePage = memo(function MessagePage({
  messages,
  newestId,
  retryingId,
  actions,
  ...props
}: MessagePageProps) {
  let dayAbove = props.dayAbove;
  return messages.map((message) => {
    const separator = <DaySeparator date={message.createdAt} dayAbove={dayAbove} />;
    dayAbove = ownDay(message.createdAt);
    return (
      <Fragment key={message.id}>
        {separator}
        <Message
          message={message}
          isNewest={message.id === newestId}
          isRetrying={message.id === retryingId}
          actions={actions}
        />
      </Fragment>
    );
  });
});
