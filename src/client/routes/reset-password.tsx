import { createFileRoute, useLocation } from '@tanstack/react-router';
import { authWords as words } from '~/client/words/auth';
import { ResetPasswordPage } from '../features/auth/reset-password-page';
import { useDocumentTitle } from '../hooks/use-document-title';

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordRoute });

function ResetPasswordRoute() {
  useDocumentTitle(words.resetTitle);
  const { hash } = useLocation();
  return <ResetPasswordPage token={new URLSearchParams(hash).get('token') ?? ''} />;
}
