import { chakra } from '@chakra-ui/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { trpc } from '~/client/lib/trpc';
import { type TabItem, Tabs } from '~/client/ui/content/tabs';
import { Page } from '~/client/ui/page/page';
import { promptWords } from '~/client/words/prompts';
import { settingsWords as words } from '~/client/words/settings';
import { usageWords } from '~/client/words/usage';
import type { SignInProblem } from '~/shared/sign-in-problems';
import { PasswordTab } from './password-tab';
import { ProfileTab } from './profile-tab';
import type { SettingsTab } from './settings-tab';
import { useDrafts } from './use-drafts';

const PromptsTab = lazy(() => import('./prompts-tab'));
const UsageTab = lazy(() => import('./usage-tab'));

interface SettingsPageProps {
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
  /** The content of the admin tab; not rendered for other users. */
  admin: ReactNode;
  /** Shown below the password. */
  secondFactor: ReactNode;
  /** Why sign-in with a provider failed. */
  problem?: SignInProblem | undefined;
}

export function SettingsPage({ tab, onTab, admin, secondFactor, problem }: SettingsPageProps) {
  const { data: user } = trpc.auth.user.useQuery();
  const drafts = useDrafts(user?.id);
  // Blank until the user is loaded.
  if (!user) return null;
  const items: TabItem<SettingsTab>[] = [
    { value: 'profile', label: words.profileTab, content: <ProfileTab user={user} drafts={drafts} /> },
    {
      value: 'password',
      label: words.passwordTab,
      content: <PasswordTab user={user} problem={problem} secondFactor={secondFactor} />,
    },
    {
      value: 'prompts',
      label: promptWords.tab,
      content: (
        <Suspense>
          <PromptsTab isAdmin={user.isAdmin} />
        </Suspense>
      ),
    },
    {
      value: 'usage',
      label: usageWords.tab,
      content: (
        <Suspense>
          <UsageTab />
        </Suspense>
      ),
    },
  ];
  if (user.isAdmin) items.push({ value: 'admin', label: words.adminTab, content: <Panel>{admin}</Panel> });
  // For other users, a link to the admin tab opens their profile.
  const activeTab = items.some(({ value }) => value === tab) ? tab : 'profile';
  return (
    <Page title={words.title}>
      <div>
        <Tabs label={words.tabsLabel} items={items} value={activeTab} onChange={onTab} />
      </div>
    </Page>
  );
}

const Panel = chakra('div', { base: { mt: '8' } });
