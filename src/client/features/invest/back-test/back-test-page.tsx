import { Stack } from '@chakra-ui/react';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Page } from '~/client/ui/page/page';
import { backTestWords as words } from '~/client/words/back-test';
import { BackTestMethod } from './back-test-method';
import { BackTestRun } from './back-test-run';
import type { BackTestSearch } from './back-test-search';
import { asksForResult } from './back-test-values';
import { PublishedList } from './published-list';
import { SignInToRun } from './sign-in-to-run';

interface BackTestPageProps {
  search: BackTestSearch;
  onSearch: (search: BackTestSearch) => void;
}

/** Everyone can read the method; signed-in users can run back-tests. */
export function BackTestPage(props: BackTestPageProps) {
  const session = trpc.auth.user.useQuery();
  return (
    <Page title={words.title} description={words.description}>
      <Stack gap="8">
        {session.data && <BackTestRun {...props} isAdmin={session.data.isAdmin} />}
        {session.data === null && <SignInToRun />}
        {session.isError && (
          <ErrorState
            description={errorMessage(session.error)}
            onRetry={() => void session.refetch()}
            retrying={session.isFetching}
          />
        )}
        <PublishedList isAdmin={session.data?.isAdmin ?? false} />
        {!session.data && !asksForResult(props.search) && <BackTestMethod />}
      </Stack>
    </Page>
  );
}
