import { Section } from '~/client/ui/content/card';
import { settingsWords as words } from '~/client/words/settings';
import type { CurrentUser } from '~/shared/schemas/auth';
import { PasswordForm } from './password-form';
import { SessionsSection } from './sessions-section';
import { SettingsSections } from './settings-sections';
import { TokensSection } from './tokens-section';

/** The password, and what else lets somebody into the account. */
export function PasswordTab({ user }: { user: CurrentUser }) {
  return (
    <SettingsSections>
      <Section title={words.passwordHeading} description={words.passwordNote}>
        <PasswordForm user={user} />
      </Section>
      <SessionsSection />
      <TokensSection />
    </SettingsSections>
  );
}
