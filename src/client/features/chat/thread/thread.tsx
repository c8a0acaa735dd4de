import { chakra, Flex } from '@chakra-ui/react';
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { Composer } from '../composer/composer';
import { loadMarkdown } from '../markdown/lazy-markdown';
import { MessageList } from '../messages/message-list';
import { PendingQuestion } from '../messages/pending-question';
import { useAnswerActions } from '../messages/use-answer-actions';
import { useEditQuestion } from '../messages/use-edit-question';
import { useFreshMarks } from '../panel/use-fresh-marks';
import type { Queue } from '../queue/queue';
import { OpenedSources, useOpenedSources } from '../sources/opened-sources';
import { useConversation } from '../stream/use-conversation';
import { AnswerAnnouncer } from './answer-announcer';
import type { ThreadActions } from './thread-actions';
import { ThreadSkeleton } from './thread-skeleton';
import { useAsk } from './use-ask';

const AfterMessages = lazyPart(() => import('./after-messages'));
const ThreadError = lazyPart(() => import('./thread-error'));
const WaitingMessages = lazyPart(() => import('../queue/waiting-messages'));

interface ThreadProps {
  conversationId: string;
  onLeave: () => void;
}

/** One open conversation: its messages, its composer, and the sources of the answer that is looked into. */
export function Thread({ conversationId, onLeave }: ThreadProps) {
  const conversation = useConversation(conversationId, { onDeleted: onLeave });
  const { list, pages, beyond, messages, running } = conversation;
  const { draft, files, ask, pending, isSending, parts } = useAsk(conversationId, conversation);
  const newest = messages.at(-1);
  const { stop, retry, again, show } = useAnswerActions(draft.userId, conversation);
  const { edit, editedKey } = useEditQuestion({ conversationId, userId: draft.userId, conversation });
  const sources = useOpenedSources();
  useFreshMarks(running !== undefined);
  // As far as its cards, which come later, have read it.
  const { data: researches } = trpc.research.list.useQuery({ conversationId }, { enabled: false });

  // While the messages are on their way, so that the first answer finds it here.
  useEffect(() => {
    loadMarkdown().catch(() => {});
  }, []);

  const actions = useThreadActions({ again, show, edit, openSource: sources.open });

  const runningId = useRef(running?.id);
  runningId.current = running?.id;
  const { mutate: stopAnswer } = stop;
  const stopRunning = useCallback(() => {
    if (runningId.current) stopAnswer({ messageId: runningId.current });
  }, [stopAnswer]);

  const queue = useRef<Queue>(undefined);
  const sendOrWait = useCallback(
    (text: string) => {
      const take = queue.current;
      if (typeof take === 'function' && take(text)) return;
      if (runningId.current) queue.current ??= 'pressed';
      else ask(text);
    },
    [ask],
  );

  if (list.isError && pages.length === 0) {
    return (
      <Suspense fallback={<ThreadSkeleton />}>
        <ThreadError
          error={list.error}
          isRetrying={list.isFetching}
          onRetry={() => void list.refetch()}
          onLeave={onLeave}
        />
      </Suspense>
    );
  }
  const older = list.hasNextPage && {
    isLoading: list.isFetchingNextPage,
    hasFailed: list.isFetchNextPageError,
    onLoad: () => void list.fetchNextPage(),
  };
  return (
    <Flex flex="1" minHeight="0">
      <Flex direction="column" flex="1" minWidth="0">
        <MessageList
          pages={pages}
          beyond={beyond}
          newestId={newest?.id}
          retryingId={retry.isPending ? retry.variables.messageId : undefined}
          actions={actions}
          askedKey={pending?.requestId ?? editedKey}
          older={older || undefined}
        >
          {list.isPending && messages.length === 0 && <ThreadSkeleton />}
          <Suspense>
            <AfterMessages
              conversationId={conversationId}
              isEmpty={list.isSuccess && messages.length === 0 && !pending && !researches?.length}
              last={pending ? undefined : newest}
              hasDraft={draft.text !== '' || files.files.length > 0}
              onAsk={sendOrWait}
            />
          </Suspense>
          {pending && <PendingQuestion pending={pending} onRetry={ask} />}
        </MessageList>
        <chakra.div data-screen-only px={{ base: '3', md: '8' }} pb={{ base: '3', md: '4' }}>
          <chakra.div maxWidth="44rem" mx="auto">
            <Suspense>
              <WaitingMessages {...{ queue, conversationId, draft, files, conversation, isSending, parts }} />
            </Suspense>
            <Composer
              text={draft.text}
              onChange={draft.change}
              files={files}
              onSend={sendOrWait}
              isSending={isSending}
              onStop={running && stopRunning}
              isStopping={stop.isPending}
            />
          </chakra.div>
        </chakra.div>
        <AnswerAnnouncer messages={messages} running={running} />
      </Flex>
      <OpenedSources opened={sources.opened} messages={messages} onClose={sources.close} />
    </Flex>
  );
}

interface ThreadActionsOptions extends Pick<ReturnType<typeof useAnswerActions>, 'again' | 'show'> {
  edit: ReturnType<typeof useEditQuestion>['edit'];
  openSource: ThreadActions['openSource'];
}

/** The same object for every token, so that messages are not drawn again. */
function useThreadActions({ again, show, edit, openSource }: ThreadActionsOptions) {
  const { mutate: showVersion } = show;
  const latestEdit = useRef(edit);
  latestEdit.current = edit;
  return useMemo<ThreadActions>(
    () => ({
      retry: again,
      openSource,
      versions: {
        edit: (messageId, edited) => latestEdit.current(messageId, edited),
        show: (messageId) => showVersion({ messageId }),
      },
    }),
    [again, showVersion, openSource],
  );
}
