import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { type AdminView, adminView, adminViewParams } from '~/client/features/admin/admin-view';
import { requireUser } from '~/client/features/auth/guards';
import { SettingsPage } from '~/client/features/settings/settings-page';
import { type SettingsTab, settingsTab } from '~/client/features/settings/settings-tab';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { settingsWords } from '~/client/words/settings';
import { type SignInProblem, signInProblem } from '~/shared/sign-in-problems';

/** Loaded on demand, because few users are administrators. */
const AdminTab = lazy(() => import('~/client/features/admin/admin-tab'));

const SecondFactorSection = lazy(() => import('~/client/features/second-factor/second-factor-section'));

export const Route = createFileRoute('/settings')({
  // Always sets the key: the router passes search parameters through unchecked if the route does not return them.
  // Those of the admin settings are passed unchecked and validated below, in code that other pages don't load.
  validateSearch: ({
    tab,
    problem,
  }): { tab?: SettingsTab | undefined; problem?: SignInProblem | undefined } & Partial<
    Record<keyof AdminView, unknown>
  > => ({
    tab: settingsTab(tab),
    problem: signInProblem(problem),
  }),
  beforeLoad: requireUser,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  // Sections that refetch on each visit load their own data; a prefetch would request it twice.
  loader({ context: { queryUtils }, deps: { tab = 'profile' } }) {
    if (tab === 'password') void queryUtils.identities.list.prefetch();
    if (tab !== 'profile') return;
    void queryUtils.emailConfirmation.status.prefetch();
    void queryUtils.account.instructions.prefetch();
    void queryUtils.account.chatPreferences.prefetch();
  },
  component: SettingsRoute,
});

function SettingsRoute() {
  useDocumentTitle(settingsWords.title);
  const { tab = 'profile', section, search, group, kind, problem } = Route.useSearch();
  const navigate = Route.useNavigate();
  const view = useMemo(() => adminView({ section, search, group, kind }), [section, search, group, kind]);
  const onView = useCallback(
    (next: AdminView, { replace = false } = {}) =>
      void navigate({ search: { tab: 'admin', ...adminViewParams(next) }, replace, resetScroll: !replace }),
    [navigate],
  );
  return (
    <>
      <TopMenu />
      <SettingsPage
        tab={tab}
        problem={problem}
        // The default tab is omitted from the URL.
        onTab={(next) => void navigate({ search: { tab: next === 'profile' ? undefined : next } })}
        secondFactor={
          <Suspense fallback={<Skeleton height="32" />}>
            <SecondFactorSection />
          </Suspense>
        }
        admin={
          <Suspense>
            <AdminTab view={view} onView={onView} />
          </Suspense>
        }
      />
    </>
  );
}
