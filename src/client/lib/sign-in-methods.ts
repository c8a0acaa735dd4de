import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { passkeyWords as words } from '~/client/words/passkeys';
import { askPasskey, canUsePasskeys, passkeyProblem } from './passkeys';
import { toast } from './toast';
import { trpc, trpcClient } from './trpc';

/**
 * How users confirm their identity before a sensitive action: with their password or a passkey, or with a new sign-in
 * at their provider if they have no password. Requires the password until that is loaded; the server checks it in any
 * case.
 */
export function useProof() {
  const utils = trpc.useUtils();
  const { data } = trpc.identities.list.useQuery(undefined, {
    // A confirmation ends after some minutes, so the data goes stale by age.
    refetchOnMount: 'always',
    // Not after an error, which would repeat the request for as long as the server is unreachable.
    refetchInterval: ({ state }) => (state.error ? false : (state.data?.confirmedForMs ?? false)),
    refetchIntervalInBackground: true,
  });
  const isPasskeyConfirmed = data?.isPasskeyConfirmed ?? false;
  const isConfirmed = isPasskeyConfirmed || (data?.isConfirmed ?? false);
  useReloadAfterErrors(isConfirmed);
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
    /** Whether changing the second factor, or adding a way to sign in, requires a code. */
    needsCode: (data?.hasSecondFactor ?? false) && !isPasskeyConfirmed,
    /** False for accounts with only passkeys, whose code is a recovery code. */
    hasApp: data?.hasApp !== false,
    isConfirmed,
    isPasskeyConfirmed,
    confirmWith: data?.confirmWith ?? [],
    /** Undefined if the account has no passkey or the browser can't use it. */
    passkey:
      data?.hasPasskey && canUsePasskeys()
        ? { confirm: () => passkey.mutate(), isPending: passkey.isPending }
        : undefined,
  };
}

interface Needs {
  needsPassword: boolean;
  needsCode: boolean;
}

/** The fields of a form that asks for a proof, for `secondFactorProof.pick()`. */
export const requiredProof = ({ needsPassword, needsCode }: Needs) => ({
  ...(needsPassword && { password: true as const }),
  ...(needsCode && { code: true as const }),
});

export const enteredProof = ({ needsPassword, needsCode }: Needs, proof: { password: string; code: string }) => ({
  ...(needsPassword && { password: proof.password }),
  ...(needsCode && { code: proof.code }),
});

/** A failed request may mean that the confirmation has ended, for example on a computer that was asleep. */
function useReloadAfterErrors(isConfirmed: boolean): void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isConfirmed) return;
    return queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') void utils.identities.list.invalidate();
    });
  }, [isConfirmed, queryClient, utils]);
}
