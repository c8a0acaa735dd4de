import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { noticeAnswerReady } from '~/client/lib/ready-notice';
import { trpc } from '~/client/lib/trpc';
import type { ConversationActivity, ConversationSummary } from '~/shared/schemas/conversations';
import { endedTitle } from '../messages/ended-title';
import { useConversationCache } from './use-conversation-cache';

const whileRunningMs = 3000;
/** The model usually writes the title within seconds of the answer. */
const titleMs = 8000;
const noActivity: ConversationActivity = { running: [], unread: [] };

/**
 * Updates the markers of the panel, and its titles and order when an answer ends in another conversation, which is also
 * announced if the tab is hidden. Marks the open conversation as read while it is visible. Polls only while markers are
 * expected, and refetches on window focus.
 */
export function ReadMarker({ conversationId }: { conversationId: string | undefined }) {
  const utils = trpc.useUtils();
  const { data } = trpc.conversations.activity.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.running.length ? whileRunningMs : false),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  });
  useEndedAnswers(data ?? noActivity, conversationId);
  const { mutate } = trpc.conversations.markRead.useMutation({
    onMutate: ({ conversationId: id }) =>
      utils.conversations.activity.setData(
        undefined,
        (now) => now && { ...now, unread: now.unread.filter((unreadId) => unreadId !== id) },
      ),
  });
  const isUnread = conversationId !== undefined && data?.unread.includes(conversationId) === true;
  useEffect(() => {
    if (!conversationId || !isUnread) return;
    const mark = () => {
      if (document.visibilityState === 'visible') mutate({ conversationId });
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [conversationId, isUnread, mutate]);
  return null;
}

/**
 * Only the open conversation has a subscription; others are read when their answers end, and again for their titles. A
 * hidden tab announces these answers.
 */
function useEndedAnswers({ running, unread }: ConversationActivity, openId: string | undefined) {
  const utils = trpc.useUtils();
  const cache = useConversationCache();
  const before = useRef(running);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const reload = useEffectEvent(async (conversationId: string) => {
    if (conversationId === openId) return;
    const conversation = await utils.client.conversations.get.query({ conversationId });
    await cache.put(conversation);
    return conversation;
  });
  const router = useRouter();
  const announce = useEffectEvent(async ({ id, title: body }: ConversationSummary) => {
    if (!document.hidden || !unread.includes(id)) return;
    const { items } = await utils.client.messages.list.query({ conversationId: id, limit: 1 });
    const title = endedTitle(items[0]?.metadata.status);
    const onClick = () => void router.navigate({ to: '/qchat', search: { c: id } });
    if (title) noticeAnswerReady({ title, body, conversationId: id, onClick });
  });
  useEffect(() => {
    const ended = before.current.filter((id) => !running.includes(id));
    before.current = running;
    for (const id of ended) {
      // If this fails, the list shows the change when it is next loaded.
      const tryToReload = () => reload(id).catch(() => {});
      void tryToReload().then((conversation) => conversation && announce(conversation).catch(() => {}));
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        void tryToReload();
      }, titleMs);
      timers.current.add(timer);
    }
  }, [running]);
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);
}
