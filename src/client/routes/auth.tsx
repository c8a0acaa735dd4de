import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '~/client/features/auth/auth-page';
import { requireVisitor } from '~/client/features/auth/guards';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { authWords as words } from '~/client/words/auth';
import { safeRedirect } from '~/shared/safe-redirect';
import { type SignInProblem, signInProblem } from '~/shared/sign-in-problems';

export const Route = createFileRoute('/auth')({
  // The key is always set: what a route does not name comes through from the address unchecked.
  validateSearch: (search): { redirect?: string | undefined; problem?: SignInProblem | undefined } => ({
    redirect: safeRedirect(search.redirect),
    problem: signInProblem(search.problem),
  }),
  beforeLoad: async ({ context, search }) => {
    // In one request with the session, so that the page is drawn once.
    const config = context.queryUtils.auth.config.prefetch();
    await requireVisitor({ context }, search.redirect);
    await config;
  },
  component: AuthRoute,
});

function AuthRoute() {
  useDocumentTitle(words.signInTitle);
  const { redirect, problem } = Route.useSearch();
  return <AuthPage redirect={redirect} problem={problem} />;
}
