import { chakra, Flex } from '@chakra-ui/react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { EmptyState } from '~/client/ui/empty-state';
import type { ChatMessage } from '~/shared/schemas/messages';
import { Composer } from '../composer/composer';
import { useDraft } from '../composer/use-draft';
import { type PendingMessage, useSend } from '../composer/use-send';
import { useIsWide } from '../hooks/use-is-wide';
import { toSources } from '../sources/sources';
import { AnswerAnnouncer } from './answer-announcer';
import { MessageList } from './message-list';
import { PendingQuestion } from './pending-question';
import type { ThreadActions } from './thread-actions';
import { ThreadError, ThreadSkeleton } from './thread-states';
import { useAnswerActions } from './use-answer-actions';
import { useConversation } from './use-conversation';

const SourcesPanel = lazy(() => import('../sources/sources-panel').then((part) => ({ default: part.SourcesPanel })));

interface ThreadProps {
  conversationId: string;
  onLeave: () => void;
}

/** One open conversation: its messages, its composer, and the sources of the answer that is looked into. */
export function Thread({ conversationId, onLeave }: ThreadProps) {
  const isWide = useIsWide();
  const conversation = useConversation(conversationId, { onDeleted: onLeave });
  const { list, pages, beyond, running, clock } = conversation;
  const draft = useDraft(conversationId);
  const askedAt = useRef(0);
  const { pending, send, isSending } = useSend({
    conversationId,
    draft,
    onSent: (sent) => conversation.onSent(sent, askedAt.current),
  });
  const { stop, retry } = useAnswerActions(conversation);
  const [opened, setOpened] = useState<{ messageId: string; number: number }>();
  const opener = useRef<Element>(null);

  const { mutate: retryAnswer } = retry;
  const actions = useMemo<ThreadActions>(
    () => ({
      retry: (messageId) => retryAnswer({ messageId }),
      openSource(messageId, number) {
        opener.current = document.activeElement;
        setOpened({ messageId, number });
      },
    }),
    [retryAnswer],
  );

  const newest = beyond.at(-1) ?? pages.at(-1)?.at(-1);
  const messages = useMemo(() => [...pages.flat(), ...beyond], [pages, beyond]);
  const shownPending = pending && isStored(pending, messages) ? undefined : pending;
  const openedMessage = opened && messages.find(({ id }) => id === opened.messageId);

  function ask(content: string) {
    askedAt.current = clock.current;
    send(content, messages.findLast(({ role }) => role === 'user')?.id);
  }

  function closeSources() {
    setOpened(undefined);
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  }

  if (list.isError && pages.length === 0) {
    return (
      <ThreadError
        error={list.error}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
        onLeave={onLeave}
      />
    );
  }
  return (
    <Flex flex="1" minHeight="0">
      <Flex direction="column" flex="1" minWidth="0">
        <MessageList
          pages={pages}
          beyond={beyond}
          newestId={newest?.id}
          retryingId={retry.isPending ? retry.variables.messageId : undefined}
          actions={actions}
          askedKey={shownPending?.requestId}
          older={
            list.hasNextPage
              ? {
                  isLoading: list.isFetchingNextPage,
                  hasFailed: list.isFetchNextPageError,
                  onLoad: () => void list.fetchNextPage(),
                }
              : undefined
          }
        >
          {list.isPending && messages.length === 0 && <ThreadSkeleton />}
          {list.isSuccess && messages.length === 0 && !shownPending && (
            <EmptyState title="Start a conversation by sending a message below." />
          )}
          {shownPending && <PendingQuestion pending={shownPending} onRetry={ask} />}
        </MessageList>
        <chakra.div px={{ base: '3', md: '8' }} pb={{ base: '3', md: '4' }}>
          <chakra.div maxWidth="44rem" mx="auto">
            <Composer
              text={draft.text}
              onChange={draft.change}
              onSend={ask}
              isSending={isSending}
              onStop={running && (() => stop.mutate({ messageId: running.id }))}
              isStopping={stop.isPending}
            />
          </chakra.div>
        </chakra.div>
        <AnswerAnnouncer running={running} />
      </Flex>
      {opened && openedMessage && (
        <Suspense>
          <SourcesPanel
            sources={toSources(openedMessage.metadata.citations)}
            number={opened.number}
            isWide={isWide}
            onClose={closeSources}
          />
        </Suspense>
      )}
    </Flex>
  );
}

/** The socket may be quicker than the answer to the request: then the question stands there already. */
function isStored(pending: PendingMessage, messages: readonly ChatMessage[]): boolean {
  const last = messages.findLast(({ role }) => role === 'user');
  return pending.error === undefined && last?.content === pending.content && last.id !== pending.lastQuestionId;
}
