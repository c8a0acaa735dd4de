import { useEffect } from 'react';
import { trpc } from '~/client/lib/trpc';

const whileRunningMs = 3000;

/**
 * Updates the markers of the panel, and marks the open conversation as read while it is visible. Polls only while
 * markers are expected, and refetches on window focus.
 */
export function ReadMarker({ conversationId }: { conversationId: string | undefined }) {
  const utils = trpc.useUtils();
  const { data } = trpc.conversations.activity.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.running.length ? whileRunningMs : false),
    refetchOnWindowFocus: 'always',
  });
  const { mutate } = trpc.conversations.markRead.useMutation({
    onMutate: ({ conversationId: id }) =>
      utils.conversations.activity.setData(
        undefined,
        (now) => now && { ...now, unread: now.unread.filter((one) => one !== id) },
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
