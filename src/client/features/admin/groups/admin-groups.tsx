import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { SearchField } from '~/client/ui/form/search-field';
import { DataTable } from '~/client/ui/table/data-table';
import { groupWords as words } from '~/client/words/groups';
import type { Group } from '~/shared/schemas/groups';
import type { AdminView, OnAdminView } from '../admin-view';
import { tableStates } from '../table-states';
import { useSearchText } from '../use-search-text';
import { DeleteGroupDialog } from './delete-group-dialog';
import { groupColumns } from './group-columns';
import { GroupDialog } from './group-dialog';
import { GroupMembers } from './group-members';
import { ScimSection } from './scim-section';

type OpenDialog = { kind: 'create' } | { kind: 'rename' | 'delete'; group: Group };

interface AdminGroupsProps {
  view: AdminView;
  onView: OnAdminView;
  onSearch: (search: string) => void;
}

/** The list of groups, or the members of the open one. Default export for `lazy`. */
export default function AdminGroups({ view, onView, onSearch }: AdminGroupsProps) {
  // Moves the focus to the group's heading, and back to its button, because the clicked element is gone each time. A
  // group that the URL opened leaves the focus where it is.
  const [opened, setOpened] = useState<string>();
  const open = useCallback(
    (group: string) => {
      setOpened(group);
      onView({ ...view, group });
    },
    [view, onView],
  );
  if (!view.group) return <GroupList search={view.search} onSearch={onSearch} onOpen={open} focused={opened} />;
  const back = () => onView({ ...view, group: undefined });
  return <GroupMembers groupId={view.group} onBack={back} takesFocus={view.group === opened} />;
}

interface GroupListProps {
  search: string;
  onSearch: (search: string) => void;
  onOpen: (groupId: string) => void;
  /** The group whose button takes the focus. */
  focused: string | undefined;
}

function GroupList({ search: saved, onSearch, onOpen, focused }: GroupListProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const { text, setText, search } = useSearchText(saved, onSearch);
  const list = trpc.groups.list.useInfiniteQuery(search ? { search } : {}, {
    getNextPageParam: (page) => page.nextCursor,
    // Numbers of members change with other lists, such as when a user is deleted.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  const columns = useMemo(
    () =>
      groupColumns({
        focused,
        onOpen: ({ id }) => onOpen(id),
        onRename: (group) => setDialog({ kind: 'rename', group }),
        onDelete: (group) => setDialog({ kind: 'delete', group }),
      }),
    [focused, onOpen],
  );
  const close = () => setDialog(undefined);
  return (
    <Stack gap="4">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" minHeight="10">
        <Text color="fg.muted">{words.intro}</Text>
        <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
      </Flex>
      <Flex maxWidth="form">
        <SearchField label={words.search} clearLabel={words.clearSearch} value={text} onChange={setText} />
      </Flex>
      <DataTable
        caption={words.list}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loadingText={words.loading}
        emptyText={search ? words.noneFound : words.none}
        {...tableStates(list, words.failed)}
      />
      <Box mt="8">
        <ScimSection />
      </Box>
      {dialog?.kind === 'create' && <GroupDialog onClose={close} />}
      {dialog?.kind === 'rename' && <GroupDialog group={dialog.group} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteGroupDialog group={dialog.group} onClose={close} />}
    </Stack>
  );
}
