import { lazy, Suspense, useState } from 'react';
import { Button } from '~/client/ui/form/button';
import { settingsWords as words } from '~/client/words/settings';
import type { CurrentUser } from '~/shared/schemas/auth';

/** Loaded on demand, because few users delete their account. */
const DeleteAccountDialog = lazy(() => import('./delete-account-dialog'));

export function DeleteAccount({ user }: { user: CurrentUser }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button alignSelf="start" color="danger" onClick={() => setIsOpen(true)}>
        {words.deleteAccount}
      </Button>
      {isOpen && (
        <Suspense>
          <DeleteAccountDialog email={user.email} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
