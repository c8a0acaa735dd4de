import { Center } from '@chakra-ui/react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { errorMessage, isChunkLoadError } from '../lib/error-message';
import { ErrorState } from '../ui/error-state';

/** The last net: whatever a screen throws ends here and not in a blank page. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isOutdated = isChunkLoadError(error) && navigator.onLine;
  return (
    <Center as="main" minHeight="100dvh" px="4">
      {isOutdated ? (
        <ErrorState
          title="A new version is available"
          titleAs="h1"
          description="This page was updated while you had it open. Reload to continue."
          retryLabel="Reload"
          onRetry={() => window.location.reload()}
        />
      ) : (
        <ErrorState
          titleAs="h1"
          description={errorMessage(error, 'This page could not be shown. Nothing you saved is lost.')}
          onRetry={() => {
            // A module that failed to load stays failed until the page is loaded again.
            if (isChunkLoadError(error)) return window.location.reload();
            reset();
            void router.invalidate();
          }}
        />
      )}
    </Center>
  );
}
