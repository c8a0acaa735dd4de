import { getSummary } from '~/server/features/context/conversation-summary';
import { startExport } from '~/server/features/papers/papers.service';
import { countSearch, limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { exportConversationInput, exportedFile } from '~/shared/schemas/conversation-exports';
import {
  conversation,
  conversationActivity,
  conversationCount,
  conversationId,
  conversationIds,
  conversationPage,
  createConversationInput,
  extendedUntil,
  listConversationsInput,
  renameConversationInput,
  summaryOutput,
  updateConversationInput,
} from '~/shared/schemas/conversations';
import { messageOutput } from '~/shared/schemas/output';
import { markRead, readActivity } from './conversation-activity';
import {
  createConversation,
  deleteConversation,
  getConversation,
  renameConversation,
  updateConversation,
} from './conversations.service';
import { discardConversations, restoreConversations } from './discard-conversations';
import { listConversations } from './list-conversations';
import { extendTemporary } from './temporary-conversations';

export const conversationsRouter = router({
  list: memberProcedure
    .input(listConversationsInput)
    .output(output(conversationPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listConversations(ctx.deps, ctx.user.id, input);
    }),
  get: memberProcedure
    .input(conversationId)
    .output(output(conversation))
    .query(({ ctx, input }) => getConversation(ctx.deps, ctx.user.id, input.conversationId)),
  summary: memberProcedure
    .input(conversationId)
    .output(output(summaryOutput))
    .query(({ ctx, input }) => getSummary(ctx.deps, ctx.user.id, input.conversationId)),
  /** Counts an export and returns its file name; the bytes go over plain HTTP: GET /api/conversations/:id/export. */
  startExport: limitedProcedure('conversationExportsByAccount')
    .input(exportConversationInput)
    .output(output(exportedFile))
    .query(({ ctx, input }) => startExport(ctx.deps, ctx.user.id, input)),
  create: memberProcedure
    .input(createConversationInput)
    .output(output(conversation))
    .mutation(({ ctx, input }) => createConversation(ctx.deps, ctx.user.id, input)),
  rename: memberProcedure
    .input(renameConversationInput)
    .output(output(conversation))
    .mutation(({ ctx, input }) => renameConversation(ctx.deps, ctx.user.id, input.conversationId, input.title)),
  delete: memberProcedure
    .input(conversationId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteConversation(ctx.deps, ctx.user.id, input.conversationId);
      return { message: 'Conversation deleted' };
    }),
  update: memberProcedure
    .input(updateConversationInput)
    .output(output(conversation))
    .mutation(({ ctx, input }) => updateConversation(ctx.deps, ctx.user.id, input)),
  discard: memberProcedure
    .input(conversationIds)
    .output(output(conversationCount))
    .mutation(async ({ ctx, input }) => ({
      count: await discardConversations(ctx.deps, ctx.user.id, input.conversationIds),
    })),
  restore: memberProcedure
    .input(conversationIds)
    .output(output(conversationCount))
    .mutation(async ({ ctx, input }) => ({
      count: await restoreConversations(ctx.deps, ctx.user.id, input.conversationIds),
    })),
  extend: memberProcedure
    .input(conversationId)
    .output(output(extendedUntil))
    .mutation(({ ctx, input }) => extendTemporary(ctx.deps, ctx.user.id, input.conversationId)),
  activity: memberProcedure
    .output(output(conversationActivity))
    .query(({ ctx }) => readActivity(ctx.deps, ctx.user.id)),
  markRead: memberProcedure
    .input(conversationId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await markRead(ctx.deps, ctx.user.id, input.conversationId);
      return { message: 'Marked as read' };
    }),
});
