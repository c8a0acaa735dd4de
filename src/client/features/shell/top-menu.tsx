import { useLocation } from '@tanstack/react-router';
import { errorMessage } from '../../lib/error-message';
import { useSignOut } from '../../lib/session';
import { trpc } from '../../lib/trpc';
import { toast } from '../../ui/toast';
import { TopBar } from '../../ui/top-bar';
import { topBarWords as words } from '../../words/top-bar';

/** The bar above the application's own pages. */
export function TopMenu() {
  const { pathname } = useLocation();
  const session = trpc.auth.user.useQuery();
  const signOut = useSignOut({
    onError: (cause) => toast({ kind: 'error', title: words.signOutFailed, description: errorMessage(cause) }),
  });
  return (
    <TopBar
      path={pathname}
      email={session.data === null ? null : session.data?.email}
      onSignOut={() => signOut.mutate()}
      isSigningOut={signOut.isPending || signOut.isSuccess}
    />
  );
}
