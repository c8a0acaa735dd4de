import { useState } from 'react';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import type { ProjectQuestion } from '../projects/project-dialogs';
import type { TickedConversations } from './use-selected-conversations';

/** The dialogs for deleting and moving conversations: a single one, or the selected ones. */
export function usePanelQuestions(
  ticked: TickedConversations | undefined,
  onDelete: (conversationIds: string[]) => void,
) {
  const [doomed, setDoomed] = useState<ConversationSummary | 'ticked'>();
  const [question, setQuestion] = useState<ProjectQuestion>();
  return {
    question,
    ask: setQuestion,
    moveTicked: () => setQuestion([...(ticked?.values() ?? [])]),
    doomed,
    setDoomed,
    confirmDelete() {
      onDelete(doomed === 'ticked' ? [...(ticked?.keys() ?? [])] : doomed ? [doomed.id] : []);
      setDoomed(undefined);
    },
  };
}
