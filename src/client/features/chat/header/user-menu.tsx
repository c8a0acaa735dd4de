import { ChartLine, CircleUserRound, House } from 'lucide-react';
import { useSignOut } from '~/client/lib/session';
import { trpc } from '~/client/lib/trpc';
import { AccountMenu } from '~/client/ui/account-menu';
import { MenuItem } from '~/client/ui/menu';
import { PageLink } from '~/client/ui/page-link';
import { accountMenuWords as words } from '~/client/words/account-menu';
import { brand } from '~/shared/brand';

/** The chat has no bar above it: its menu leads to the rest of the product, too. */
export function UserMenu() {
  const { data: user } = trpc.auth.user.useQuery();
  const signOut = useSignOut();
  return (
    <AccountMenu
      opener={<CircleUserRound size={18} strokeWidth={1.5} />}
      email={user?.email}
      onSignOut={() => signOut.mutate()}
      isSigningOut={signOut.isPending || signOut.isSuccess}
    >
      <MenuItem asChild>
        <PageLink href="/qinvest">
          <ChartLine size={16} strokeWidth={1.5} />
          {brand.invest}
        </PageLink>
      </MenuItem>
      <MenuItem asChild>
        <PageLink href="/">
          <House size={16} strokeWidth={1.5} />
          {words.startPage}
        </PageLink>
      </MenuItem>
    </AccountMenu>
  );
}
