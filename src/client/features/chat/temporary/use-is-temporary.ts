import { useRouterState } from '@tanstack/react-router';
import { trpc } from '~/client/lib/trpc';

/** Whether the open conversation is temporary, and so can't be shared or used for research. */
export function useIsTemporary(): boolean {
  const conversationId = useRouterState({ select: ({ location }) => (location.search as { c?: string }).c });
  const { data } = trpc.conversations.get.useQuery(
    { conversationId: conversationId ?? '' },
    { enabled: conversationId !== undefined },
  );
  return Boolean(data?.temporaryUntil);
}
