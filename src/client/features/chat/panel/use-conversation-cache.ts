import { trpc } from '~/client/lib/trpc';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import {
  type ConversationPages,
  reverted,
  withChange,
  withNewest,
  withoutConversations,
  withReverted,
} from './conversation-cache';
import { type ListInput, listInput } from './list-input';

/** Updates the cached lists and single conversations without reloading them. */
export function useConversationCache() {
  const utils = trpc.useUtils();

  const allLists = (): ListInput[] => [
    ...Object.values(listInput),
    ...(utils.projects.list.getData({})?.items ?? []).map(({ id: projectId }) => ({ projectId })),
  ];

  /** Updates the given lists, by default all. Returns a function that reverts the change. */
  async function change(
    edit: (data: ConversationPages) => ConversationPages,
    inputs: ListInput[] = allLists(),
  ): Promise<() => void> {
    const undo = await Promise.all(
      inputs.map(async (input) => {
        // A pending page would arrive without the change and overwrite it.
        await utils.conversations.list.cancel(input);
        const before = utils.conversations.list.getInfiniteData(input);
        // The first load was canceled, so it must be started again.
        if (!before) void utils.conversations.list.invalidate(input);
        const after = before && edit(before);
        const put = (data: ConversationPages | undefined) =>
          utils.conversations.list.setInfiniteData(input, data as typeof before);
        put(after);
        return () => {
          const now = utils.conversations.list.getInfiniteData(input);
          // Another change may have been made since, and may succeed.
          if (now && before && after) put(withReverted(now, before, after));
        };
      }),
    );
    return () => {
      for (const put of undo) put();
    };
  }

  return {
    async update(conversationId: string, changes: Partial<ConversationSummary>): Promise<() => void> {
      const before = utils.conversations.get.getData({ conversationId });
      const after = before && { ...before, ...changes };
      const rollBackLists = await change((data) => withChange(data, conversationId, changes));
      utils.conversations.get.setData({ conversationId }, after);
      return () => {
        rollBackLists();
        utils.conversations.get.setData({ conversationId }, (now) => now && reverted(now, before, after));
      };
    },
    remove: (conversationIds: readonly string[]) => change((data) => withoutConversations(data, conversationIds)),
    /** A conversation that is new or just changed comes first. */
    async put(conversation: ConversationSummary): Promise<void> {
      utils.conversations.get.setData({ conversationId: conversation.id }, conversation);
      void utils.conversations.activity.invalidate();
      if (!conversation.temporaryUntil) await change((data) => withNewest(data, conversation), [listOf(conversation)]);
    },
    refetch: () => refetchFromStart(utils, allLists()),
    /** Reloads the list that a conversation was moved to. */
    readListOf: (conversation: ConversationSummary) => refetchFromStart(utils, [listOf(conversation)]),
    refetchCounts: () => utils.projects.invalidate(),
  };
}

/** Only the first pages, because every loaded page would take a request. */
function refetchFromStart(utils: ReturnType<typeof trpc.useUtils>, inputs: ListInput[]) {
  for (const input of inputs)
    utils.conversations.list.setInfiniteData(
      input,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
  return Promise.all([
    ...inputs.map((input) => utils.conversations.list.invalidate(input)),
    utils.projects.invalidate(),
  ]);
}

/** The input of the list that contains the conversation. Archived ones are not in the list of their project. */
export function listOf({ isArchived, projectId }: ConversationSummary): ListInput {
  if (isArchived) return listInput.archived;
  return projectId ? { projectId } : listInput.current;
}
