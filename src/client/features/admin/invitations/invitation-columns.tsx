import { Flex } from '@chakra-ui/react';
import { formatDate } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import { Button } from '~/client/ui/form/button';
import type { Column } from '~/client/ui/table/data-table';
import { invitationWords as words } from '~/client/words/invitations';
import type { InvitationRow } from '~/shared/schemas/invitations';

export type InvitationColumn = 'email' | 'state' | 'role' | 'invitedBy' | 'expiresAt' | 'actions';

interface InvitationActions {
  /** While sign-up is closed, invitation links don't work, so none can be created. */
  isClosed: boolean;
  onInvite: (row: InvitationRow) => void;
  onRevoke: (row: InvitationRow) => void;
}

export const invitationColumns = (actions: InvitationActions): Column<InvitationRow, InvitationColumn>[] => [
  { key: 'email', header: words.email, isPrimary: true, cell: ({ email }) => email },
  {
    key: 'state',
    header: words.state,
    width: '7rem',
    cell: ({ state }) => <Badge {...(state === 'pending' && { tone: 'accent' })}>{words.states[state]}</Badge>,
  },
  {
    key: 'role',
    header: words.role,
    width: '8rem',
    cell: ({ isAdmin }) => (isAdmin ? words.roleAdmin : words.roleUser),
  },
  { key: 'invitedBy', header: words.invitedBy, cell: ({ invitedBy }) => invitedBy ?? words.nobody },
  {
    key: 'expiresAt',
    header: words.expiry,
    width: '9rem',
    cell: ({ expiresAt }) =>
      expiresAt ? <time dateTime={expiresAt.toISOString()}>{formatDate(expiresAt)}</time> : words.nobody,
  },
  {
    key: 'actions',
    header: words.actions,
    isActions: true,
    align: 'end',
    width: '12rem',
    cell: (row) => <RowActions row={row} {...actions} />,
  },
];

function RowActions({ row, isClosed, onInvite, onRevoke }: InvitationActions & { row: InvitationRow }) {
  const { state, email } = row;
  const mayInvite = !isClosed && (state === 'waiting' || state === 'expired' || state === 'revoked');
  return (
    <Flex gap="2" justify="flex-end">
      {mayInvite && (
        <Button size="sm" aria-label={words.inviteOf(email)} onClick={() => onInvite(row)}>
          {words.inviteAgain}
        </Button>
      )}
      {state === 'pending' && (
        <Button size="sm" aria-label={words.revokeOf(email)} onClick={() => onRevoke(row)}>
          {words.revoke}
        </Button>
      )}
      {state === 'waiting' && (
        <Button size="sm" aria-label={words.removeOf(email)} onClick={() => onRevoke(row)}>
          {words.remove}
        </Button>
      )}
    </Flex>
  );
}
