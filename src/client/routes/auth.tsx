import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AuthPage } from '~/client/features/auth/auth-page';
import { requireVisitor } from '~/client/features/auth/guards';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { authWords as words } from '~/client/words/auth';
import { safeRedirect } from '~/shared/safe-redirect';
import { type SignInProblem, signInProblem } from '~/shared/sign-in-problems';

/** Loaded on demand, because few installations require a second factor. */
const RequiredSetup = lazy(() => import('~/client/features/second-factor/required-setup'));

export const Route = createFileRoute('/auth')({
  // Always sets the key: the router passes search parameters through unchecked if the route does not return them.
  validateSearch: (
    search,
  ): { redirect?: string | undefined; problem?: SignInProblem | undefined; step?: 'code' | undefined } => ({
    redirect: safeRedirect(search.redirect),
    problem: signInProblem(search.problem),
    step: search.step === 'code' ? search.step : undefined,
  }),
  beforeLoad: async ({ context, search }) => {
    // Batched with the session, so that the page renders once.
    const config = context.queryUtils.auth.config.prefetch();
    await requireVisitor({ context }, search.redirect);
    await config;
  },
  component: AuthRoute,
});

function AuthRoute() {
  useDocumentTitle(words.signInTitle);
  const { redirect, problem, step } = Route.useSearch();
  return (
    <AuthPage
      redirect={redirect}
      problem={problem}
      step={step}
      requiredSetup={
        <Suspense>
          <RequiredSetup redirect={redirect ?? '/qchat'} />
        </Suspense>
      }
    />
  );
}
