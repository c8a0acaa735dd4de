import { trpc } from '~/client/lib/trpc';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import { type ConversationPages, withChange, withNewest, withoutConversations } from './conversation-cache';
import { type ListInput, listInput } from './list-input';

/** Changes what is loaded of the conversations, in the list and by itself, without reading it again. */
export function useConversationCache() {
  const utils = trpc.useUtils();

  const allLists = (): ListInput[] => [
    ...Object.values(listInput),
    ...(utils.projects.list.getData({})?.items ?? []).map(({ id: projectId }) => ({ projectId })),
  ];

  /** Changes lists, by default all. Returns what puts them back as they were. */
  async function change(
    edit: (data: ConversationPages) => ConversationPages,
    inputs: ListInput[] = allLists(),
  ): Promise<() => void> {
    const undo = await Promise.all(
      inputs.map(async (input) => {
        // A page on its way would arrive without the change and undo it.
        await utils.conversations.list.cancel(input);
        const before = utils.conversations.list.getInfiniteData(input);
        // Nothing was loaded yet: the first page is read again, or nobody would.
        if (!before) void utils.conversations.list.invalidate(input);
        utils.conversations.list.setInfiniteData(input, (data) => data && (edit(data) as typeof data));
        return () => utils.conversations.list.setInfiniteData(input, before);
      }),
    );
    return () => {
      for (const put of undo) put();
    };
  }

  return {
    async update(conversationId: string, changes: Partial<ConversationSummary>): Promise<() => void> {
      const one = utils.conversations.get.getData({ conversationId });
      const undoLists = await change((data) => withChange(data, conversationId, changes));
      utils.conversations.get.setData({ conversationId }, (old) => old && { ...old, ...changes });
      return () => {
        undoLists();
        utils.conversations.get.setData({ conversationId }, one);
      };
    },
    remove: (conversationIds: readonly string[]) => change((data) => withoutConversations(data, conversationIds)),
    /** New, or changed just now: it comes first. */
    async put(conversation: ConversationSummary): Promise<void> {
      utils.conversations.get.setData({ conversationId: conversation.id }, conversation);
      void utils.conversations.activity.invalidate();
      if (!conversation.temporaryUntil) await change((data) => withNewest(data, conversation), [listOf(conversation)]);
    },
    readAgain: () => readFromStart(utils, allLists()),
    /** The list that a conversation was moved to. */
    readListOf: (conversation: ConversationSummary) => readFromStart(utils, [listOf(conversation)]),
    countAgain: () => utils.projects.invalidate(),
  };
}

/** Only their first pages: reading all that were loaded would take a request for each. */
function readFromStart(utils: ReturnType<typeof trpc.useUtils>, inputs: ListInput[]) {
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

export function listOf({ isArchived, projectId }: ConversationSummary): ListInput {
  if (isArchived) return listInput.archived;
  return projectId ? { projectId } : listInput.current;
}
