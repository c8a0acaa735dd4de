import { HStack, Stack, Text } from '@chakra-ui/react';
import { ArrowLeft, MessageSquare, RotateCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { errorMessage, isUnknownId } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { Page } from '~/client/ui/page/page';
import { PageLink } from '~/client/ui/page/page-link';
import { investWords } from '~/client/words/invest';
import { positionWords as words } from '~/client/words/position';
import type { EvidenceReference } from '~/shared/schemas/evidence';
import type { PositionPage as Loaded } from '~/shared/schemas/theses';
import { FollowButton } from '../news/follow-toggle';
import { useFollows } from '../news/use-follows';
import { useBook } from '../use-book';
import { CloseDifferenceNote } from './close-difference-note';
import { NotesSection, type ReadMarkdown } from './notes-section';
import { PositionChart } from './position-chart';
import { PositionEntries } from './position-entries';
import { PositionFigures } from './position-figures';
import { draftAbout } from './question';
import { ThesisSection } from './thesis-section';

const OpenCalculation = lazy(async () => ({ default: (await import('./open-calculation')).OpenCalculation }));
const ThesisDialog = lazy(async () => ({ default: (await import('./position-dialogs')).ThesisDialog }));
const ThesisDialogWithSource = lazy(async () => ({
  default: (await import('./position-dialogs')).ThesisDialogWithSource,
}));

interface PositionPageProps {
  id: string;
  /** Opens the calculation of the gain, for links from a figure in an answer. */
  opensCalculation: boolean;
  /** A source of an answer. For administrators, the thesis form opens with it. */
  evidence?: EvidenceReference | undefined;
  /** Called when the form with the source was closed. */
  onEvidenceDone?: () => void;
  readMarkdown: ReadMarkdown;
}

/** All details of one position. Every signed-in user reads it; administrators write the thesis. */
export function PositionPage({ id, opensCalculation, readMarkdown, ...evidence }: PositionPageProps) {
  const { data: user } = trpc.auth.user.useQuery();
  const { data, error, isFetching, refetch } = trpc.positions.get.useQuery({ id });
  // The cache still contains a position that was deleted after it was loaded.
  const page = isUnknownId(error) ? undefined : data;
  // Also reloads this page when the portfolio changes.
  useBook();
  const position = page?.position;
  return (
    <Page
      title={position?.name ?? words.title}
      description={position && words.description(position.ticker, position.status === 'closed')}
      actions={<PositionActions page={page} userId={user?.id} />}
    >
      {page ? (
        <>
          {error && <StaleNote cause={error} isFetching={isFetching} onRefresh={() => void refetch()} />}
          <PositionParts page={page} isAdmin={user?.isAdmin ?? false} readMarkdown={readMarkdown} {...evidence} />
          {opensCalculation && (
            <Suspense>
              <OpenCalculation position={page.position} />
            </Suspense>
          )}
        </>
      ) : error ? (
        <Card p="0">
          <QueryError title={words.couldNotLoad} query={{ error, isFetching, refetch }} missing={words.missing} />
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

interface StaleNoteProps {
  cause: unknown;
  isFetching: boolean;
  onRefresh: () => void;
}

/** Shown after a failed refresh, because the page still has its earlier prices. */
function StaleNote({ cause, isFetching, onRefresh }: StaleNoteProps) {
  return (
    <HStack justify="space-between" gap="3" flexWrap="wrap">
      <Text role="alert" textStyle="caption" color="danger">
        {investWords.notRefreshed(errorMessage(cause))}
      </Text>
      <Button variant="ghost" size="sm" pending={isFetching} pendingLabel={investWords.refreshing} onClick={onRefresh}>
        <RotateCw size={14} strokeWidth={1.5} aria-hidden />
        {investWords.refresh}
      </Button>
    </HStack>
  );
}

interface PositionActionsProps {
  page: Loaded | undefined;
  userId: string | undefined;
}

function PositionActions({ page, userId }: PositionActionsProps) {
  const follows = useFollows();
  const position = page?.position;
  return (
    <>
      <Button asChild variant="ghost" maxWidth="none" ms={{ base: '-4', md: '0' }}>
        <PageLink href="/qinvest">
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
          {words.back}
        </PageLink>
      </Button>
      {follows && position?.status === 'open' && <FollowButton position={position} follows={follows} />}
      {page && userId && (
        <Button asChild>
          <PageLink href="/qchat" onClick={() => draftAbout(userId, page)}>
            <MessageSquare size={16} strokeWidth={1.5} aria-hidden />
            {words.ask}
          </PageLink>
        </Button>
      )}
    </>
  );
}

interface PositionPartsProps extends Pick<PositionPageProps, 'evidence' | 'onEvidenceDone' | 'readMarkdown'> {
  page: Loaded;
  isAdmin: boolean;
}

function PositionParts({ page, isAdmin, evidence, onEvidenceDone, readMarkdown }: PositionPartsProps) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <PositionFigures page={page} />
      {page.closeDifference && <CloseDifferenceNote difference={page.closeDifference} />}
      <PositionChart page={page} />
      <ThesisSection page={page} onEdit={isAdmin ? () => setIsEditing(true) : undefined} />
      <NotesSection positionId={page.position.id} isAdmin={isAdmin} readMarkdown={readMarkdown} />
      <PositionEntries page={page} />
      {isAdmin && (
        <Suspense>
          {evidence ? (
            <ThesisDialogWithSource page={page} reference={evidence} onClose={() => onEvidenceDone?.()} />
          ) : (
            isEditing && <ThesisDialog page={page} onClose={() => setIsEditing(false)} />
          )}
        </Suspense>
      )}
    </>
  );
}
