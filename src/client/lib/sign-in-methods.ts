import { trpc } from './trpc';

/**
 * How the user of this account shows that it is them: by their password, or without one by a new sign-in at their
 * provider. Until it is known the password is asked for; the server decides in any case.
 */
export function useProof() {
  const { data } = trpc.identities.list.useQuery();
  return {
    needsPassword: data?.hasPassword !== false,
    isConfirmed: data?.isConfirmed ?? false,
    confirmWith: data?.confirmWith ?? [],
  };
}

export type Proof = ReturnType<typeof useProof>;
