import { Stack } from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { type FocusEvent, useEffect, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Tabs } from '~/client/ui/content/tabs';
import { PageSpinner } from '~/client/ui/feedback/page-spinner';
import { authWords as words } from '~/client/words/auth';
import { brand } from '~/shared/brand';
import { AuthFrame } from './auth-frame';
import { SignInForm } from './sign-in-form';
import { SignUp } from './sign-up';
import { keepTypedEmail, typedEmail } from './typed-email';

interface AuthPageProps {
  /** Where the person was going; a path of this site. */
  redirect?: string;
}

export function AuthPage({ redirect = '/qchat' }: AuthPageProps) {
  const session = trpc.auth.user.useQuery();
  const { history } = useRouter();
  const isSignedIn = Boolean(session.data);
  // Signed in already, or just now: on to where the person was going, with the sign-in screen left out of the history.
  useEffect(() => {
    if (isSignedIn) history.replace(redirect);
  }, [isSignedIn, redirect, history]);
  const [tab, setTab] = useState<'sign-in' | 'sign-up'>('sign-in');
  const [email, setEmail] = useState(typedEmail);
  if (session.isPending || isSignedIn) return <PageSpinner />;
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
        <Tabs
          label={words.tabs}
          fitted
          value={tab}
          onChange={setTab}
          items={[
            { value: 'sign-in', label: words.signIn, content: <SignInForm email={email} /> },
            { value: 'sign-up', label: words.signUp, content: <SignUp email={email} /> },
          ]}
        />
      </Stack>
    </AuthFrame>
  );
}
