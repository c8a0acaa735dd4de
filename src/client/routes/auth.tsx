import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '~/client/features/auth/auth-page';
import { requireVisitor } from '~/client/features/auth/guards';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { safeRedirect } from '~/client/lib/safe-redirect';
import { authWords as words } from '~/client/words/auth';

export const Route = createFileRoute('/auth')({
  // The key is always set: what a route does not name comes through from the address unchecked.
  validateSearch: (search): { redirect?: string | undefined } => ({ redirect: safeRedirect(search.redirect) }),
  beforeLoad: ({ context, search }) => requireVisitor({ context }, search.redirect),
  component: AuthRoute,
});

function AuthRoute() {
  useDocumentTitle(words.signInTitle);
  const { redirect } = Route.useSearch();
  return <AuthPage redirect={redirect} />;
}
