import { createFileRoute, useLocation } from '@tanstack/react-router';
import { InvitationPage } from '~/client/features/auth/invitation-page';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { invitationWords as words } from '~/client/words/invitations';

export const Route = createFileRoute('/invitation')({ component: InvitationRoute });

function InvitationRoute() {
  useDocumentTitle(words.title);
  const { hash } = useLocation();
  return <InvitationPage token={new URLSearchParams(hash).get('token') ?? ''} />;
}
