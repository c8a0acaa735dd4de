import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { requireUser } from '~/client/features/auth/guards';
import { ChatPage } from '~/client/features/chat/chat-page';
import { listInput } from '~/client/features/chat/panel/list-input';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const Route = createFileRoute('/qchat')({
  /** `c` is the open conversation: it survives a reload, and going back returns to the one before. */
  validateSearch: ({ c }): { c?: string } => ({ c: typeof c === 'string' && uuid.test(c) ? c : undefined }),
  beforeLoad: requireUser,
  loaderDeps: ({ search: { c } }) => ({ c }),
  // Not awaited: the screen shows its own skeletons.
  loader({ context: { queryUtils }, deps: { c } }) {
    void queryUtils.conversations.list.prefetchInfinite(listInput.current);
    if (c) void queryUtils.messages.list.prefetchInfinite({ conversationId: c });
  },
  component: ChatRoute,
});

function ChatRoute() {
  const { c } = Route.useSearch();
  const navigate = Route.useNavigate();
  const select = useCallback((conversationId?: string) => void navigate({ search: { c: conversationId } }), [navigate]);
  return <ChatPage conversationId={c} onSelect={select} />;
}
