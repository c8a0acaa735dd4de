import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Protected } from '~/client/features/auth/guards';
import { ChatPage } from '~/client/features/chat/chat-page';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const Route = createFileRoute('/qchat')({
  /** `c` is the open conversation: it survives a reload, and going back returns to the one before. */
  validateSearch: ({ c }): { c?: string } => ({ c: typeof c === 'string' && uuid.test(c) ? c : undefined }),
  component: ChatRoute,
});

function ChatRoute() {
  const { c } = Route.useSearch();
  const navigate = Route.useNavigate();
  const select = useCallback((conversationId?: string) => void navigate({ search: { c: conversationId } }), [navigate]);
  return (
    <Protected>
      <ChatPage conversationId={c} onSelect={select} />
    </Protected>
  );
}
