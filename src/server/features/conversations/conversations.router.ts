import { getSummary } from '~/server/features/context/conversation-summary';
import { startExport } from '~/server/features/exports/exports.service';
import { invalidInput, tooManySearches } from '~/server/trpc/documented-errors';
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
    .meta({
      summary: 'List your conversations',
      description: 'Pinned conversations first, then newest first.',
      errors: { 404: 'You have no such project.', 429: tooManySearches },
    })
    .input(listConversationsInput)
    .output(output(conversationPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listConversations(ctx.deps, ctx.user.id, input);
    }),
  get: memberProcedure
    .meta({ summary: 'Get a conversation', description: 'Without its messages.' })
    .input(conversationId)
    .output(output(conversation))
    .query(({ ctx, input }) => getConversation(ctx.deps, ctx.user.id, input.conversationId)),
  summary: memberProcedure
    .meta({
      summary: 'Get the summary of earlier messages',
      description:
        'The text that replaces the oldest messages of a long conversation when an AI model cannot read all of them. `summary` is null while nothing is summarized.',
    })
    .input(conversationId)
    .output(output(summaryOutput))
    .query(({ ctx, input }) => getSummary(ctx.deps, ctx.user.id, input.conversationId)),
  /**
   * Counts an export and returns its file name. The content is sent over plain HTTP: GET /api/conversations/:id/export.
   */
  startExport: limitedProcedure('conversationExportsByAccount')
    .meta({
      summary: 'Export a conversation as a file',
      description:
        '`format` is `md` (the default), `json`, `docx`, `pdf` or `html`; the media type of the response follows. Sources are footnotes with the results of their checks. Word documents and PDFs contain the active branch, as Markdown does; JSON contains all branches.',
      errors: {
        400: invalidInput,
        413: 'The conversation is too long for Word, PDF and HTML.',
        429: 'Too many exports; see Retry-After.',
      },
    })
    .input(exportConversationInput)
    .output(output(exportedFile))
    .query(({ ctx, input }) => startExport(ctx.deps, ctx.user.id, input)),
  create: memberProcedure
    .meta({
      summary: 'Create a conversation',
      errors: {
        404: 'You have no such project.',
        409: 'You have too many conversations, or the Idempotency-Key belongs to another request.',
      },
    })
    .input(createConversationInput)
    .output(output(conversation))
    .mutation(({ ctx, input }) => createConversation(ctx.deps, ctx.user.id, input)),
  rename: memberProcedure
    .meta({ summary: 'Rename a conversation' })
    .input(renameConversationInput)
    .output(output(conversation))
    .mutation(({ ctx, input }) => renameConversation(ctx.deps, ctx.user.id, input.conversationId, input.title)),
  delete: memberProcedure
    .meta({ summary: 'Delete a conversation with its messages and files' })
    .input(conversationId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteConversation(ctx.deps, ctx.user.id, input.conversationId);
      return { message: 'Conversation deleted' };
    }),
  update: memberProcedure
    .meta({ summary: 'Pin, archive or move a conversation', errors: { 409: 'The conversation is temporary.' } })
    .input(updateConversationInput)
    .output(output(conversation))
    .mutation(({ ctx, input }) => updateConversation(ctx.deps, ctx.user.id, input)),
  discard: memberProcedure
    .meta({
      summary: 'Discard conversations',
      description:
        'Deletes them a minute later. Until then they can be restored; nothing else returns them. Answers in progress are stopped.',
      errors: { 404: 'None of them exists.' },
    })
    .input(conversationIds)
    .output(output(conversationCount))
    .mutation(async ({ ctx, input }) => ({
      count: await discardConversations(ctx.deps, ctx.user.id, input.conversationIds),
    })),
  restore: memberProcedure
    .meta({
      summary: 'Restore discarded conversations',
      description: 'Within a minute after they were discarded.',
      errors: { 404: 'None of them can be restored.' },
    })
    .input(conversationIds)
    .output(output(conversationCount))
    .mutation(async ({ ctx, input }) => ({
      count: await restoreConversations(ctx.deps, ctx.user.id, input.conversationIds),
    })),
  extend: memberProcedure
    .meta({
      summary: 'Postpone the deletion of a temporary conversation',
      description: 'It then stays for another hour.',
      errors: { 404: 'There is no such temporary conversation.' },
    })
    .input(conversationId)
    .output(output(extendedUntil))
    .mutation(({ ctx, input }) => extendTemporary(ctx.deps, ctx.user.id, input.conversationId)),
  activity: memberProcedure
    .meta({
      summary: 'List running and unread conversations',
      description:
        'Conversations with an answer in progress, and those with an answer that was finished since they were last opened or marked as read.',
    })
    .output(output(conversationActivity))
    .query(({ ctx }) => readActivity(ctx.deps, ctx.user.id)),
  markRead: memberProcedure
    .meta({ summary: 'Mark a conversation as read' })
    .input(conversationId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await markRead(ctx.deps, ctx.user.id, input.conversationId);
      return { message: 'Marked as read' };
    }),
});
