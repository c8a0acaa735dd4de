import { chakra, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { trpc } from '~/client/lib/trpc';
import { type TabItem, Tabs } from '~/client/ui/tabs';
import { settingsWords as words } from '~/client/words/settings';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';
import { SettingsSection } from './settings-section';
import type { SettingsTab } from './settings-tab';

interface SettingsPageProps {
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
  /** What administrators find under their tab; rendered for nobody else. */
  admin: ReactNode;
}

export function SettingsPage({ tab, onTab, admin }: SettingsPageProps) {
  const { data: user } = trpc.auth.user.useQuery();
  // Blank until it is known whose settings these are.
  if (!user) return null;
  const items: TabItem<SettingsTab>[] = [
    {
      value: 'profile',
      label: words.profileTab,
      content: (
        <Column>
          <SettingsSection title={words.profileHeading}>
            <ProfileForm user={user} />
          </SettingsSection>
        </Column>
      ),
    },
    {
      value: 'password',
      label: words.passwordTab,
      content: (
        <Column>
          <SettingsSection title={words.passwordHeading} note={words.passwordNote}>
            <PasswordForm user={user} />
          </SettingsSection>
        </Column>
      ),
    },
  ];
  if (user.isAdmin) items.push({ value: 'admin', label: words.adminTab, content: <Wide>{admin}</Wide> });
  // A link to the administrators' tab leads everyone else to their profile.
  const shown = items.some(({ value }) => value === tab) ? tab : 'profile';
  return (
    <chakra.main maxWidth="page" mx="auto" px={{ base: '4', md: '6' }} py={{ base: '8', md: '12' }}>
      <Text as="h1" textStyle="title" mb="6">
        {words.title}
      </Text>
      <Tabs label={words.tabsLabel} items={items} value={shown} onChange={onTab} />
    </chakra.main>
  );
}

const Column = chakra('div', { base: { maxWidth: '36rem', mt: '8' } });
const Wide = chakra('div', { base: { mt: '8' } });
