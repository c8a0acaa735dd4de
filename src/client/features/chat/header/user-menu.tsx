import { Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { CircleUserRound, LogOut, Settings } from 'lucide-react';
import { errorMessage } from '~/client/lib/error-message';
import { useSignOut } from '~/client/lib/session';
import { trpc } from '~/client/lib/trpc';
import { Menu, MenuItem } from '~/client/ui/menu';
import { toast } from '~/client/ui/toast';
import { userMenuWords as words } from '~/client/words/user-menu';

/** Who is signed in, the way to their settings, and the way out. */
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
      <MenuItem staysOpen aria-disabled={isLeaving || undefined} onClick={() => !isLeaving && signOut.mutate()}>
        <LogOut size={16} strokeWidth={1.5} />
        {words.signOut}
      </MenuItem>
    </Menu>
  );
}
