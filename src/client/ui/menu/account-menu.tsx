import { Text } from '@chakra-ui/react';
import { Library, LogOut, type LucideIcon, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '~/client/ui/feedback/spinner';
import { PageLink } from '~/client/ui/page/page-link';
import { accountMenuWords as words } from '~/client/words/account-menu';
import { Menu, MenuItem, MenuSeparator } from './menu';

interface AccountMenuProps {
  opener: ReactNode;
  email: string | undefined;
  onSignOut: () => void;
  isSigningOut: boolean;
  /** More MenuPage items. */
  children?: ReactNode;
}

/** The menu of the signed-in user, with settings and sign-out. */
export function AccountMenu({ opener, email, onSignOut, isSigningOut, children }: AccountMenuProps) {
  return (
    <Menu
      label={words.account}
      opener={opener}
      header={
        <>
          <Text textStyle="caption" color="fg.subtle">
            {words.signedInAs}
          </Text>
          <Text truncate title={email}>
            {email}
          </Text>
        </>
      }
    >
      <MenuPage href="/settings" Icon={Settings}>
        {words.settings}
      </MenuPage>
      <MenuPage href="/collections" Icon={Library}>
        {words.collections}
      </MenuPage>
      {children}
      <MenuSeparator />
      <MenuItem
        staysOpen
        aria-disabled={isSigningOut || undefined}
        onClick={() => {
          if (!isSigningOut) onSignOut();
        }}
      >
        {isSigningOut ? <Spinner size="4" label={null} /> : <LogOut size={16} strokeWidth={1.5} />}
        {words.signOut}
      </MenuItem>
    </Menu>
  );
}

interface MenuPageProps {
  href: string;
  Icon: LucideIcon;
  children: string;
}

/** A menu item that links to one of our pages. */
export function MenuPage({ href, Icon, children }: MenuPageProps) {
  return (
    <MenuItem asChild>
      <PageLink href={href}>
        <Icon size={16} strokeWidth={1.5} />
        {children}
      </PageLink>
    </MenuItem>
  );
}
