import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ConfirmEmailPage } from '~/client/features/auth/confirm-email-page';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { authWords as words } from '~/client/words/auth';

export const Route = createFileRoute('/confirm-email')({ component: ConfirmEmailRoute });

function ConfirmEmailRoute() {
  useDocumentTitle(words.confirmTitle);
  const { hash } = useLocation();
  return <ConfirmEmailPage token={new URLSearchParams(hash).get('token') ?? ''} />;
}
