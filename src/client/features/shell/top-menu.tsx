import { useLocation } from '@tanstack/react-router';
import { trpc } from '~/client/lib/trpc';
import { TopBar } from '~/client/ui/page/top-bar';
import { PhoneBar } from './phone-bar';
import { shellPaths } from './shell-paths';

/**
 * Shown above the application's pages: the menu of the public pages for visitors, a bar on phones of signed-in users.
 */
export function TopMenu() {
  const { pathname } = useLocation();
  const { data: user } = trpc.auth.user.useQuery();
  if (user) return <PhoneBar email={user.email} />;
  const isWide = shellPaths.includes(pathname);
  return <TopBar path={pathname} isWide={isWide} email={null} onSignOut={() => {}} isSigningOut={false} />;
}
