import { chakra, HStack } from '@chakra-ui/react';
import { formatDate } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import type { Column } from '~/client/ui/table/data-table';
import { adminWords as words } from '~/client/words/admin';
import type { UserRow, UserSort } from '~/shared/schemas/accounts';
import { UserRowActions, type UserRowActionsProps } from './user-row-actions';

/** First and last name, or either, or a dash. */
export const fullName = ({ firstName, lastName }: UserRow): string =>
  [firstName, lastName].filter(Boolean).join(' ') || words.noName;

/** Beside a long email, the badge wraps to its own line. */
export function UserEmail({ user: { email, isEmailConfirmed } }: { user: UserRow }) {
  if (isEmailConfirmed !== false) return email;
  return (
    <>
      {email}{' '}
      <Badge tone="outline" title={words.needsConfirmation}>
        {words.notConfirmed}
      </Badge>
    </>
  );
}

/** Breaks a long name without spaces, to leave room for the email. */
const Name = chakra('span', { base: { display: 'inline-block', minWidth: '24', overflowWrap: 'anywhere' } });

export function UserStatus({ user: { isLocked, hasSecondFactor } }: { user: UserRow }) {
  return (
    <HStack gap="1">
      {isLocked ? <Badge tone="danger">{words.locked}</Badge> : <Badge>{words.active}</Badge>}
      {hasSecondFactor && <Badge title={words.hasSecondFactor}>{words.secondFactor}</Badge>}
    </HStack>
  );
}

export type UserColumn = UserSort | 'role' | 'actions';

export const userColumns = (actions: Omit<UserRowActionsProps, 'user'>): Column<UserRow, UserColumn>[] => [
  {
    key: 'email',
    header: words.email,
    sortable: true,
    isPrimary: true,
    width: '16rem',
    cell: (user) => <UserEmail user={user} />,
  },
  { key: 'name', header: words.name, sortable: true, cell: (user) => <Name>{fullName(user)}</Name> },
  {
    key: 'status',
    header: words.status,
    sortable: true,
    width: '9rem',
    cell: (user) => <UserStatus user={user} />,
  },
  {
    key: 'role',
    header: words.role,
    width: '6rem',
    cell: ({ isAdmin }) => (isAdmin ? <Badge tone="accent">{words.admin}</Badge> : words.user),
  },
  {
    key: 'createdAt',
    header: words.signedUp,
    sortable: true,
    width: '9rem',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt.toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {formatDate(createdAt)}
      </time>
    ),
  },
  {
    key: 'actions',
    header: words.actions,
    isActions: true,
    align: 'end',
    width: '15.5rem',
    cell: (user) => <UserRowActions user={user} {...actions} />,
  },
];
