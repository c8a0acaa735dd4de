import { Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { canUsePasskeys } from '~/client/lib/passkeys';
import { useSignOut } from '~/client/lib/session';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { passkeyWords } from '~/client/words/passkeys';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { AddPasskey } from './add-passkey';
import { SetUpApp } from './set-up-app';

/** The only page available until a required second factor is set up. Default export for `lazy`. */
export default function RequiredSetup({ redirect }: { redirect: string }) {
  const utils = trpc.useUtils();
  const signOut = useSignOut();
  const [isPasskey, setIsPasskey] = useState(false);
  const [hasCodes, setHasCodes] = useState(false);
  const steps = {
    page: redirect,
    onCodes: () => setHasCodes(true),
    // The page detects that nothing is missing and redirects.
    onDone: () => void utils.auth.user.invalidate(),
  };
  return (
    <Stack gap="6">
      <Text color="fg.muted" textAlign="center">
        {words.requiredHint}
      </Text>
      {isPasskey ? <AddPasskey {...steps} /> : <SetUpApp {...steps} />}
      {canUsePasskeys() && !hasCodes && (
        <Button onClick={() => setIsPasskey(!isPasskey)}>
          {isPasskey ? passkeyWords.setUpAppInstead : passkeyWords.setUpInstead}
        </Button>
      )}
      <Button variant="ghost" pending={signOut.isPending} onClick={() => signOut.mutate()}>
        {words.signOut}
      </Button>
    </Stack>
  );
}
