import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { requireUser } from '~/client/features/auth/guards';
import { ChatPage } from '~/client/features/chat/chat-page';
import { listInput } from '~/client/features/chat/panel/list-input';
import { useSameLocation } from '~/client/hooks/use-same-location';
import { idOf } from '~/client/lib/search-params';

export const Route = createFileRoute('/qchat')({
  /** `c` is the open conversation, kept in the URL for reloads and the back button. `m` is a message in it. */
  validateSearch: ({ c, m }): { c?: string | undefined; m?: string | undefined } => ({ c: idOf(c), m: idOf(m) }),
  beforeLoad: requireUser,
  loaderDeps: ({ search: { c } }) => ({ c }),
  // Not awaited, because the screen shows skeletons.
  loader({ context: { queryUtils }, deps: { c } }) {
    // Prefetched together with the conversations, so that both arrive in one response.
    void queryUtils.conversations.list.prefetchInfinite(listInput.current);
    void queryUtils.projects.list.prefetch({});
    if (c) void queryUtils.messages.list.prefetchInfinite({ conversationId: c });
  },
  component: ChatRoute,
});

function ChatRoute() {
  const { c, m } = Route.useSearch();
  const navigate = Route.useNavigate();
  const select = useCallback((conversationId?: string) => void navigate({ search: { c: conversationId } }), [navigate]);
  // Replaces the entry, so that Back does not return to a conversation that no longer exists.
  const leave = () => void navigate({ search: {}, replace: true });
  // Scrolls to the message when its branch has loaded, unless the user has navigated elsewhere by then.
  const beginWatch = useSameLocation();
  const isStillHere = useMemo(() => (c && m ? beginWatch() : undefined), [beginWatch, c, m]);
  const onShown = useCallback(() => {
    if (isStillHere?.()) void navigate({ search: { c }, replace: true });
  }, [navigate, c, isStillHere]);
  // A history entry of its own, so that Back closes the drawer instead of leaving the page.
  const openDrawer = () => void navigate({ search: true, state: ({ key }) => ({ drawerOver: key }) });
  return (
    <ChatPage
      conversationId={c}
      onSelect={select}
      onLeave={leave}
      messageId={m}
      onShown={onShown}
      onMenu={openDrawer}
    />
  );
}
