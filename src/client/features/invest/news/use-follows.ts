import { useCallback, useMemo } from 'react';
import { usePendingInputs } from '~/client/hooks/use-pending-inputs';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { followWords as words } from '~/client/words/follows';

export interface Follows {
  isFollowed: (positionId: string) => boolean;
  toggle: (positionId: string) => void;
}

/** Undefined until the followed positions are loaded, so that no switch changes under the pointer. */
export function useFollows(): Follows | undefined {
  const utils = trpc.useUtils();
  const { data } = trpc.follows.settings.useQuery();
  const { mutate } = trpc.follows.follow.useMutation({
    // Runs sequentially, so that the last choice is the one stored.
    scope: { id: 'follows' },
    onSuccess({ isFollowed }, { id }) {
      utils.follows.settings.setData(
        undefined,
        (before) =>
          before && {
            ...before,
            choices: [...before.choices.filter(({ positionId }) => positionId !== id), { positionId: id, isFollowed }],
          },
      );
    },
    onError: (cause) => errorToast(words.followFailed, cause),
    // Not awaited, so that a choice that was not saved disappears at once.
    onSettled: () => void utils.follows.invalidate(),
  });
  const pending = usePendingInputs(trpc.follows.follow);
  const choices = useMemo(() => {
    const stored = data?.choices.map(({ positionId, isFollowed }) => [positionId, isFollowed] as const) ?? [];
    return new Map([...stored, ...pending.map(({ id, isFollowed }) => [id, isFollowed] as const)]);
  }, [data, pending]);
  const followsAll = data?.followsAll ?? true;
  const isFollowed = useCallback((id: string) => choices.get(id) ?? followsAll, [choices, followsAll]);
  const toggle = useCallback((id: string) => mutate({ id, isFollowed: !isFollowed(id) }), [mutate, isFollowed]);
  return useMemo(() => (data ? { isFollowed, toggle } : undefined), [data, isFollowed, toggle]);
}
