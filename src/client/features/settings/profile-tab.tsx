import { Stack } from '@chakra-ui/react';
import { Section } from '~/client/ui/content/card';
import { settingsWords as words } from '~/client/words/settings';
import { brand } from '~/shared/brand';
import type { CurrentUser } from '~/shared/schemas/auth';
import { ChatPreferencesSection } from './chat-preferences-section';
import { ConfirmEmail } from './confirm-email';
import { DeleteAccount } from './delete-account';
import { ExportData } from './export-data';
import { FollowsSection } from './follows-section';
import { ImportSection } from './import-section';
import { InstructionsSection } from './instructions-section';
import { MemorySection } from './memory-section';
import { NotificationChoice } from './notification-choice';
import { ProfileForm } from './profile-form';
import { SchedulesSection } from './schedules-section';
import { SettingsSections } from './settings-sections';
import { SharesSection } from './shares-section';
import { StorageLine } from './storage-line';
import { ThemeChoice } from './theme-choice';
import type { Drafts } from './use-drafts';

interface ProfileTabProps {
  user: CurrentUser;
  drafts: Drafts;
}

export function ProfileTab({ user, drafts }: ProfileTabProps) {
  return (
    <SettingsSections>
      <Section title={words.profileHeading}>
        <ConfirmEmail email={user.email} />
        <ProfileForm user={user} drafts={drafts} />
      </Section>
      <Section title={words.instructionsHeading(brand.chat)} description={words.instructionsNote}>
        <InstructionsSection drafts={drafts} />
      </Section>
      <MemorySection />
      <Section title={words.chatHeading} description={words.chatNote}>
        <Stack gap="4">
          <ChatPreferencesSection />
          <NotificationChoice />
        </Stack>
      </Section>
      <Section title={words.themeHeading} description={words.themeNote}>
        <ThemeChoice />
      </Section>
      <FollowsSection />
      <SharesSection />
      <SchedulesSection />
      <Section title={words.exportHeading} description={words.exportNote}>
        <StorageLine />
        <ExportData />
      </Section>
      <ImportSection />
      <Section title={words.deleteHeading} description={words.deleteNote}>
        <DeleteAccount user={user} />
      </Section>
    </SettingsSections>
  );
}
