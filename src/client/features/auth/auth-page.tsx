import { Stack } from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { type FocusEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { atBase } from '~/client/lib/base-path';
import { canUsePasskeys } from '~/client/lib/passkeys';
import { trpc } from '~/client/lib/trpc';
import { Tabs } from '~/client/ui/content/tabs';
import { PageSpinner } from '~/client/ui/feedback/page-spinner';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { authWords as words } from '~/client/words/auth';
import { brand } from '~/shared/brand';
import type { SignInProblem } from '~/shared/sign-in-problems';
import { AuthFrame } from './auth-frame';
import { saveTypedEmail, typedEmail } from './typed-email';

// Preloads the form library while the session is loading.
const loadSignIn = () => import('./sign-in-form');
const SignInForm = lazy(async () => ({ default: (await loadSignIn()).SignInForm }));
const CodeForm = lazy(async () => ({ default: (await import('./code-form')).CodeForm }));
const PasskeyButton = lazy(async () => ({ default: (await import('./passkey-button')).PasskeyButton }));
const ProviderButtons = lazy(async () => ({ default: (await import('./provider-buttons')).ProviderButtons }));
const ProviderProblem = lazy(async () => ({ default: (await import('./provider-buttons')).ProviderProblem }));
const SignUp = lazy(async () => ({ default: (await import('./sign-up')).SignUp }));

interface AuthPageProps {
  /** The page to open after sign-in; a path of this site. */
  redirect?: string | undefined;
  /** Why sign-in with a provider failed. */
  problem?: SignInProblem | undefined;
  /** `code`: the password or the provider's confirmation was accepted, and the second factor is still missing. */
  step?: 'code' | undefined;
  /** For signed-in users who lack a required second factor; not rendered otherwise. */
  requiredSetup: ReactNode;
}

export function AuthPage({ redirect = '/qchat', problem, step, requiredSetup }: AuthPageProps) {
  const session = trpc.auth.user.useQuery();
  const { data: config } = trpc.auth.config.useQuery();
  const mustSetUp = session.data?.mustSetUpSecondFactor === true;
  const isSignedIn = Boolean(session.data) && !mustSetUp;
  useRedirectWhenSignedIn(isSignedIn, redirect);
  useEffect(() => void loadSignIn().catch(() => {}), []);
  const [tab, setTab] = useState(tabOfAddress);
  const [email, setEmail] = useState(typedEmail);
  if (isSignedIn) return <PageSpinner />;
  if (mustSetUp) return <AuthFrame title={words.requiredTitle}>{requiredSetup}</AuthFrame>;
  if (step === 'code')
    return <AuthFrame title={words.codeTitle}>{inSuspense(<CodeForm redirect={redirect} />)}</AuthFrame>;
  const hasForm = config?.hasPasswordSignIn !== false;
  /** Shares the typed email between the tabs and the password reset page. */
  function keepEmail({ target }: FocusEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement && target.name === 'email') {
      setEmail(target.value);
      saveTypedEmail(target.value);
    }
  }
  return (
    <AuthFrame title={words.tagline(brand.chat)} isTagline>
      <Stack gap="6" onBlur={keepEmail}>
        {problem && (
          <Suspense>
            <ProviderProblem problem={problem} />
          </Suspense>
        )}
        {hasForm && (
          <Tabs
            label={words.tabs}
            fitted
            value={tab}
            onChange={setTab}
            items={[
              { value: 'sign-in', label: words.signIn, content: inSuspense(<SignInForm email={email} />) },
              { value: 'sign-up', label: words.signUp, content: inSuspense(<SignUp email={email} />) },
            ]}
          />
        )}
        {hasForm && config && canUsePasskeys() && (
          <Suspense>
            <PasskeyButton />
          </Suspense>
        )}
        {config && config.providers.length > 0 && (
          <Suspense>
            <ProviderButtons providers={config.providers} redirect={redirect} hasForm={hasForm} />
          </Suspense>
        )}
      </Stack>
    </AuthFrame>
  );
}

/** After sign-in, opens the requested page, which replaces the sign-in screen in the history. */
function useRedirectWhenSignedIn(isSignedIn: boolean, redirect: string) {
  const { history } = useRouter();
  useEffect(() => {
    if (!isSignedIn) return;
    // Shared pages are not part of the single-page application.
    if (redirect.startsWith('/s/')) location.replace(atBase(redirect));
    else history.replace(atBase(redirect));
  }, [isSignedIn, redirect, history]);
}

/** Links for new users point to `/auth#sign-up`, which opens the second tab. */
const tabOfAddress = (): 'sign-in' | 'sign-up' => (window.location.hash === '#sign-up' ? 'sign-up' : 'sign-in');

const inSuspense = (form: ReactNode) => <Suspense fallback={<Skeleton height="80" />}>{form}</Suspense>;
