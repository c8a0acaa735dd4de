import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ResetPasswordPage } from '~/client/features/auth/reset-password-page';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { authWords as words } from '~/client/words/auth';

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordRoute });

function ResetPasswordRoute() {
  useDocumentTitle(words.resetTitle);
  const { hash } = useLocation();
  return <ResetPasswordPage token={new URLSearchParams(hash).get('token') ?? ''} />;
}
