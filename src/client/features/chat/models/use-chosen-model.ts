import { useCallback, useContext } from 'react';
import { trpc } from '~/client/lib/trpc';
import { CurrentProject } from '../projects/current-project';
import { askedWith, modelIn, useModelChoice } from './model-choice';

/** The user's models, the default first, and the model that the next message uses. */
export function useChosenModel() {
  const { data: user } = trpc.auth.user.useQuery();
  const { data: models } = trpc.models.list.useQuery();
  const project = useContext(CurrentProject);
  const userId = user?.id ?? '';
  const choice = useModelChoice(userId);
  const modelId = modelIn(choice, project, models);
  const usual = models?.find(({ id }) => id === choice.model) ?? models?.[0];
  return { userId, models, choice, project, chosen: models?.find(({ id }) => id === modelId) ?? usual };
}

/** Returns a function that reads the choice to send with a question. */
export function useAskedWith(userId: string) {
  const project = useContext(CurrentProject);
  const { models } = trpc.useUtils();
  return useCallback(() => askedWith(userId, project, models.list.getData()), [userId, project, models]);
}
