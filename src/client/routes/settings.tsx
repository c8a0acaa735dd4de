import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { adminSection } from '~/client/features/admin/admin-section';
import { requireUser } from '~/client/features/auth/guards';
import { SettingsPage } from '~/client/features/settings/settings-page';
import { type SettingsTab, settingsTab } from '~/client/features/settings/settings-tab';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { settingsWords } from '~/client/words/settings';
import { type SignInProblem, signInProblem } from '~/shared/sign-in-problems';

/** Few people are administrators: theirs comes when they open it. */
const AdminTab = lazy(() => import('~/client/features/admin/admin-tab'));

const SecondFactorSection = lazy(() => import('~/client/features/second-factor/second-factor-section'));

export const Route = createFileRoute('/settings')({
  // The key is always set: what a route does not name comes through from the address unchecked.
  // `section` is left as it is: it is checked below, outside what every page loads.
  validateSearch: ({
    tab,
    problem,
  }): { tab?: SettingsTab | undefined; section?: unknown; problem?: SignInProblem | undefined } => ({
    tab: settingsTab(tab),
    problem: signInProblem(problem),
  }),
  beforeLoad: requireUser,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  // What each visit reads anew is left to the sections, which would ask for it a second time.
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
  const { tab = 'profile', section, problem } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <TopMenu />
      <SettingsPage
        tab={tab}
        problem={problem}
        // The default needs no mention in the address.
        onTab={(next) => void navigate({ search: { tab: next === 'profile' ? undefined : next } })}
        secondFactor={
          <Suspense fallback={<Skeleton height="32" />}>
            <SecondFactorSection />
          </Suspense>
        }
        admin={
          <Suspense>
            <AdminTab
              section={adminSection(section) ?? 'users'}
              onSection={(next) =>
                void navigate({ search: { tab: 'admin', section: next === 'users' ? undefined : next } })
              }
            />
          </Suspense>
        }
      />
    </>
  );
}
