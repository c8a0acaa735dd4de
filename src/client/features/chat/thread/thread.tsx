import { Flex } from '@chakra-ui/react';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { ownDay } from '~/client/lib/format';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { loadMarkdown } from '../markdown/lazy-markdown';
import { DaySeparator } from '../messages/day-separator';
import { MessageList } from '../messages/message-list';
import { PendingQuestion } from '../messages/pending-question';
import { useAnswerActions } from '../messages/use-answer-actions';
import { useEditQuestion } from '../messages/use-edit-question';
import { useFreshMarks } from '../panel/use-fresh-marks';
import { OpenedSources, useOpenedSources } from '../sources/opened-sources';
import { useConversation } from '../stream/use-conversation';
import type { ThreadActions } from './thread-actions';
import { ThreadComposer } from './thread-composer';
import { ThreadSkeleton } from './thread-skeleton';
import { useAsk } from './use-ask';
import { useSendOrWait } from './use-send-or-wait';

const AfterMessages = lazyPart(() => import('./after-messages').then((part) => ({ default: part.AfterMessages })));
const AnswerAnnouncer = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.AnswerAnnouncer })));
const ThreadError = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ThreadError })));

interface ThreadProps {
  conversationId: string;
  onLeave: () => void;
}

/** An open conversation: its messages, its composer, and the sources of the selected answer. */
export function Thread({ conversationId, onLeave }: ThreadProps) {
  const conversation = useConversation(conversationId, { onDeleted: onLeave });
  const { list, pages, beyond, messages, running } = conversation;
  const asking = useAsk(conversationId, conversation);
  const { draft, files, ask, pending } = asking;
  const sending = useSendOrWait(running?.id, ask);
  const newest = messages.at(-1);
  const { stop, retry, again, show } = useAnswerActions(draft.userId, conversation);
  const { edit, editedKey } = useEditQuestion({ conversationId, userId: draft.userId, conversation });
  const sources = useOpenedSources();
  useFreshMarks(running !== undefined);
  // Reads only the cache; the research cards load the data later.
  const { data: researches } = trpc.research.list.useQuery({ conversationId }, { enabled: false });

  // Loaded in parallel with the messages, so that the first answer can be rendered at once.
  useEffect(() => {
    loadMarkdown().catch(() => {});
  }, []);

  const actions = useThreadActions({ again, show, edit, openSource: sources.open });

  if (list.isError && pages.length === 0) return <LoadFailure list={list} onLeave={onLeave} />;
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
          older={olderOf(list)}
        >
          {list.isPending && messages.length === 0 && <ThreadSkeleton />}
          <Suspense>
            <AfterMessages
              conversationId={conversationId}
              isEmpty={list.isSuccess && messages.length === 0 && !pending && !researches?.length}
              last={pending ? undefined : newest}
              hasDraft={draft.text !== '' || files.files.length > 0}
              onAsk={sending.sendOrWait}
            />
          </Suspense>
          {pending && (
            <>
              <DaySeparator date={pending.sentAt} dayAbove={ownDay(newest?.createdAt ?? pending.sentAt)} />
              <PendingQuestion pending={pending} onRetry={ask} />
            </>
          )}
        </MessageList>
        <ThreadComposer {...{ conversationId, conversation, asking, sending, stop }} />
        <Suspense>
          <AnswerAnnouncer messages={messages} running={running} />
        </Suspense>
      </Flex>
      <OpenedSources opened={sources.opened} messages={messages} onClose={sources.close} />
    </Flex>
  );
}

type List = ReturnType<typeof useConversation>['list'];

function LoadFailure({ list, onLeave }: { list: List; onLeave: () => void }) {
  return (
    <Suspense fallback={<ThreadSkeleton />}>
      {list.error && (
        <ThreadError
          error={list.error}
          isRetrying={list.isFetching}
          onRetry={() => void list.refetch()}
          onLeave={onLeave}
        />
      )}
    </Suspense>
  );
}

/** Props for loading older messages; undefined if there are none. */
function olderOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: List) {
  if (!hasNextPage) return undefined;
  return { isLoading: isFetchingNextPage, hasFailed: isFetchNextPageError, onLoad: () => void fetchNextPage() };
}

interface ThreadActionsOptions extends Pick<ReturnType<typeof useAnswerActions>, 'again' | 'show'> {
  edit: ReturnType<typeof useEditQuestion>['edit'];
  openSource: ThreadActions['openSource'];
}

/** A stable object, so that messages are not rerendered for each token. */
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
