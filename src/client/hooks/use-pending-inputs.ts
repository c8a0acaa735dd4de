import { useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';

type AnyMutation = Parameters<typeof getMutationKey>[0];
type InputOf<Mutation extends AnyMutation> = NonNullable<ReturnType<Mutation['useMutation']>['variables']>;

/**
 * The inputs of a mutation's pending requests, oldest first. Switches show them over the stored values. They disappear
 * when a request fails, so a switch never shows a choice that was not saved.
 */
export function usePendingInputs<Mutation extends AnyMutation>(mutation: Mutation): InputOf<Mutation>[] {
  return useMutationState({
    filters: { mutationKey: getMutationKey(mutation), exact: true, status: 'pending' },
    // The key selects only requests of this mutation.
    select: ({ state }) => state.variables as InputOf<Mutation>,
  });
}
