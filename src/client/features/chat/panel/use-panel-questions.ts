import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import type { ProjectQuestion } from '../projects/project-dialogs';
import { conversationsOf } from './conversation-cache';
import type { ListInput } from './list-input';

/** The dialogs for deleting and moving conversations: a single one, or the selected ones. */
export function usePanelQuestions(
  input: ListInput,
  ticked: ReadonlySet<string> | undefined,
  onDelete: (conversationIds: string[]) => void,
) {
  const utils = trpc.useUtils();
  const [doomed, setDoomed] = useState<ConversationSummary | 'ticked'>();
  const [question, setQuestion] = useState<ProjectQuestion>();
  return {
    question,
    ask: setQuestion,
    moveTicked() {
      const loaded = conversationsOf(utils.conversations.list.getInfiniteData(input));
      setQuestion(loaded.filter(({ id }) => ticked?.has(id)));
    },
    doomed,
    setDoomed,
    confirmDelete() {
      onDelete(doomed === 'ticked' ? [...(ticked ?? [])] : doomed ? [doomed.id] : []);
      setDoomed(undefined);
    },
  };
}
