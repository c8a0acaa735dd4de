import { Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ChartLine, CircleUserRound, House, LogOut, Settings } from 'lucide-react';
import { errorMessage } from '~/client/lib/error-message';
import { useSignOut } from '~/client/lib/session';
import { trpc } from '~/client/lib/trpc';
import { Menu, MenuItem, MenuSeparator } from '~/client/ui/menu';
import { PageLink } from '~/client/ui/page-link';
import { toast } from '~/client/ui/toast';
import { userMenuWords as words } from '~/client/words/user-menu';
import { brand } from '~/shared/brand';

/** Who is signed in, the ways to the rest of the product, and the way out. */
export function UserMenu() {
  const { data: user } = trpc.auth.user.useQuery();
  const signOut = useSignOut({
    onError: (cause) => toast({ kind: 'error', title: words.signOutFailed, description: errorMessage(cause) }),
  });
  const isLeaving = signOut.isPending || signOut.isSuccess;
  return (
    <Menu
      label={words.account}
      opener={<CircleUserRound size={18} strokeWidth={1.5} />}
      header={
        <>
          <Text textStyle="caption" color="fg.subtle">
            {words.signedInAs}
          </Text>
          <Text truncate title={user?.email}>
            {user?.email}
          </Text>
        </>
      }
    >
      <MenuItem asChild>
        <Link to="/settings">
          <Settings size={16} strokeWidth={1.5} />
          {words.settings}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/qinvest">
          <ChartLine size={16} strokeWidth={1.5} />
          {brand.invest}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <PageLink href="/">
          <House size={16} strokeWidth={1.5} />
          {words.startPage}
        </PageLink>
      </MenuItem>
      <MenuSeparator />
      <MenuItem staysOpen aria-disabled={isLeaving || undefined} onClick={() => !isLeaving && signOut.mutate()}>
        <LogOut size={16} strokeWidth={1.5} />
        {words.signOut}
      </MenuItem>
    </Menu>
  );
}
