import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { threadWords as words } from '~/client/words/thread';
import type { ChatMessage } from '~/shared/schemas/messages';
import { isSameMessage } from '../stream/join-messages';
import type { ThreadActions } from '../thread/thread-actions';
import { Answer } from './answer';
import { Question } from './question';

/** Without scroll anchoring, as in Safari before 27, the text being read would move when a message gets its height. */
const renderedWhenVisible = {
  '@supports (overflow-anchor: auto)': { contentVisibility: 'auto', containIntrinsicSize: 'auto 12rem' },
};

interface MessageProps {
  message: ChatMessage;
  isNewest: boolean;
  isRetrying: boolean;
  actions: ThreadActions;
}

export const Message = memo(
  function Message({ message, isNewest, isRetrying, actions }: MessageProps) {
    const isUser = message.role === 'user';
    return (
      <chakra.article
        data-message={message.id}
        aria-label={isUser ? words.yourMessage : words.answer}
        py="4"
        px="1"
        // Messages outside the viewport need no layout; the newest is streaming or about to be read.
        css={isNewest ? undefined : renderedWhenVisible}
      >
        {isUser ? (
          <Question message={message} actions={actions} />
        ) : (
          <Answer message={message} isNewest={isNewest} isRetrying={isRetrying} actions={actions} />
        )}
      </chakra.article>
    );
  },
  (before, after) =>
    before.isNewest === after.isNewest &&
    before.isRetrying === after.isRetrying &&
    before.actions === after.actions &&
    isSameMessage(before.message, after.message),
);
