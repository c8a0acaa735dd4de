import { Flex, Stack, Text } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { Button } from '~/client/ui/form/button';
import { threadWords as words } from '~/client/words/thread';
import type { PendingMessage } from '../composer/use-send';
import { AnswerHeader } from './message-header';
import { TypingIndicator } from './typing-indicator';
import { UserMessage } from './user-message';

interface PendingQuestionProps {
  pending: PendingMessage;
  onRetry: (content: string) => void;
}

/** A question from sending until the server has it or returns an error. */
export function PendingQuestion({ pending: { content, attachments, sentAt, error }, onRetry }: PendingQuestionProps) {
  const note = error !== undefined && (
    <Flex role="alert" align="center" justify="flex-end" wrap="wrap" gap="3" color="danger">
      <Text overflowWrap="anywhere" textAlign="end">
        {words.notSent} {error}
      </Text>
      <Button size="sm" onClick={() => onRetry(content)}>
        <RotateCw size={14} strokeWidth={1.5} />
        {words.retry}
      </Button>
    </Flex>
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
