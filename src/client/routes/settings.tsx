import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Protected } from '../features/auth/guards';
import { SettingsPage } from '../features/settings/settings-page';
import { type SettingsTab, settingsTab } from '../features/settings/settings-tab';
import { TopMenu } from '../features/shell/top-menu';
import { useDocumentTitle } from '../hooks/use-document-title';
import { settingsWords } from '../words/settings';

/** Few people are administrators: theirs comes when they open it. */
const AdminTab = lazy(() => import('../features/admin/admin-tab'));

export const Route = createFileRoute('/settings')({
  // The key is always set: what a route does not name comes through from the address unchecked.
  validateSearch: ({ tab }): { tab?: SettingsTab } => ({ tab: settingsTab(tab) }),
  component: SettingsRoute,
});

function SettingsRoute() {
  useDocumentTitle(settingsWords.title);
  const { tab = 'profile' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Protected>
      <TopMenu />
      <SettingsPage
        tab={tab}
        // The default needs no mention in the address.
        onTab={(next) => void navigate({ search: { tab: next === 'profile' ? undefined : next } })}
        admin={
          <Suspense>
            <AdminTab />
          </Suspense>
        }
      />
    </Protected>
  );
}
