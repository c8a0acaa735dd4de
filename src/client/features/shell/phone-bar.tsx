import { Flex } from '@chakra-ui/react';
import { CircleUserRound } from 'lucide-react';
import { useSignOut } from '~/client/lib/session';
import { AccountMenu } from '~/client/ui/menu/account-menu';
import { ThemeSwitch } from '~/client/ui/menu/theme-switch';
import { Logo } from '~/client/ui/page/logo';
import { PageLink } from '~/client/ui/page/page-link';
import { StickyHeader } from '~/client/ui/page/sticky-header';
import { topBarWords as words } from '~/client/words/top-bar';
import { brand } from '~/shared/brand';

/** Shown above a page on a phone: the items at the two ends of a wide window's rail. */
export function PhoneBar({ email }: { email: string }) {
  const signOut = useSignOut();
  return (
    <StickyHeader data-screen-only hideFrom="md">
      <Flex align="center" justify="space-between" height="14" pl="4" pr="2">
        <PageLink href="/" aria-label={`${brand.company} ${words.home}`}>
          <Logo size={24} />
        </PageLink>
        <Flex gap="1">
          <ThemeSwitch />
          <AccountMenu
            opener={<CircleUserRound size={18} strokeWidth={1.5} />}
            email={email}
            onSignOut={() => signOut.mutate()}
            isSigningOut={signOut.isPending || signOut.isSuccess}
          />
        </Flex>
      </Flex>
    </StickyHeader>
  );
}
