import { createFileRoute } from '@tanstack/react-router';
import { authWords as words } from '~/client/words/auth';
import { AuthPage } from '../features/auth/auth-page';
import { useDocumentTitle } from '../hooks/use-document-title';
import { safeRedirect } from '../lib/safe-redirect';

export const Route = createFileRoute('/auth')({
  // The key is always set: what a route does not name comes through from the address unchecked.
  validateSearch: (search): { redirect?: string } => ({ redirect: safeRedirect(search.redirect) }),
  component: AuthRoute,
});

function AuthRoute() {
  useDocumentTitle(words.signInTitle);
  const { redirect } = Route.useSearch();
  return <AuthPage redirect={redirect} />;
}
