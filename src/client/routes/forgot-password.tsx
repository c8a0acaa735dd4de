import { createFileRoute } from '@tanstack/react-router';
import { authWords as words } from '~/client/words/auth';
import { ForgotPasswordPage } from '../features/auth/forgot-password-page';
import { useDocumentTitle } from '../hooks/use-document-title';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordRoute });

function ForgotPasswordRoute() {
  useDocumentTitle(words.forgotTitle);
  return <ForgotPasswordPage />;
}
