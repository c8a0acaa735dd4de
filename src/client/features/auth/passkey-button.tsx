import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { askPasskey, passkeyProblem } from '~/client/lib/passkeys';
import { toast } from '~/client/lib/toast';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { passkeyWords as words } from '~/client/words/passkeys';

/** Signs in with a passkey, which identifies the account. `isSecond`: as the second factor, after the password. */
export function PasskeyButton({ isSecond = false }: { isSecond?: boolean }) {
  const utils = trpc.useUtils();
  const signIn = useMutation({
    async mutationFn() {
      const { passkeys, secondFactor } = trpcClient;
      const { options } = await (isSecond ? secondFactor.passkeyOptions : passkeys.signInOptions).mutate();
      const response = await askPasskey(options);
      return (isSecond ? secondFactor.signInWithPasskey : passkeys.signIn).mutate({ response });
    },
    // The page detects the session and redirects.
    onSuccess: (user) => utils.auth.user.setData(undefined, user),
    onError: (cause) => toast({ kind: 'error', title: words.signInFailed, description: passkeyProblem(cause) }),
  });
  return (
    <Button
      size="lg"
      variant={isSecond ? 'primary' : 'secondary'}
      pending={signIn.isPending}
      pendingLabel={words.signingIn}
      onClick={() => signIn.mutate()}
    >
      <Fingerprint size={18} strokeWidth={1.5} />
      {isSecond ? words.use : words.signIn}
    </Button>
  );
}
