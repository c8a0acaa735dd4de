import { ChartLine, CircleUserRound, House } from 'lucide-react';
import { useSignOut } from '~/client/lib/session';
import { trpc } from '~/client/lib/trpc';
import { AccountMenu, MenuPage } from '~/client/ui/menu/account-menu';
import { ThemeSwitch } from '~/client/ui/menu/theme-switch';
import { accountMenuWords as words } from '~/client/words/account-menu';
import { brand } from '~/shared/brand';

/** On a phone: the theme switch, and a menu with the rest of the product if a low window has no tab bar. */
export function HeaderEnd() {
  const { data: user } = trpc.auth.user.useQuery();
  const signOut = useSignOut();
  return (
    <>
      <ThemeSwitch />
      <AccountMenu
        opener={<CircleUserRound size={18} strokeWidth={1.5} />}
        email={user?.email}
        onSignOut={() => signOut.mutate()}
        isSigningOut={signOut.isPending || signOut.isSuccess}
      >
        <MenuPage href="/qinvest" Icon={ChartLine}>
          {brand.invest}
        </MenuPage>
        <MenuPage href="/" Icon={House}>
          {words.startPage}
        </MenuPage>
      </AccountMenu>
    </>
  );
}
