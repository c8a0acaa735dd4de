import { Flex, Text } from '@chakra-ui/react';
import { CircleAlert, CirclePause, type LucideIcon, RotateCw, Square } from 'lucide-react';
import { Button } from '~/client/ui/button';
import type { MessageMetadata } from '~/shared/schemas/messages';

interface AnswerEndProps {
  metadata: MessageMetadata;
  /** Absent where the answer is no longer the newest. */
  onRetry: (() => void) | undefined;
  isRetrying: boolean;
}

/** How an answer ended that did not end well, and what can be done about it. */
export function AnswerEnd({ metadata, onRetry, isRetrying }: AnswerEndProps) {
  const end = endOf(metadata);
  if (!end) return null;
  const { Icon, words, isFailure } = end;
  return (
    <Flex
      role={isFailure ? 'alert' : undefined}
      align="center"
      wrap="wrap"
      gap="3"
      px="3"
      py="2"
      borderRadius="control"
      borderWidth="1px"
      borderColor="border"
      bg={isFailure ? 'danger.subtle' : undefined}
      color={isFailure ? 'danger' : 'fg.muted'}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <Text flex="1" minWidth="10rem" overflowWrap="anywhere" color={isFailure ? 'fg' : undefined}>
        {words}
      </Text>
      {onRetry && (
        <Button size="sm" pending={isRetrying} onClick={onRetry}>
          <RotateCw size={14} strokeWidth={1.5} />
          Retry
        </Button>
      )}
    </Flex>
  );
}

function endOf({
  status,
  error,
}: MessageMetadata): { Icon: LucideIcon; words: string; isFailure: boolean } | undefined {
  if (status === 'failed') {
    return { Icon: CircleAlert, words: error?.message ?? 'The answer could not be written.', isFailure: true };
  }
  if (status === 'interrupted') return { Icon: CirclePause, words: 'This answer was interrupted.', isFailure: false };
  if (status === 'stopped') return { Icon: Square, words: 'Stopped', isFailure: false };
  return undefined;
}
