import { Text } from '@chakra-ui/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { settingsWords as words } from '~/client/words/settings';
import { providerWords } from '~/client/words/sign-in-providers';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { SignInProblem } from '~/shared/sign-in-problems';
import { PasswordForm } from './password-form';
import { SessionsSection } from './sessions-section';
import { SettingsSections } from './settings-sections';
import { TokensSection } from './tokens-section';

/** Loaded on demand, because few installations have sign-in providers. */
const ProvidersSection = lazy(() => import('./providers-section'));

interface PasswordTabProps {
  user: CurrentUser;
  /** Why sign-in with a provider failed. */
  problem?: SignInProblem | undefined;
  secondFactor: ReactNode;
}

/** The password, and the other ways to sign in to the account. */
export function PasswordTab({ user, problem, secondFactor }: PasswordTabProps) {
  const hasPassword = trpc.identities.list.useQuery().data?.hasPassword !== false;
  const hasProviders = (trpc.auth.config.useQuery().data?.providers.length ?? 0) > 0;
  return (
    <SettingsSections>
      <Section title={words.passwordHeading} {...(hasPassword && { description: words.passwordNote })}>
        {hasPassword ? <PasswordForm user={user} /> : <Text color="fg.muted">{providerWords.noPassword}</Text>}
      </Section>
      {secondFactor}
      {hasProviders && (
        <Suspense fallback={<Skeleton height="32" />}>
          <ProvidersSection problem={problem} />
        </Suspense>
      )}
      <SessionsSection />
      <TokensSection />
    </SettingsSections>
  );
}
