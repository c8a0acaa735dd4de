import { Stack } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { Page } from '~/client/ui/page/page';
import { PageLink } from '~/client/ui/page/page-link';
import { setupWords as words } from '~/client/words/setup';
import { SetupComplete } from './setup-complete';
import { SetupDenied } from './setup-denied';
import { SetupForm } from './setup-form';
import { useSetup } from './use-setup';

/** The initial setup of an installation, for the single account that the server allows. */
export function SetupPage() {
  const status = trpc.setup.status.useQuery();
  const setup = useSetup();
  return (
    <Page title={words.title} description={words.subtitle} isForm>
      <Card>
        {setup.result ? (
          <SetupComplete result={setup.result} />
        ) : status.isPending ? (
          <Shapes />
        ) : status.isError ? (
          <QueryError title={words.loadFailed} query={status} />
        ) : status.data.isAllowed ? (
          <SetupForm isPending={setup.isPending} onRun={setup.run} />
        ) : (
          <SetupDenied />
        )}
      </Card>
      <Button asChild alignSelf="start">
        <PageLink href="/qinvest">{words.goOn}</PageLink>
      </Button>
    </Page>
  );
}

function Shapes() {
  return (
    <Stack gap="4" role="status" aria-label={words.loading}>
      {['45%', '80%', '70%', '75%', '60%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </Stack>
  );
}
