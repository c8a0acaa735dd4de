import { Stack } from '@chakra-ui/react';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { Skeleton } from '../../ui/skeleton';
import { Spinner } from '../../ui/spinner';
import { Specimen } from './specimen';

export function States() {
  return (
    <>
      <Specimen name="Loading" column>
        <Stack gap="3">
          <Skeleton width="70%" />
          <Skeleton width="52%" />
          <Spinner />
        </Stack>
      </Specimen>
      <Specimen name="Empty" column>
        <EmptyState
          title="No conversations yet."
          description="Ask something, or start a new chat."
          action={<Button size="sm">New Chat</Button>}
        />
      </Specimen>
      <Specimen name="Error" column>
        <ErrorState title="Could not load your conversations" description="The server is away." onRetry={() => {}} />
        <ErrorState title="Trying again" onRetry={() => {}} retrying />
      </Specimen>
    </>
  );
}
