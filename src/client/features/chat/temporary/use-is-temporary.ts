import { useRouterState } from '@tanstack/react-router';
import { trpc } from '~/client/lib/trpc';

/** The id of the open conversation; undefined in a new chat. */
export function useConversationId(): string | undefined {
  // The type of all routes' search parameters doesn't say that those of the chat contain `c`.
  return useRouterState({ select: ({ location }) => (location.search as { c?: string }).c });
}

/** Whether the open conversation is temporary, and so can't be shared or used for research. */
export function useIsTemporary(): boolean {
  const conversationId = useConversationId();
  const { data } = trpc.conversations.get.useQuery(
    { conversationId: conversationId ?? '' },
    { enabled: conversationId !== undefined },
  );
  return Boolean(data?.temporaryUntil);
}
