import { tracked } from '@trpc/server';
import { readSnapshot } from '~/server/features/citations/pages/snapshot-store';
import { startExport } from '~/server/features/papers/papers.service';
import { readReceipt } from '~/server/features/receipts/read-receipt';
import { limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output, uncheckedOutput } from '~/server/trpc/output';
import { exportedFile, exportMessageInput } from '~/shared/schemas/conversation-exports';
import {
  listMessagesInput,
  messageIdInput,
  messagePage,
  retriedAnswer,
  retryInput,
  sendMessageInput,
  sentMessage,
  versionList,
  watchInput,
} from '~/shared/schemas/messages';
import { messageOutput } from '~/shared/schemas/output';
import { answerReceipt } from '~/shared/schemas/receipts';
import { snapshot, snapshotInput } from '~/shared/schemas/snapshots';
import { listVersions } from './list-versions';
import { listMessages, retryAnswer, watch } from './messages.service';
import { sendMessage } from './send-message';

/** Both cost an answer. */
const asking = limitedProcedure('questionsByAccount');

export const messagesRouter = router({
  list: memberProcedure
    .input(listMessagesInput)
    .output(uncheckedOutput(messagePage))
    .query(({ ctx, input }) => listMessages(ctx.deps, ctx.user.id, input)),
  send: asking
    .input(sendMessageInput)
    .output(output(sentMessage))
    .mutation(({ ctx, input }) => sendMessage(ctx.deps, ctx.user, input, ctx.requestId)),
  stop: memberProcedure
    .input(messageIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.generation.stop(ctx.user.id, input.messageId);
      return { message: 'Stopped' };
    }),
  retry: asking
    .input(retryInput)
    .output(output(retriedAnswer))
    .mutation(({ ctx, input }) => retryAnswer(ctx.deps, ctx.user, input, ctx.requestId)),
  show: memberProcedure
    .input(messageIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.generation.show(ctx.user.id, input.messageId);
      return { message: 'Shown' };
    }),
  versions: memberProcedure
    .input(messageIdInput)
    .output(uncheckedOutput(versionList))
    .query(({ ctx, input }) => listVersions(ctx.deps, ctx.user.id, input.messageId)),
  snapshot: memberProcedure
    .input(snapshotInput)
    .output(uncheckedOutput(snapshot))
    .query(({ ctx, input }) => readSnapshot(ctx.deps.db, ctx.user.id, input)),
  receipt: memberProcedure
    .input(messageIdInput)
    .output(uncheckedOutput(answerReceipt))
    .query(({ ctx, input }) => readReceipt(ctx.deps, ctx.user.id, input.messageId)),
  /** Like that of a conversation: GET /api/messages/:id/export. */
  startExport: limitedProcedure('conversationExportsByAccount')
    .input(exportMessageInput)
    .output(output(exportedFile))
    .query(({ ctx, input }) => startExport(ctx.deps, ctx.user.id, input)),
  watch: memberProcedure.input(watchInput).subscription(({ ctx, input, signal }) => {
    const { untilDrained } = ctx;
    const whenGone = signal ?? new AbortController().signal;
    const options = { ...input, signal: whenGone, untilDrained };
    return watch(ctx.deps, ctx.user.id, options, (id, event) => tracked(id, event));
  }),
});
