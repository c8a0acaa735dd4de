import { Center } from '@chakra-ui/react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { errorMessage, isChunkLoadError } from '~/client/lib/error-message';
import { SessionUnavailable } from '~/client/lib/session-unavailable';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { appWords as words } from '~/client/words/app';

/** The last error boundary: shows an error page instead of a blank one. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isOutdated = isChunkLoadError(error) && navigator.onLine;
  return (
    <Center as="main" id="content" minHeight="calc(100dvh - var(--bar-height, 0px))" px="4">
      {isOutdated ? (
        <ErrorState
          title={words.newVersion}
          titleAs="h1"
          description={words.newVersionHint}
          retryLabel={words.reload}
          onRetry={() => window.location.reload()}
        />
      ) : error instanceof SessionUnavailable ? (
        <ErrorState
          title={words.sessionFailed}
          titleAs="h1"
          description={error.message}
          onRetry={() => void router.invalidate()}
        />
      ) : (
        <ErrorState
          titleAs="h1"
          description={errorMessage(error, words.pageFailedHint)}
          onRetry={() => {
            // The browser caches a failed module import until the page is reloaded.
            if (isChunkLoadError(error)) return window.location.reload();
            reset();
            void router.invalidate();
          }}
        />
      )}
    </Center>
  );
}
