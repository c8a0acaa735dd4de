import {
  type ActionDispatch,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useSubscriptionRetry } from '~/client/hooks/use-subscription-retry';
import { isGone } from '~/client/lib/error-message';
import { useLiveStatus } from '~/client/lib/live-status';
import { trpc } from '~/client/lib/trpc';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage, SentMessage } from '~/shared/schemas/messages';
import { useConversationCache } from '../panel/use-conversation-cache';
import { emptyLiveState, type LiveAction, type LiveState, liveReducer } from './answer-reducer';
import { createFrameQueue } from './frame-queue';
import { joinPage, messagesBeyond } from './join-messages';
import { useNewestRows } from './use-newest-rows';
import { useTitleEvents } from './use-title-events';

/** How long the socket may be disconnected before running answers are polled, and the polling interval. */
const maxWaitMs = 3000;
const pollMs = 2000;

interface UseConversationOptions {
  /** Called when the conversation was deleted, here or elsewhere. */
  onDeleted: () => void;
}

/**
 * A conversation in its current state: the loaded pages merged with the events of its subscription. Without the socket,
 * everything still arrives by polling.
 */
export function useConversation(conversationId: string, { onDeleted }: UseConversationOptions) {
  const utils = trpc.useUtils();
  const cache = useConversationCache();
  const [live, dispatch] = useReducer(liveReducer, emptyLiveState);
  const clock = useRef(0);
  const lastId = useRef<string>(undefined);

  const list = trpc.messages.list.useInfiniteQuery({ conversationId }, { getNextPageParam: (page) => page.nextCursor });

  /** Reloads all loaded pages after a switch of branches. */
  const readBranch = useCallback(() => utils.messages.list.invalidate({ conversationId }), [utils, conversationId]);

  const readNewest = useReadNewest(conversationId, { clock, lastId, readBranch, dispatch });

  function leave() {
    void cache.remove([conversationId]);
    onDeleted();
  }
  function onEvent(event: ConversationEvent) {
    if (event.type === 'deleted') leave();
    if (event.type === 'switched') void readBranch();
  }
  const [polls, setPolls] = useState(0);
  // If a shown conversation was deleted while this page was disconnected, requesting its rows fails and leaves it. One
  // that was never shown has an error page instead.
  const onRejected = (cause: unknown) => list.data && isGone(cause) && setPolls((count) => count + 1);
  const isLive = useWatch(conversationId, { onEvent, onRejected }, live, dispatch);

  useNewestRows(live.rowsWanted + polls, { read: readNewest, onGone: leave });

  const { messages, running, ...joined } = useJoined(list.data?.pages, live);
  useLayoutEffect(() => {
    clock.current = live.clock;
    lastId.current = messages.at(-1)?.id;
  });

  usePolls(running !== undefined && !isLive, setPolls);

  return {
    list,
    ...joined,
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

interface Reading {
  /** The clock of the live state, to tell which rows are newer than its events. */
  clock: RefObject<number>;
  /** The last message that is shown. */
  lastId: RefObject<string | undefined>;
  readBranch: () => Promise<void>;
  dispatch: ActionDispatch<[action: LiveAction]>;
}

/** Returns a function that reads the newest page, and merges it with what is shown. */
function useReadNewest(conversationId: string, { clock, lastId, readBranch, dispatch }: Reading) {
  const utils = trpc.useUtils();
  return useCallback(async () => {
    const askedAt = clock.current;
    const lastShown = lastId.current;
    const page = await utils.client.messages.list.query({ conversationId });
    const loaded = utils.messages.list.getInfiniteData({ conversationId })?.pages[0]?.items ?? [];
    const isTorn =
      page.nextCursor !== null &&
      loaded.length > 0 &&
      !page.items.some(({ id }) => loaded.some((row) => row.id === id));
    // More than one page of messages is new, so the pages are reloaded from the newest.
    if (isTorn) await utils.messages.list.reset({ conversationId });
    // Another branch is active if the message that was last before the request is missing. Later messages may be newer
    // than the response.
    else if (lastShown && !page.items.some(({ id }) => id === lastShown)) await readBranch();
    dispatch({ type: 'rows', rows: page.items, askedAt });
  }, [utils, conversationId, clock, lastId, readBranch, dispatch]);
}

/** Subscribes to the conversation and batches its events per frame. Returns whether the subscription is active. */
function useWatch(
  conversationId: string,
  { onEvent, onRejected }: { onEvent: (event: ConversationEvent) => void; onRejected: (cause: unknown) => void },
  live: LiveState,
  dispatch: ActionDispatch<[action: LiveAction]>,
) {
  const onTitleEvent = useTitleEvents(conversationId);
  // React renders a transition in short tasks, so that a long answer does not hold up input.
  const [queue] = useState(() =>
    createFrameQueue<ConversationEvent>((events) => startTransition(() => dispatch({ type: 'events', events }))),
  );
  useEffect(() => () => queue.clear(), [queue]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state is a rendered delivery
  useEffect(() => queue.onRendered(), [queue, live]);

  const watch = trpc.messages.watch.useSubscription(
    { conversationId },
    {
      onData({ data }) {
        onTitleEvent(data);
        onEvent(data);
        queue.push(data);
      },
      onError: onRejected,
    },
  );
  const hasFailed = useSubscriptionRetry(watch);
  return useLiveStatus() === 'open' && !hasFailed;
}

/** Increases the count at intervals while a running answer is polled. */
function usePolls(isFollowedByRows: boolean, setPolls: (next: (count: number) => number) => void) {
  useEffect(() => {
    if (!isFollowedByRows) return;
    let interval: ReturnType<typeof setInterval> | undefined;
    const poll = () => setPolls((count) => count + 1);
    const start = setTimeout(() => {
      poll();
      interval = setInterval(poll, pollMs);
    }, maxWaitMs);
    return () => {
      clearTimeout(start);
      clearInterval(interval);
    };
  }, [isFollowedByRows, setPolls]);
}

/** The loaded pages, oldest first, merged with live messages. */
function useJoined(read: readonly { items: ChatMessage[] }[] | undefined, live: LiveState) {
  const pages = useMemo(() => [...(read ?? [])].reverse().map((page) => page.items), [read]);
  const joined = useMemo(() => pages.map((page) => joinPage(page, live)), [pages, live]);
  const beyond = useMemo(() => messagesBeyond(pages, live), [pages, live]);
  const messages = useMemo(() => [...joined.flat(), ...beyond], [joined, beyond]);
  const running = messages.findLast((message) => message.metadata.processing === true);
  return { pages: joined, beyond, messages, running };
}
