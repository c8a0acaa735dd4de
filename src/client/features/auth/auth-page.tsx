import { Box, Center, Stack, Text } from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { type FocusEvent, useEffect, useState } from 'react';
import { authWords as words } from '~/client/words/auth';
import { brand } from '~/shared/brand';
import { trpc } from '../../lib/trpc';
import { Logo } from '../../ui/logo';
import { PageSpinner } from '../../ui/page-spinner';
import { Tabs } from '../../ui/tabs';
import { ThemeSwitch } from '../../ui/theme-switch';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

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
  const [email, setEmail] = useState('');
  if (session.isPending || isSignedIn) return <PageSpinner />;
  /** An address typed in one tab is there in the other. */
  function keepEmail({ target }: FocusEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement && target.name === 'email') setEmail(target.value);
  }
  return (
    <Center as="main" position="relative" minHeight="100dvh" px="4" py="14">
      <Box position="absolute" top="2" right={{ base: '2', md: '4' }}>
        <ThemeSwitch />
      </Box>
      <Stack gap="8" width="full" maxWidth="form">
        <Stack align="center" gap="2" textAlign="center">
          <a href="/" aria-label={words.home(brand.company)}>
            <Logo size={30} />
          </a>
          <Text as="h1" textStyle="body" color="fg.muted">
            {words.tagline(brand.chat)}
          </Text>
        </Stack>
        <Stack gap="6" onBlur={keepEmail}>
          <Tabs
            label={words.tabs}
            fitted
            value={tab}
            onChange={setTab}
            items={[
              { value: 'sign-in', label: words.signIn, content: <SignInForm email={email} /> },
              { value: 'sign-up', label: words.signUp, content: <SignUpForm email={email} /> },
            ]}
          />
        </Stack>
      </Stack>
    </Center>
  );
}
