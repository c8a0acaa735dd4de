import { Stack } from '@chakra-ui/react';
import { Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { PendingMessage } from '../composer/use-send';
import { AnswerHeader } from './message-header';
import { TypingIndicator } from './typing-indicator';
import { UserMessage } from './user-message';

const SendError = lazyPart(() => import('./lazy-question-parts').then((part) => ({ default: part.SendError })));

interface PendingQuestionProps {
  pending: PendingMessage;
  onRetry: (content: string) => void;
}

/** A sent question that the server has not confirmed, with the error if sending failed. */
export function PendingQuestion({ pending: { content, attachments, sentAt, error }, onRetry }: PendingQuestionProps) {
  const note = error !== undefined && (
    <Suspense fallback={error}>
      <SendError error={error} onRetry={() => onRetry(content)} />
    </Suspense>
  );
  return (
    <Stack gap="8" py="4" px="1">
      <UserMessage content={content} attachments={attachments} sentAt={sentAt} note={note} />
      {error === undefined && (
        <Stack gap="3">
          <AnswerHeader sentAt={sentAt} />
          <TypingIndicator />
        </Stack>
      )}
    </Stack>
  );
}
