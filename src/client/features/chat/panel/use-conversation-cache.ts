import { trpc } from '~/client/lib/trpc';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import { type ConversationPages, withNewest, withoutConversation, withTitle } from './conversation-cache';
import { listInput } from './list-input';

/** Changes what is loaded of the conversations, in the list and by itself, without reading it again. */
export function useConversationCache() {
  const utils = trpc.useUtils();

  /** Returns what puts the list back as it was. */
  async function change(edit: (data: ConversationPages) => ConversationPages): Promise<() => void> {
    // A page on its way would arrive without the change and undo it.
    await utils.conversations.list.cancel(listInput);
    const before = utils.conversations.list.getInfiniteData(listInput);
    utils.conversations.list.setInfiniteData(listInput, (data) => data && (edit(data) as typeof data));
    return () => utils.conversations.list.setInfiniteData(listInput, before);
  }

  return {
    async rename(conversationId: string, title: string): Promise<() => void> {
      const one = utils.conversations.get.getData({ conversationId });
      const undoList = await change((data) => withTitle(data, conversationId, title));
      utils.conversations.get.setData({ conversationId }, (old) => old && { ...old, title });
      return () => {
        undoList();
        utils.conversations.get.setData({ conversationId }, one);
      };
    },
    remove: (conversationId: string) => change((data) => withoutConversation(data, conversationId)),
    /** New, or changed just now: it comes first. */
    async put(conversation: ConversationSummary): Promise<void> {
      utils.conversations.get.setData({ conversationId: conversation.id }, conversation);
      await change((data) => withNewest(data, conversation));
    },
  };
}
