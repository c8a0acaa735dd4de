import { tracked } from '@trpc/server';
import { readSnapshot } from '~/server/features/citations/pages/snapshot-store';
import { startExport } from '~/server/features/exports/exports.service';
import { readAnswerReceipt } from '~/server/features/receipts/read-answer-receipt';
import { invalidInput } from '~/server/trpc/documented-errors';
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

/** Both endpoints start an answer. */
const questionProcedure = limitedProcedure('questionsByAccount');
const budgetUsed = 'Your monthly AI budget, or that of the service, is used up.';
const tooManyAnswers = 'Too many of your answers are in progress; see Retry-After.';
const stopping = 'The server is stopping.';

export const messagesRouter = router({
  list: memberProcedure
    .meta({
      summary: 'List the messages of a conversation',
      description:
        'Oldest first. With `limit`, the newest ones; the link to the next page leads to older messages. Messages form a tree by `parentId`: those with the same parent are versions of each other. Without `branches=all`, only the active branch is returned.',
    })
    .input(listMessagesInput)
    .output(uncheckedOutput(messagePage))
    .query(({ ctx, input }) => listMessages(ctx.deps, ctx.user.id, input)),
  send: questionProcedure
    .meta({
      summary: 'Send a message and wait for the answer',
      description:
        'Stays open until the answer is finished. If the connection is lost, the answer continues: send the request again with the same Idempotency-Key, or read the messages. To see the text as it is written, stream the events.',
      errors: {
        402: budgetUsed,
        409: 'The Idempotency-Key belongs to another request, or the first one is still in progress.',
        413: 'The body or an attachment is too large.',
        415: 'The body is not JSON, or an attachment has a type that is not allowed.',
        429: tooManyAnswers,
        502: 'The AI model failed. The message is kept, and its answer contains the error.',
        503: stopping,
      },
    })
    .input(sendMessageInput)
    .output(output(sentMessage))
    .mutation(({ ctx, input }) => sendMessage(ctx.deps, ctx.user, input, ctx.requestId)),
  stop: memberProcedure
    .meta({
      summary: 'Stop an answer',
      description: '`id` is the id of the answer. The text written so far is kept. Safe to repeat.',
    })
    .input(messageIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.generation.stop(ctx.user.id, input.messageId);
      return { message: 'Stopped' };
    }),
  retry: questionProcedure
    .meta({
      summary: 'Retry an answer',
      description:
        '`id` is the id of the answer. The new answer is another version of it and has an id of its own; the earlier branch stays, and becomes the active one again if the new answer ends without a text. An answer without a text is written in its place instead, with a higher `attempt`, also if it is the newest version of the given one. Returns at once; read the text from the messages or the events.',
      errors: {
        402: budgetUsed,
        409: 'An answer to the same message is in progress.',
        429: tooManyAnswers,
        503: stopping,
      },
    })
    .input(retryInput)
    .output(output(retriedAnswer))
    .mutation(({ ctx, input }) => retryAnswer(ctx.deps, ctx.user, input, ctx.requestId)),
  show: memberProcedure
    .meta({
      summary: 'Switch to the branch of a message',
      description:
        'The branch with the message becomes the active one: lists return it, and new messages continue it. After the message it follows the newest versions.',
    })
    .input(messageIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.generation.show(ctx.user.id, input.messageId);
      return { message: 'Shown' };
    }),
  versions: memberProcedure
    .meta({
      summary: 'List the versions of a message',
      description:
        '`id` is the id of any version, of a message or of an answer. Sending with `replaces` and retrying add versions; nothing is overwritten. The newest 100 are returned, oldest first.',
    })
    .input(messageIdInput)
    .output(uncheckedOutput(versionList))
    .query(({ ctx, input }) => listVersions(ctx.deps, ctx.user.id, input.messageId)),
  snapshot: memberProcedure
    .meta({
      summary: 'Get a cited web page as it was read',
      description:
        '`id` is the id of the answer, `snapshotId` that of a check in its citations. `text` is the text of the page when it was read; `sourceStart` and `sourceEnd` of the citation are offsets in it.',
    })
    .input(snapshotInput)
    .output(uncheckedOutput(snapshot))
    .query(({ ctx, input }) => readSnapshot(ctx.deps.db, ctx.user.id, input)),
  receipt: memberProcedure
    .meta({
      summary: 'Get the receipt of an answer',
      description:
        '`id` is the id of a finished answer. Contains all that the answer rests on, with the pages as they were read. Verify it offline with /receipts/verify.mjs.',
    })
    .input(messageIdInput)
    .output(uncheckedOutput(answerReceipt))
    .query(({ ctx, input }) => readAnswerReceipt(ctx.deps, ctx.user.id, input.messageId)),
  /** Like the export of a conversation: GET /api/messages/:id/export. */
  startExport: limitedProcedure('conversationExportsByAccount')
    .meta({
      summary: 'Export a message as a file',
      description:
        '`id` is the id of an answer, or of a message. `format` is `md` (the default), `json`, `docx`, `pdf` or `html`; the media type of the response follows. Sources are footnotes with the results of their checks. `html` of an answer is one page with its receipt, which it checks itself.',
      errors: {
        400: invalidInput,
        409: 'The answer is still being written.',
        413: 'The conversation is too long for Word, PDF and HTML.',
        429: 'Too many exports; see Retry-After.',
      },
    })
    .input(exportMessageInput)
    .output(output(exportedFile))
    .query(({ ctx, input }) => startExport(ctx.deps, ctx.user.id, input)),
  watch: memberProcedure
    .meta({
      summary: 'Stream conversation events',
      description:
        'Server-sent events. Each `data:` line is a JSON object with a `type`; the first is `ready` with the answers in progress. After a lost connection send the last `id:` as Last-Event-ID, as browsers do, to continue there. `at` is the offset of `text` in its answer.',
    })
    .input(watchInput)
    .subscription(({ ctx, input, signal }) => {
      const { untilDrained } = ctx;
      const whenGone = signal ?? new AbortController().signal;
      const options = { ...input, signal: whenGone, untilDrained };
      return watch(ctx.deps, ctx.user.id, options, (id, event) => tracked(id, event));
    }),
});
