import { useLocation } from '@tanstack/react-router';
import { useSignOut } from '~/client/lib/session';
import { trpc } from '~/client/lib/trpc';
import { TopBar } from '~/client/ui/page/top-bar';

/** The bar above the application's own pages. */
export function TopMenu() {
  const { pathname } = useLocation();
  const session = trpc.auth.user.useQuery();
  const signOut = useSignOut();
  return (
    <TopBar
      path={pathname}
      email={session.data === null ? null : session.data?.email}
      onSignOut={() => signOut.mutate()}
      isSigningOut={signOut.isPending || signOut.isSuccess}
    />
  );
}
