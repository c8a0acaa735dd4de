import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Download, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { atBase } from '~/client/lib/base-path';
import { isGone } from '~/client/lib/error-message';
import { formatCount, formatDateTime } from '~/client/lib/format';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button, IconButton } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { adminWords as words } from '~/client/words/admin';
import type { WaitlistRow } from '~/shared/schemas/accounts';
import { tableStates } from '../table-states';

export function TokenWaitlist() {
  const { list, rows, total } = useEntries();
  const [asked, setAsked] = useState<{ entry: WaitlistRow; isOpen: boolean }>();
  const close = () => setAsked((now) => now && { ...now, isOpen: false });
  const remove = useRemoveEntry(close);
  const columns = useMemo(() => waitlistColumns((entry) => setAsked({ entry, isOpen: true })), []);

  return (
    <Stack gap="4">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" minHeight="10">
        <Text color="fg.muted">
          {words.totalSignups}:{' '}
          <chakra.span color="fg" fontWeight="medium" data-numeric>
            {total === undefined ? '–' : formatCount(total)}
          </chakra.span>
        </Text>
        {Boolean(total) && (
          <Button asChild>
            {/* A plain link, because the server streams the file, however long the list is. */}
            <a href={atBase('/api/admin/waitlist/export')} download>
              <Download size={16} strokeWidth={1.5} />
              {words.exportCsv}
            </a>
          </Button>
        )}
      </Flex>
      <DataTable
        caption={words.waitlist}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loadingText={words.loadingWaitlist}
        emptyText={words.noWaitlist}
        totalCount={total}
        {...tableStates(list, words.waitlistFailed)}
      />
      {asked && (
        <ConfirmDialog
          isOpen={asked.isOpen}
          title={words.removeFromWaitlist}
          body={words.removeFromWaitlistBody(asked.entry.email)}
          confirmLabel={words.removeEntry}
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ id: asked.entry.id })}
          onClose={close}
        />
      )}
    </Stack>
  );
}

function useEntries() {
  const list = trpc.waitlist.page.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor, refetchOnMount: 'always' },
  );
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  return { list, rows, total: list.data?.pages.at(-1)?.total };
}

function useRemoveEntry(onSettled: () => void) {
  const utils = trpc.useUtils();
  return trpc.waitlist.delete.useMutation({
    onSuccess({ message }) {
      toast({ kind: 'success', title: words.entryDeleted, description: message });
      void utils.waitlist.page.invalidate();
    },
    onError(cause) {
      errorToast(words.entryDeleteFailed, cause);
      // Another administrator was faster, so the displayed list is out of date.
      if (isGone(cause)) void utils.waitlist.page.invalidate();
    },
    onSettled,
  });
}

const waitlistColumns = (
  onRemove: (entry: WaitlistRow) => void,
): Column<WaitlistRow, 'email' | 'createdAt' | 'actions'>[] => [
  { key: 'email', header: words.email, isPrimary: true, cell: ({ email }) => email },
  {
    key: 'createdAt',
    header: words.signedUp,
    cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>,
  },
  {
    key: 'actions',
    header: words.actions,
    isActions: true,
    align: 'end',
    cell: (entry) => (
      <IconButton size="sm" label={words.removeOf(entry.email)} onClick={() => onRemove(entry)}>
        <Trash2 size={16} strokeWidth={1.5} />
      </IconButton>
    ),
  },
];
