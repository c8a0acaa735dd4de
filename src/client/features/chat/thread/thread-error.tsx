import { Center } from '@chakra-ui/react';
import { errorMessage } from '~/client/lib/error-message';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Button } from '~/client/ui/form/button';
import { threadStateWords as words } from '~/client/words/thread-states';

interface ThreadErrorProps {
  error: { data?: { httpStatus?: number } | null | undefined };
  isRetrying: boolean;
  onRetry: () => void;
  onLeave: () => void;
}

/** Shown if the conversation does not exist, belongs to another user, or can't be loaded. */
export function ThreadError({ error, isRetrying, onRetry, onLeave }: ThreadErrorProps) {
  const isAbsent = error.data?.httpStatus === 404 || error.data?.httpStatus === 400;
  return (
    <Center flex="1">
      {isAbsent ? (
        <EmptyState title={words.unknownConversation} action={<Button onClick={onLeave}>{words.startNew}</Button>} />
      ) : (
        <ErrorState
          title={words.loadFailed}
          description={errorMessage(error)}
          onRetry={onRetry}
          retrying={isRetrying}
        />
      )}
    </Center>
  );
}
