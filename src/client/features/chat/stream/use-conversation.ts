import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useSubscriptionRetry } from '~/client/hooks/use-subscription-retry';
import { useLiveStatus } from '~/client/lib/live-status';
import { trpc } from '~/client/lib/trpc';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage, SentMessage } from '~/shared/schemas/messages';
import { useConversationCache } from '../panel/use-conversation-cache';
import { emptyLiveState, liveReducer } from './answer-reducer';
import { createFrameQueue } from './frame-queue';
import { joinPage, messagesBeyond } from './join-messages';
import { useNewestRows } from './use-newest-rows';
import { useTitleEvents } from './use-title-events';

/** So long the socket may be away before running answers are followed by reading rows, and how often they are. */
const patienceMs = 3000;
const pollMs = 2000;

interface UseConversationOptions {
  /** Deleted here or elsewhere. */
  onDeleted: () => void;
}

/**
 * One conversation as it is now: the pages that were read, joined with what its subscription tells. Without the
 * socket everything still arrives, as rows.
 */
export function useConversation(conversationId: string, { onDeleted }: UseConversationOptions) {
  const utils = trpc.useUtils();
  const cache = useConversationCache();
  const [live, dispatch] = useReducer(liveReducer, emptyLiveState);
  const clock = useRef(0);
  clock.current = live.clock;
  const lastId = useRef<string>(undefined);
  const onTitleEvent = useTitleEvents(conversationId);

  const list = trpc.messages.list.useInfiniteQuery({ conversationId }, { getNextPageParam: (page) => page.nextCursor });

  /** Reads all loaded pages again: another branch is the active one. */
  const readBranch = useCallback(() => utils.messages.list.invalidate({ conversationId }), [utils, conversationId]);

  const readNewest = useCallback(async () => {
    const askedAt = clock.current;
    const page = await utils.client.messages.list.query({ conversationId });
    const loaded = utils.messages.list.getInfiniteData({ conversationId })?.pages[0]?.items ?? [];
    const isTorn =
      page.nextCursor !== null &&
      loaded.length > 0 &&
      !page.items.some(({ id }) => loaded.some((row) => row.id === id));
    // So much happened meanwhile that messages lie between: the pages begin anew.
    if (isTorn) await utils.messages.list.reset({ conversationId });
    // The last message shown is not one of the newest: another branch is the active one.
    else if (lastId.current && !page.items.some(({ id }) => id === lastId.current)) await readBranch();
    dispatch({ type: 'rows', rows: page.items, askedAt });
  }, [utils, conversationId, readBranch]);

  const [queue] = useState(() => createFrameQueue<ConversationEvent>((events) => dispatch({ type: 'events', events })));
  useEffect(() => () => queue.clear(), [queue]);

  function onEvent(event: ConversationEvent) {
    onTitleEvent(event);
    if (event.type === 'deleted') {
      void cache.remove([conversationId]);
      onDeleted();
    }
    if (event.type === 'switched') void readBranch();
    queue.push(event);
  }
  const watch = trpc.messages.watch.useSubscription({ conversationId }, { onData: ({ data }) => onEvent(data) });
  const hasFailed = useSubscriptionRetry(watch);

  const [polls, setPolls] = useState(0);
  useNewestRows(live.rowsWanted + polls, readNewest);

  const pages = useMemo(() => [...(list.data?.pages ?? [])].reverse().map((page) => page.items), [list.data]);
  const joined = useMemo(() => pages.map((page) => joinPage(page, live)), [pages, live]);
  const beyond = useMemo(() => messagesBeyond(pages, live), [pages, live]);
  const messages = useMemo(() => [...joined.flat(), ...beyond], [joined, beyond]);
  lastId.current = messages.at(-1)?.id;
  const running = messages.findLast((message) => message.metadata.processing === true);

  const isLive = useLiveStatus() === 'open' && !hasFailed;
  const isFollowedByRows = running !== undefined && !isLive;
  useEffect(() => {
    if (!isFollowedByRows) return;
    let interval: ReturnType<typeof setInterval> | undefined;
    const poll = () => setPolls((count) => count + 1);
    const start = setTimeout(() => {
      poll();
      interval = setInterval(poll, pollMs);
    }, patienceMs);
    return () => {
      clearTimeout(start);
      clearInterval(interval);
    };
  }, [isFollowedByRows]);

  return {
    list,
    pages: joined,
    beyond,
    messages,
    running,
    onSent({ userMessage, assistantMessage }: SentMessage, askedAt: number) {
      dispatch({ type: 'rows', rows: [userMessage, assistantMessage], askedAt });
    },
    onRetried: (message: ChatMessage, attempt: number) => dispatch({ type: 'retried', message, attempt }),
    clock,
    readNewest,
    readBranch,
  };
}
