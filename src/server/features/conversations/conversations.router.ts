import { countSearch, memberProcedure, router } from '~/server/trpc/init';
import {
  conversationId,
  createConversationInput,
  listConversationsInput,
  renameConversationInput,
} from '~/shared/schemas/conversations';
import {
  createConversation,
  deleteConversation,
  getConversation,
  listConversations,
  renameConversation,
} from './conversations.service';

export const conversationsRouter = router({
  list: memberProcedure.input(listConversationsInput).query(async ({ ctx, input }) => {
    await countSearch(ctx, input.search);
    return listConversations(ctx.deps, ctx.user.id, input);
  }),
  get: memberProcedure
    .input(conversationId)
    .query(({ ctx, input }) => getConversation(ctx.deps, ctx.user.id, input.conversationId)),
  create: memberProcedure
    .input(createConversationInput)
    .mutation(({ ctx, input }) => createConversation(ctx.deps, ctx.user.id, input.title)),
  rename: memberProcedure
    .input(renameConversationInput)
    .mutation(({ ctx, input }) => renameConversation(ctx.deps, ctx.user.id, input.conversationId, input.title)),
  delete: memberProcedure.input(conversationId).mutation(async ({ ctx, input }) => {
    await deleteConversation(ctx.deps, ctx.user.id, input.conversationId);
    return { message: 'Conversation deleted' };
  }),
});
