import { useMutation } from '@tanstack/react-query';
import { passkeyWords as words } from '~/client/words/passkeys';
import { askPasskey, canUsePasskeys, passkeyProblem } from './passkeys';
import { toast } from './toast';
import { trpc, trpcClient } from './trpc';

/**
 * How the user of this account shows that it is them: by their password or a passkey, or without a password by a new
 * sign-in at their provider. Until it is known the password is asked for; the server decides in any case.
 */
export function useProof() {
  const utils = trpc.useUtils();
  const { data } = trpc.identities.list.useQuery();
  const isPasskeyConfirmed = data?.isPasskeyConfirmed ?? false;
  const passkey = useMutation({
    async mutationFn() {
      const { options } = await trpcClient.passkeys.confirmOptions.mutate();
      await trpcClient.passkeys.confirm.mutate({ response: await askPasskey(options) });
      await utils.identities.list.invalidate();
    },
    onError: (cause) => toast({ kind: 'error', title: words.confirmFailed, description: passkeyProblem(cause) }),
  });
  return {
    needsPassword: data?.hasPassword !== false && !isPasskeyConfirmed,
    isConfirmed: isPasskeyConfirmed || (data?.isConfirmed ?? false),
    isPasskeyConfirmed,
    confirmWith: data?.confirmWith ?? [],
    /** Absent where no passkey of the account can be used. */
    passkey:
      data?.hasPasskey && canUsePasskeys()
        ? { confirm: () => passkey.mutate(), isPending: passkey.isPending }
        : undefined,
  };
}

export type Proof = ReturnType<typeof useProof>;
