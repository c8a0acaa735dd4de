import { Center, Stack } from '@chakra-ui/react';
import { errorMessage } from '~/client/lib/error-message';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { threadWords as words } from '~/client/words/thread';

export function ThreadSkeleton() {
  return (
    <Stack gap="8" py="8" role="status" aria-label={words.loading}>
      {['a', 'b'].map((key) => (
        <Stack key={key} gap="4">
          <Skeleton height="11" width="46%" alignSelf="flex-end" borderRadius="card" />
          <Stack gap="2.5">
            <Skeleton width="20%" height="3" />
            <Skeleton width="92%" />
            <Skeleton width="84%" />
            <Skeleton width="58%" />
          </Stack>
        </Stack>
      ))}
    </Stack>
  );
}

interface ThreadErrorProps {
  error: { data?: { httpStatus?: number } | null | undefined };
  isRetrying: boolean;
  onRetry: () => void;
  onLeave: () => void;
}

/** Absent, another's, or not readable just now. */
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
