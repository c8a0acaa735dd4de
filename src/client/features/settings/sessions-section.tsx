import { useState } from 'react';
import { formatMoment } from '~/client/lib/format';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { AccessList, AccessRow } from '~/client/ui/content/access-row';
import { Badge } from '~/client/ui/content/badge';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { settingsWords as words } from '~/client/words/settings';
import type { SessionSummary } from '~/shared/schemas/account';
import { Loaded } from './loaded';

export function SessionsSection() {
  const sessions = trpc.sessions.list.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Section title={words.sessionsHeading} description={words.sessionsNote}>
      <Loaded query={sessions} failureTitle={words.sessionsFailedToLoad} height="32">
        {(data) => <SessionList sessions={data} />}
      </Loaded>
    </Section>
  );
}

function SessionList({ sessions }: { sessions: SessionSummary[] }) {
  const utils = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const shared = {
    onSuccess({ message }: { message: string }) {
      setIsAsking(false);
      toast({ kind: 'success', title: message });
    },
    onError: (cause: unknown) => errorToast(words.sessionsFailed, cause),
    // Also after an error, because the session may have expired.
    onSettled: () => utils.sessions.list.invalidate(),
  };
  const end = trpc.sessions.end.useMutation(shared);
  const endOthers = trpc.sessions.endOthers.useMutation(shared);
  const endingId = end.isPending ? end.variables.id : undefined;
  return (
    <>
      <AccessList>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={endingId === session.id}
            onEnd={() => end.mutate({ id: session.id })}
          />
        ))}
      </AccessList>
      {sessions.length > 1 && (
        <Button alignSelf="start" onClick={() => setIsAsking(true)}>
          {words.endOthers}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.endOthersTitle}
        body={words.endOthersBody}
        confirmLabel={words.endOthers}
        pending={endOthers.isPending}
        pendingLabel={words.ending}
        onConfirm={() => endOthers.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

interface SessionRowProps {
  session: SessionSummary;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, address, place, isLocalAddress, signedInAt, lastActiveAt, isCurrent } = session;
  return (
    <AccessRow
      title={device}
      mark={isCurrent && <Badge tone="accent">{words.thisDevice}</Badge>}
      facts={[
        address,
        isLocalAddress ? words.localNetwork : place,
        signedInAt && words.signedIn(formatMoment(signedInAt)),
        !isCurrent && lastActiveAt && words.lastActive(formatMoment(lastActiveAt)),
      ]}
      action={
        !isCurrent && (
          <Button
            size="sm"
            aria-label={words.endSessionOf(device)}
            pending={isEnding}
            pendingLabel={words.ending}
            onClick={onEnd}
          >
            {words.endSession}
          </Button>
        )
      }
    />
  );
}
