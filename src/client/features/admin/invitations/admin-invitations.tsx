import { Flex, Stack, Text } from '@chakra-ui/react';
import { useCallback, useMemo, useState } from 'react';
import { useShownOnce } from '~/client/hooks/use-shown-once';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { DataTable } from '~/client/ui/table/data-table';
import { invitationWords as words } from '~/client/words/invitations';
import type { CreatedInvitation, InvitationRow } from '~/shared/schemas/invitations';
import { tableStates } from '../table-states';
import { invitationColumns } from './invitation-columns';
import { InvitationLink } from './invitation-link';
import { InviteDialog } from './invite-dialog';
import { RevokeDialog } from './revoke-dialog';

/** Default export for `lazy`. */
export default function AdminInvitations() {
  const list = trpc.invitations.list.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor, refetchOnMount: 'always' },
  );
  const { data: config } = trpc.auth.config.useQuery();
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  /** The email that the dialog is prefilled with; undefined while the dialog is closed. */
  const [inviting, setInviting] = useState<string>();
  const { shown: created, setShown: setCreated, onRevoked } = useShownOnce<CreatedInvitation>();
  const [revoking, setRevoking] = useState<{ row: InvitationRow; isOpen: boolean }>();
  const onInvite = useCallback((row: InvitationRow) => setInviting(row.email), []);
  const onRevoke = useCallback((row: InvitationRow) => setRevoking({ row, isOpen: true }), []);
  const isClosed = config?.signUp === 'closed';
  const columns = useMemo(() => invitationColumns({ isClosed, onInvite, onRevoke }), [isClosed, onInvite, onRevoke]);
  return (
    <Stack gap="4">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" minHeight="10">
        <Text color="fg.muted">{isClosed ? words.introClosed : words.intro}</Text>
        {!isClosed && <Button onClick={() => setInviting('')}>{words.invite}</Button>}
      </Flex>
      {created && <InvitationLink invitation={created} onDone={() => setCreated(undefined)} />}
      <DataTable
        caption={words.list}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loadingText={words.loading}
        emptyText={words.none}
        {...tableStates(list, words.failed)}
      />
      {inviting !== undefined && (
        <InviteDialog email={inviting} onCreated={setCreated} onClose={() => setInviting(undefined)} />
      )}
      {revoking && (
        <RevokeDialog
          {...revoking}
          onRevoked={onRevoked}
          onClose={() => setRevoking((asked) => asked && { ...asked, isOpen: false })}
        />
      )}
    </Stack>
  );
}
