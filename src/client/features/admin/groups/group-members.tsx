import { Flex, Stack, Text } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';
import { formatDate } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { SearchField } from '~/client/ui/form/search-field';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { groupWords as words } from '~/client/words/groups';
import type { GroupMemberRow } from '~/shared/schemas/groups';
import { tableStates } from '../table-states';
import { AddMember } from './add-member';
import { useMemberChange } from './use-member-change';

type MemberColumn = 'email' | 'name' | 'source' | 'createdAt' | 'actions';

interface GroupMembersProps {
  groupId: string;
  onBack: () => void;
  /** Whether the heading takes the focus once the group is loaded. */
  takesFocus: boolean;
}

export function GroupMembers({ groupId, onBack, takesFocus }: GroupMembersProps) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const list = trpc.groups.members.useInfiniteQuery(
    { groupId, ...(search && { search }) },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  const name = list.data?.pages[0]?.group.name;
  // Such as a group that was deleted since its URL was saved.
  const isUnavailable = list.isError && !list.data;
  const { remove } = useMemberChange();
  const { mutate, isPending } = remove;
  const columns = useMemo(
    () => memberColumns(isPending, (userId) => mutate({ groupId, userId })),
    [groupId, isPending, mutate],
  );
  return (
    <Stack gap="4">
      <Flex align="center" gap="3" wrap="wrap">
        <Button variant="ghost" maxWidth="none" ml="-4" onClick={onBack}>
          <ChevronLeft size={16} strokeWidth={1.5} aria-hidden />
          {words.back}
        </Button>
        {!isUnavailable && <GroupHeading name={name} takesFocus={takesFocus} />}
      </Flex>
      {!isUnavailable && (
        <>
          <AddMember groupId={groupId} />
          <Flex maxWidth="form">
            <SearchField label={words.searchMembers} clearLabel={words.clearSearch} value={text} onChange={setText} />
          </Flex>
        </>
      )}
      <DataTable
        caption={name === undefined ? words.members : words.memberList(name)}
        columns={columns}
        rows={rows}
        rowKey={({ userId }) => userId}
        loadingText={words.loadingMembers}
        emptyText={search ? words.nobodyFound : words.noMembers}
        {...tableStates(list, words.membersFailed)}
      />
    </Stack>
  );
}

/** `name` is undefined until it is loaded. */
function GroupHeading({ name, takesFocus }: { name: string | undefined; takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = name !== undefined;
  useEffect(() => {
    if (takesFocus && isLoaded) heading.current?.focus();
  }, [takesFocus, isLoaded]);
  return (
    <Text as="h2" ref={heading} tabIndex={-1} textStyle="heading" outline="none" overflowWrap="anywhere">
      {name ?? <Skeleton height="6" width="10rem" />}
    </Text>
  );
}

const memberColumns = (
  isRemoving: boolean,
  onRemove: (userId: string) => void,
): Column<GroupMemberRow, MemberColumn>[] => [
  { key: 'email', header: words.email, isPrimary: true, cell: ({ email }) => email },
  { key: 'name', header: words.memberName, cell: ({ name }) => name || words.noName },
  { key: 'source', header: words.source, width: '10rem', cell: ({ source }) => words.sources[source] },
  {
    key: 'createdAt',
    header: words.since,
    width: '9rem',
    cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDate(createdAt)}</time>,
  },
  {
    key: 'actions',
    header: words.actions,
    isActions: true,
    align: 'end',
    width: '8rem',
    cell: ({ userId, email }) => (
      <Button size="sm" aria-label={words.removeOf(email)} disabled={isRemoving} onClick={() => onRemove(userId)}>
        {words.remove}
      </Button>
    ),
  },
];
