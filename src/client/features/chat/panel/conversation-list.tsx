import { chakra, Stack } from '@chakra-ui/react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { conversationsWords as words } from '~/client/words/conversations';
import type { ConversationSummary, UpdateConversationInput } from '~/shared/schemas/conversations';
import { ConversationGroup } from './conversation-group';
import { ConversationRow } from './conversation-row';
import { gap } from './list-gap';
import type { ListInput } from './list-input';
import { listOf } from './use-conversation-cache';
import { useListedRows } from './use-listed-rows';
import { useRowMenu } from './use-row-menu';
import type { TickedConversations } from './use-selected-conversations';

const ConversationMenu = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ConversationMenu })));
const ListNotices = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ListNotices })));
const SelectRow = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.SelectRow })));

interface ConversationListProps {
  input: ListInput;
  selectedId: string | undefined;
  /** The selected conversations in selection mode; undefined otherwise. */
  ticked: TickedConversations | undefined;
  onTick: (conversation: ConversationSummary) => void;
  onOpen: (id: string) => void;
  onSave: (id: string, title: string) => void;
  onUpdate: (change: UpdateConversationInput) => void;
  onDelete: (conversation: ConversationSummary) => void;
  onMove: (conversation: ConversationSummary) => void;
}

export function ConversationList({ input, selectedId, ticked, onTick, ...on }: ConversationListProps) {
  const list = trpc.conversations.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const markOf = useMarkOf(selectedId);
  const { renaming, rename, endRenaming } = useRenaming();
  const menu = useRowMenu();
  const rows = useListedRows(list.data, selectedId);
  useMoreRows(list, { input, selectedId, rows });

  return (
    <Box ref={rows.box} onFocus={rows.rememberRow}>
      {list.isPending && <ListSkeleton />}
      <chakra.div ref={rows.inner} position="relative" style={{ height: rows.count * rows.rowHeight }}>
        {rows.groups.map((group) => (
          <ConversationGroup
            key={group.isAfterGap ? 'gap' : group.title}
            input={input}
            group={group}
            shown={rows}
            isOpenEnded={list.hasNextPage || !!list.data?.pageParams.includes(gap)}
          >
            {(conversation) =>
              ticked ? (
                <Suspense>
                  <SelectRow conversation={conversation} isTicked={ticked.has(conversation.id)} onTick={onTick} />
                </Suspense>
              ) : (
                <ConversationRow
                  conversation={conversation}
                  mark={markOf(conversation.id)}
                  isSelected={conversation.id === selectedId}
                  isRenaming={renaming.has(conversation.id)}
                  isMenuOpen={conversation.id === menu.conversation?.id}
                  onOpen={on.onOpen}
                  onRename={rename}
                  onRenamed={endRenaming}
                  onSave={on.onSave}
                  onDelete={on.onDelete}
                  onMenu={menu.toggle}
                />
              )
            }
          </ConversationGroup>
        ))}
      </chakra.div>
      {(list.isError || (list.isSuccess && rows.count === 0)) && (
        <Suspense>
          <ListNotices list={list} input={input} isEmpty={rows.count === 0} />
        </Suspense>
      )}
      <OpenedMenu menu={menu} onRename={rename} onUpdate={on.onUpdate} onMove={on.onMove} onDelete={on.onDelete} />
    </Box>
  );
}

const Box = chakra('div', {
  base: { flex: '1', minHeight: '0', overflowY: 'auto', overscrollBehavior: 'contain', px: '2' },
});

/** The conversations being renamed: several, so that renaming one does not discard the text of another. */
function useRenaming() {
  const [renaming, setRenaming] = useState<ReadonlySet<string>>(new Set());
  const rename = useCallback((id: string) => setRenaming((before) => new Set(before).add(id)), []);
  const endRenaming = useCallback(
    (id: string) => setRenaming((before) => new Set([...before].filter((other) => other !== id))),
    [],
  );
  return { renaming, rename, endRenaming };
}

/** The marker of a conversation's row: its answer is streaming, or is unread. */
function useMarkOf(selectedId: string | undefined) {
  const { data: activity } = trpc.conversations.activity.useQuery();
  return (id: string) =>
    (activity?.running.includes(id) && 'running') ||
    (id !== selectedId && activity?.unread.includes(id) && 'unread') ||
    undefined;
}

interface OpenedMenuProps extends Pick<ConversationListProps, 'onUpdate' | 'onMove' | 'onDelete'> {
  menu: ReturnType<typeof useRowMenu>;
  onRename: (id: string) => void;
}

function OpenedMenu({ menu: { conversation, opener, close }, ...on }: OpenedMenuProps) {
  if (!conversation) return null;
  return (
    <Suspense>
      <ConversationMenu key={conversation.id} conversation={conversation} opener={opener} onClose={close} {...on} />
    </Suspense>
  );
}

type List = ReturnType<typeof trpc.conversations.list.useInfiniteQuery>;

interface MoreRowsOptions {
  input: ListInput;
  selectedId: string | undefined;
  rows: Pick<ReturnType<typeof useListedRows>, 'last' | 'count' | 'isSelectedListed'>;
}

/** Loads the next page near the end of the list, and the page of the selected conversation. */
function useMoreRows(list: List, { input, selectedId, rows }: MoreRowsOptions) {
  const utils = trpc.useUtils();
  const { data: selected } = trpc.conversations.get.useQuery(
    { conversationId: selectedId ?? '' },
    { enabled: selectedId !== undefined },
  );
  // The conversation was opened by its URL, and its page is not loaded yet.
  const isBeingLocated =
    selected !== undefined &&
    !selected.temporaryUntil &&
    !rows.isSelectedListed &&
    JSON.stringify(listOf(selected)) === JSON.stringify(input);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isNearEnd = rows.last >= rows.count;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const missingId = isBeingLocated && hasNextPage && !isFetching ? selected.id : undefined;
  useEffect(() => {
    // If this fails, the list still shows all other pages.
    if (missingId) import('./list-pages').then((it) => it.loadThrough(utils, input, missingId)).catch(() => {});
  }, [missingId, input, utils]);
}

function ListSkeleton() {
  return (
    <Stack gap="5" px="3" py="3" role="status" aria-label={words.loading}>
      {['70%', '52%', '81%', '46%', '64%'].map((width) => (
        <Skeleton key={width} height="4" width={width} />
      ))}
    </Stack>
  );
}
