import { Flex } from '@chakra-ui/react';
import { formatCount, formatDate } from '~/client/lib/format';
import { Button } from '~/client/ui/form/button';
import type { Column } from '~/client/ui/table/data-table';
import { groupWords as words } from '~/client/words/groups';
import type { Group } from '~/shared/schemas/groups';

type GroupColumn = 'name' | 'memberCount' | 'createdAt' | 'actions';

interface GroupActions {
  /** The group whose open button takes the focus when it appears. */
  focused: string | undefined;
  onOpen: (group: Group) => void;
  onRename: (group: Group) => void;
  onDelete: (group: Group) => void;
}

/** Does nothing while the user types in the search field. A constant, so that React calls it once per element. */
const takeFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus();
};

export const groupColumns = ({ focused, onOpen, onRename, onDelete }: GroupActions): Column<Group, GroupColumn>[] => [
  { key: 'name', header: words.name, isPrimary: true, cell: ({ name }) => name },
  {
    key: 'memberCount',
    header: words.members,
    width: '7rem',
    align: 'end',
    cell: ({ memberCount }) => formatCount(memberCount),
  },
  {
    key: 'createdAt',
    header: words.createdAt,
    width: '9rem',
    cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDate(createdAt)}</time>,
  },
  {
    key: 'actions',
    header: words.actions,
    isActions: true,
    align: 'end',
    width: '19rem',
    cell: (group) => (
      <Flex gap="2" justify="flex-end" wrap="wrap">
        <Button
          ref={group.id === focused ? takeFocus : undefined}
          size="sm"
          aria-label={words.openOf(group.name)}
          onClick={() => onOpen(group)}
        >
          {words.open}
        </Button>
        <Button size="sm" aria-label={words.renameOf(group.name)} onClick={() => onRename(group)}>
          {words.rename}
        </Button>
        <Button size="sm" aria-label={words.deleteOf(group.name)} onClick={() => onDelete(group)}>
          {words.delete}
        </Button>
      </Flex>
    ),
  },
];
