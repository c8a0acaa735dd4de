import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '~/client/features/auth/forgot-password-page';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { authWords as words } from '~/client/words/auth';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordRoute });

function ForgotPasswordRoute() {
  useDocumentTitle(words.forgotTitle);
  return <ForgotPasswordPage />;
}
