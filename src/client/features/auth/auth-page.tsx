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
import { keepTypedEmail, typedEmail } from './typed-email';

// The forms bring their library along. It loads while the session is being read.
const loadSignIn = () => import('./sign-in-form');
const SignInForm = lazy(async () => ({ default: (await loadSignIn()).SignInForm }));
const CodeForm = lazy(async () => ({ default: (await import('./code-form')).CodeForm }));
const PasskeyButton = lazy(async () => ({ default: (await import('./passkey-button')).PasskeyButton }));
const ProviderButtons = lazy(async () => ({ default: (await import('./provider-buttons')).ProviderButtons }));
const ProviderProblem = lazy(async () => ({ default: (await import('./provider-buttons')).ProviderProblem }));
const SignUp = lazy(async () => ({ default: (await import('./sign-up')).SignUp }));

interface AuthPageProps {
  /** Where the person was going; a path of this site. */
  redirect?: string | undefined;
  /** Why a sign-in at a provider failed. */
  problem?: SignInProblem | undefined;
  /** `code`: the password was right, or the provider has confirmed the user, and the second factor is missing. */
  step?: 'code' | undefined;
  /** For signed-in users without a second factor where it is required; rendered for nobody else. */
  requiredSetup: ReactNode;
}

export function AuthPage({ redirect = '/qchat', problem, step, requiredSetup }: AuthPageProps) {
  const session = trpc.auth.user.useQuery();
  const { data: config } = trpc.auth.config.useQuery();
  const mustSetUp = session.data?.mustSetUpSecondFactor === true;
  const isSignedIn = Boolean(session.data) && !mustSetUp;
  useMoveOn(isSignedIn, redirect);
  useEffect(() => void loadSignIn().catch(() => {}), []);
  const [tab, setTab] = useState(tabOfAddress);
  const [email, setEmail] = useState(typedEmail);
  if (isSignedIn) return <PageSpinner />;
  if (mustSetUp) return <AuthFrame title={words.requiredTitle}>{requiredSetup}</AuthFrame>;
  if (step === 'code') return <AuthFrame title={words.codeTitle}>{drawn(<CodeForm redirect={redirect} />)}</AuthFrame>;
  const hasForm = config?.hasPasswordSignIn !== false;
  /** An address typed in one tab is there in the other, and on the way back to a forgotten password. */
  function keepEmail({ target }: FocusEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement && target.name === 'email') {
      setEmail(target.value);
      keepTypedEmail(target.value);
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
              { value: 'sign-in', label: words.signIn, content: drawn(<SignInForm email={email} />) },
              { value: 'sign-up', label: words.signUp, content: drawn(<SignUp email={email} />) },
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

/** Just signed in: on to the requested page, which replaces the sign-in screen in the history. */
function useMoveOn(isSignedIn: boolean, redirect: string) {
  const { history } = useRouter();
  useEffect(() => {
    if (!isSignedIn) return;
    // A shared page is not part of the application.
    if (redirect.startsWith('/s/')) location.replace(atBase(redirect));
    else history.replace(atBase(redirect));
  }, [isSignedIn, redirect, history]);
}

/** `/auth#sign-up`, as the links for newcomers have it, opens the second tab. */
const tabOfAddress = (): 'sign-in' | 'sign-up' => (window.location.hash === '#sign-up' ? 'sign-up' : 'sign-in');

const drawn = (form: ReactNode) => <Suspense fallback={<Skeleton height="80" />}>{form}</Suspense>;
