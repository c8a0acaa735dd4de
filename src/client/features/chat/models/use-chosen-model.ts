import { trpc } from '~/client/lib/trpc';
import { useModelChoice } from './model-choice';

/** The models of the user, the default first, and the one that the next question is asked with. */
export function useChosenModel() {
  const { data: user } = trpc.auth.user.useQuery();
  const { data: models } = trpc.models.list.useQuery();
  const userId = user?.id ?? '';
  const choice = useModelChoice(userId);
  return { userId, models, choice, chosen: models?.find(({ id }) => id === choice.model) ?? models?.[0] };
}
