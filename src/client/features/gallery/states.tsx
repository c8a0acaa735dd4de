import { Stack } from '@chakra-ui/react';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Spinner } from '~/client/ui/feedback/spinner';
import { Button } from '~/client/ui/form/button';
import { ComponentExample } from './component-example';

export function States() {
  return (
    <>
      <ComponentExample name="Loading" column>
        <Stack gap="3">
          <Skeleton width="70%" />
          <Skeleton width="52%" />
          <Spinner />
        </Stack>
      </ComponentExample>
      <ComponentExample name="Empty" column>
        <EmptyState
          title="No conversations yet."
          description="Send a message or start a new chat."
          action={<Button size="sm">New Chat</Button>}
        />
      </ComponentExample>
      <ComponentExample name="Error" column>
        <ErrorState
          title="Couldn't load your conversations"
          description="The server is not available."
          onRetry={() => {}}
        />
        <ErrorState title="Trying again" onRetry={() => {}} retrying />
      </ComponentExample>
    </>
  );
}
