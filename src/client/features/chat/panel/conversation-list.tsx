import { chakra, Stack } from '@chakra-ui/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useRowWindow } from '~/client/hooks/use-row-window';
import { errorMessage } from '~/client/lib/error-message';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { conversationsWords as words } from '~/client/words/conversations';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import { conversationsOf } from './conversation-cache';
import { ConversationRow } from './conversation-row';
import { listInput } from './list-input';
import { useRowMenu } from './use-row-menu';
import { useRowPixels } from './use-row-pixels';

const ConversationMenu = lazyPart(() => import('./conversation-menu'));

interface ConversationListProps {
  selectedId: string | undefined;
  onOpen: (id: string) => void;
  onSave: (id: string, title: string) => void;
  onDelete: (conversation: ConversationSummary) => void;
}

export function ConversationList({ selectedId, onOpen, onSave, onDelete }: ConversationListProps) {
  const list = trpc.conversations.list.useInfiniteQuery(listInput, { getNextPageParam: (page) => page.nextCursor });
  const [renamingId, setRenamingId] = useState<string>();
  const menu = useRowMenu();
  const rowHeight = useRowPixels();
  const conversations = conversationsOf(list.data);
  const rows = useRef<HTMLUListElement>(null);
  const { first, last } = useRowWindow(rows, conversations.length, rowHeight);

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isNearEnd = last >= conversations.length;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  return (
    <chakra.div flex="1" minHeight="0" overflowY="auto" overscrollBehavior="contain" px="2">
      {list.isPending && <ListSkeleton />}
      {list.isError && conversations.length === 0 && (
        <ErrorState
          title={words.loadFailed}
          description={errorMessage(list.error)}
          onRetry={() => void list.refetch()}
          retrying={isFetching}
        />
      )}
      {list.isSuccess && conversations.length === 0 && <EmptyState title={words.empty} description={words.emptyHint} />}
      <chakra.ul
        ref={rows}
        aria-label={words.conversations}
        position="relative"
        listStyleType="none"
        style={{ height: conversations.length * rowHeight }}
      >
        {conversations.slice(first, last).map((conversation, index) => (
          <chakra.li
            key={conversation.id}
            aria-setsize={hasNextPage ? -1 : conversations.length}
            aria-posinset={first + index + 1}
            position="absolute"
            insetInline="0"
            style={{ top: (first + index) * rowHeight, height: rowHeight }}
          >
            <ConversationRow
              conversation={conversation}
              isSelected={conversation.id === selectedId}
              isRenaming={conversation.id === renamingId}
              isMenuOpen={conversation.id === menu.conversation?.id}
              onOpen={onOpen}
              onRename={setRenamingId}
              onSave={onSave}
              onDelete={onDelete}
              onMenu={menu.toggle}
            />
          </chakra.li>
        ))}
      </chakra.ul>
      {isFetchNextPageError && (
        <ErrorState title={words.couldNotLoadMore} onRetry={() => void fetchNextPage()} retrying={isFetching} />
      )}
      {menu.conversation && (
        <Suspense>
          <ConversationMenu
            key={menu.conversation.id}
            conversation={menu.conversation}
            opener={menu.opener}
            onClose={menu.close}
            onRename={setRenamingId}
            onDelete={onDelete}
          />
        </Suspense>
      )}
    </chakra.div>
  );
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
