import { chakra, Stack } from '@chakra-ui/react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useRowWindow } from '~/client/hooks/use-row-window';
import { errorMessage } from '~/client/lib/error-message';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { conversationsWords as words } from '~/client/words/conversations';
import { projectListWords as emptyWords } from '~/client/words/project-list';
import type { ConversationSummary, UpdateConversationInput } from '~/shared/schemas/conversations';
import { conversationsOf } from './conversation-cache';
import { groupsOf, rowCount, rowOf } from './conversation-groups';
import { ConversationRow } from './conversation-row';
import type { ListInput } from './list-input';
import { listOf } from './use-conversation-cache';
import { useNextRow } from './use-next-row';
import { useRevealRow } from './use-reveal-row';
import { useRowMenu } from './use-row-menu';
import { useRowPixels } from './use-row-pixels';

/** The row of an older conversation is not looked for. */
const soughtPages = 20;

const ConversationMenu = lazyPart(() => import('./conversation-menu'));
const SelectRow = lazyPart(() => import('./select-row'));

interface ConversationListProps {
  input: ListInput;
  selectedId: string | undefined;
  /** The conversations that are ticked, while some are being chosen. */
  ticked: ReadonlySet<string> | undefined;
  onTick: (id: string) => void;
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
  const { data: activity } = trpc.conversations.activity.useQuery();
  const [renamingId, setRenamingId] = useState<string>();
  const menu = useRowMenu();
  const rowHeight = useRowPixels();
  const conversations = useMemo(() => conversationsOf(list.data), [list.data]);
  const groups = useMemo(() => groupsOf(conversations), [conversations]);
  const rows = rowCount(groups);
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const { first, last } = useRowWindow(inner, rows, rowHeight);
  const rememberRow = useNextRow(box, conversations);
  useRevealRow(box, selectedId, rowOf(groups, selectedId), rowHeight);

  const isSelectedListed = rowOf(groups, selectedId) >= 0;
  useMoreRows(list, {
    input,
    selectedId,
    isSelectedListed,
    isNearEnd: last >= rows,
    pageCount: list.data?.pages.length ?? 0,
  });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;

  const markOf = (id: string) =>
    (activity?.running.includes(id) && 'running') ||
    (id !== selectedId && activity?.unread.includes(id) && 'unread') ||
    undefined;

  return (
    <chakra.div
      ref={box}
      flex="1"
      minHeight="0"
      overflowY="auto"
      overscrollBehavior="contain"
      px="2"
      onFocus={rememberRow}
    >
      {rows === 0 && <EmptyList list={list} input={input} />}
      <chakra.div ref={inner} position="relative" style={{ height: rows * rowHeight }}>
        {groups.map(({ title, row, conversations }) => {
          const from = Math.max(0, first - row - 1);
          const to = Math.min(conversations.length, last - row - 1);
          if (to <= 0 || from >= conversations.length) return null;
          return (
            <section key={title} aria-label={title}>
              <GroupTitle style={{ top: row * rowHeight, height: rowHeight }}>{title}</GroupTitle>
              <ul>
                {conversations.slice(from, to).map((conversation, index) => (
                  <Place
                    key={conversation.id}
                    aria-setsize={hasNextPage ? -1 : conversations.length}
                    aria-posinset={from + index + 1}
                    style={{ top: (row + 1 + from + index) * rowHeight, height: rowHeight }}
                  >
                    {ticked ? (
                      <Suspense>
                        <SelectRow conversation={conversation} isTicked={ticked.has(conversation.id)} onTick={onTick} />
                      </Suspense>
                    ) : (
                      <ConversationRow
                        conversation={conversation}
                        mark={markOf(conversation.id)}
                        isSelected={conversation.id === selectedId}
                        isRenaming={conversation.id === renamingId}
                        isMenuOpen={conversation.id === menu.conversation?.id}
                        onOpen={on.onOpen}
                        onRename={setRenamingId}
                        onSave={on.onSave}
                        onDelete={on.onDelete}
                        onMenu={menu.toggle}
                      />
                    )}
                  </Place>
                ))}
              </ul>
            </section>
          );
        })}
      </chakra.div>
      {isFetchNextPageError && (
        <ErrorState title={words.couldNotLoadMore} onRetry={() => void fetchNextPage()} retrying={isFetching} />
      )}
      <OpenedMenu
        menu={menu}
        onRename={setRenamingId}
        onUpdate={on.onUpdate}
        onMove={on.onMove}
        onDelete={on.onDelete}
      />
    </chakra.div>
  );
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
  isSelectedListed: boolean;
  isNearEnd: boolean;
  pageCount: number;
}

/** Loads the next page near the end of the list, and while the selected conversation is on none of its pages. */
function useMoreRows(list: List, { input, selectedId, isSelectedListed, isNearEnd, pageCount }: MoreRowsOptions) {
  const { data: selected } = trpc.conversations.get.useQuery(
    { conversationId: selectedId ?? '' },
    { enabled: selectedId !== undefined },
  );
  // It was opened by its address: its page is not loaded yet.
  const isSought =
    selected !== undefined &&
    !selected.temporaryUntil &&
    !isSelectedListed &&
    JSON.stringify(listOf(selected)) === JSON.stringify(input);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isWanted = isNearEnd || (isSought && pageCount < soughtPages);
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
}

function EmptyList({ list, input }: { list: List; input: ListInput }) {
  return (
    <>
      {list.isPending && <ListSkeleton />}
      {list.isError && (
        <ErrorState
          title={words.loadFailed}
          description={errorMessage(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isSuccess && (
        <EmptyState title={emptyWords[emptyOf(input)].title} description={emptyWords[emptyOf(input)].hint} />
      )}
    </>
  );
}

function emptyOf(input: ListInput) {
  if ('archived' in input) return 'archiveEmpty';
  return input.projectId === 'none' ? 'noneYet' : 'projectEmpty';
}

const GroupTitle = chakra('h3', {
  base: {
    position: 'absolute',
    insetInline: '0',
    display: 'flex',
    alignItems: 'flex-end',
    px: '3',
    pb: '1',
    textStyle: 'caption',
    color: 'fg.subtle',
  },
});

const Place = chakra('li', { base: { position: 'absolute', insetInline: '0', listStyleType: 'none' } });

function ListSkeleton() {
  return (
    <Stack gap="5" px="3" py="3" role="status" aria-label={words.loading}>
      {['70%', '52%', '81%', '46%', '64%'].map((width) => (
        <Skeleton key={width} height="4" width={width} />
      ))}
    </Stack>
  );
}
