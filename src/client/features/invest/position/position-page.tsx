import { Stack } from '@chakra-ui/react';
import { ArrowLeft, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { errorMessage, isUnknownId } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { Page } from '~/client/ui/page/page';
import { PageLink } from '~/client/ui/page/page-link';
import { positionWords as words } from '~/client/words/position';
import type { PositionPage as Loaded } from '~/shared/schemas/theses';
import { useBook } from '../use-book';
import { PositionChart } from './position-chart';
import { PositionEntries } from './position-entries';
import { PositionFigures } from './position-figures';
import { draftAbout } from './question';
import { ThesisDialog } from './thesis-dialog';
import { ThesisSection } from './thesis-section';

/** Everything about one position: everybody who is signed in reads it, administrators write the thesis. */
export function PositionPage({ id }: { id: string }) {
  const { data: user } = trpc.auth.user.useQuery();
  const { data, error, isFetching, refetch } = trpc.positions.get.useQuery({ id });
  // Reads this page again too when the portfolio changes.
  useBook();
  const position = data?.position;
  return (
    <Page
      title={position?.name ?? words.title}
      description={position && words.description(position.ticker, position.status === 'closed')}
      actions={
        <>
          <Button asChild variant="ghost">
            <PageLink href="/qinvest">
              <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
              {words.back}
            </PageLink>
          </Button>
          {data && user && (
            <Button asChild>
              <PageLink href="/qchat" onClick={() => draftAbout(user.id, data)}>
                <MessageSquare size={16} strokeWidth={1.5} aria-hidden />
                {words.ask}
              </PageLink>
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <PositionParts page={data} isAdmin={user?.isAdmin ?? false} />
      ) : error ? (
        <Card p="0">
          {isUnknownId(error) ? (
            <ErrorState title={words.missing} description={words.missingNote} />
          ) : (
            <ErrorState
              title={words.couldNotLoad}
              description={errorMessage(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
        </Card>
      ) : (
        <Stack gap="4" aria-busy aria-label={words.loading} role="status">
          <Skeleton height="24" borderRadius="card" />
          <Skeleton height="72" borderRadius="card" />
        </Stack>
      )}
    </Page>
  );
}

function PositionParts({ page, isAdmin }: { page: Loaded; isAdmin: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <PositionFigures page={page} />
      <PositionChart page={page} />
      <ThesisSection page={page} onEdit={isAdmin ? () => setIsEditing(true) : undefined} />
      <PositionEntries entries={page.entries} />
      {isAdmin && <ThesisDialog isOpen={isEditing} page={page} onClose={() => setIsEditing(false)} />}
    </>
  );
}
