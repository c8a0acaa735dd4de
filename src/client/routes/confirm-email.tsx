import { createFileRoute, useLocation } from '@tanstack/react-router';
import { authWords as words } from '~/client/words/auth';
import { ConfirmEmailPage } from '../features/auth/confirm-email-page';
import { useDocumentTitle } from '../hooks/use-document-title';

export const Route = createFileRoute('/confirm-email')({ component: ConfirmEmailRoute });

function ConfirmEmailRoute() {
  useDocumentTitle(words.confirmTitle);
  const { hash } = useLocation();
  return <ConfirmEmailPage token={new URLSearchParams(hash).get('token') ?? ''} />;
}
