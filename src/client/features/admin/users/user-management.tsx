import { Flex, Stack, Text } from '@chakra-ui/react';
import { useCallback, useMemo, useState } from 'react';
import { formatCount } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { SearchField } from '~/client/ui/form/search-field';
import { DataTable, type Sort } from '~/client/ui/table/data-table';
import { adminWords as words } from '~/client/words/admin';
import type { UserRow, UserSort } from '~/shared/schemas/accounts';
import { tableStates } from '../table-states';
import { useUserActions } from './use-user-actions';
import { useUserList } from './use-user-list';
import { type UserColumn, userColumns } from './user-columns';
import { type Question, UserDialogs } from './user-dialogs';
import { UserListRow, userListRowHeight } from './user-list-row';

const isUserSort = (key: UserColumn): key is UserSort => key !== 'role' && key !== 'actions';

interface UserManagementProps {
  /** The text in the URL that users are searched for. */
  search: string;
  onSearch: (search: string) => void;
}

export function UserManagement({ search, onSearch }: UserManagementProps) {
  const { data: self } = trpc.auth.user.useQuery();
  const { list, rows, total, sort, setSort, text, setText } = useUserList(search, onSearch);
  const actions = useUserActions();
  const [question, setQuestion] = useState<Question>();

  const { mutate: lock, isPending: isLocking } = actions.lock;
  const onLock = useCallback((user: UserRow) => lock({ userId: user.id, isLocked: !user.isLocked }), [lock]);
  const onRole = useCallback((user: UserRow) => setQuestion({ kind: 'role', user, isOpen: true }), []);
  const onResetSecondFactor = useCallback(
    (user: UserRow) => setQuestion({ kind: 'second-factor', user, isOpen: true }),
    [],
  );
  const onDelete = useCallback((user: UserRow) => setQuestion({ kind: 'delete', user, isOpen: true }), []);
  const close = useCallback(() => setQuestion((asked) => asked && { ...asked, isOpen: false }), []);
  const { columns, listRow } = useMemo(() => {
    const on = { ownId: self?.id, isLocking, onLock, onRole, onResetSecondFactor, onDelete };
    const cell = (user: UserRow) => <UserListRow user={user} {...on} />;
    return { columns: userColumns(on), listRow: { height: userListRowHeight, cell } };
  }, [self?.id, isLocking, onLock, onRole, onResetSecondFactor, onDelete]);

  return (
    <Stack gap="4">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Flex flex="1 1 16rem" maxWidth="form">
          <SearchField label={words.searchUsers} clearLabel={words.clearSearch} value={text} onChange={setText} />
        </Flex>
        {total !== undefined && (
          <Text role="status" textStyle="caption" color="fg.muted">
            {words.userCount(formatCount(total), total === 1)}
          </Text>
        )}
      </Flex>
      <DataTable<UserRow, UserColumn>
        caption={words.users}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        listRow={listRow}
        loadingText={words.loadingUsers}
        emptyText={words.noUsers}
        // `sort` has only keys that are columns.
        sort={sort as Sort<UserColumn>}
        onSort={({ key, direction }) => isUserSort(key) && setSort({ key, direction })}
        totalCount={total}
        {...tableStates(list, words.usersFailed)}
      />
      <UserDialogs question={question} actions={actions} onClose={close} />
    </Stack>
  );
}
