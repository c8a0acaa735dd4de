import { useEffect, useState, useSyncExternalStore } from 'react';
import { forgetAccount } from '~/client/lib/account-storage';
import { atBase } from '~/client/lib/base-path';
import { onPageRestored } from '~/client/lib/page-restored';
import { post, restMessage } from '~/client/lib/rest';
import { toast } from '~/client/lib/toast';
import { TopBar } from '~/client/ui/page/top-bar';
import { accountMenuWords as words } from '~/client/words/account-menu';
import { type SiteSession, siteSession } from './session-store';

const loadingSession: SiteSession = { state: 'loading' };

/** The navigation bar of the public pages. */
export function SiteBar({ path }: { path: string }) {
  const session = useSyncExternalStore(siteSession.subscribe, siteSession.get, () => loadingSession);
  const [isSigningOut, setIsSigningOut] = useState(false);
  useEffect(
    () =>
      onPageRestored(() => {
        setIsSigningOut(false);
        void siteSession.load();
      }),
    [],
  );

  async function signOut() {
    setIsSigningOut(true);
    try {
      await post('/api/logout');
      if (session.state === 'in') forgetAccount(session.userId);
      window.location.assign(atBase('/'));
    } catch (cause) {
      setIsSigningOut(false);
      toast({ kind: 'error', title: words.signOutFailed, description: restMessage(cause, words.signOutFailed) });
    }
  }

  return (
    <TopBar
      path={path}
      email={session.state === 'in' ? session.email : session.state === 'loading' ? undefined : null}
      onSignOut={() => void signOut()}
      isSigningOut={isSigningOut}
    />
  );
}
