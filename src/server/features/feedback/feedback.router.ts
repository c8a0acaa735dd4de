import { adminProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  answerFeedback,
  commentPage,
  feedbackPage,
  feedbackSummary,
  foundFeedback,
  listCommentsInput,
  listFeedbackInput,
  saveFeedbackInput,
} from '~/shared/schemas/feedback';
import { messageIdInput } from '~/shared/schemas/messages';
import { messageOutput } from '~/shared/schemas/output';
import { periodInput } from '~/shared/schemas/usage';
import { getFeedback, listFeedback, removeFeedback, saveFeedback } from './feedback.service';
import { listComments, readFeedbackSummary } from './read-feedback';

export const feedbackRouter = router({
  list: memberProcedure
    .input(listFeedbackInput)
    .output(output(feedbackPage))
    .query(({ ctx, input }) => listFeedback(ctx.deps, ctx.user.id, input)),
  get: memberProcedure
    .input(messageIdInput)
    .output(output(foundFeedback))
    .query(async ({ ctx, input }) => ({ feedback: await getFeedback(ctx.deps, ctx.user.id, input.messageId) })),
  save: memberProcedure
    .input(saveFeedbackInput)
    .output(output(answerFeedback))
    .mutation(({ ctx, input }) => saveFeedback(ctx.deps, ctx.user.id, input)),
  remove: memberProcedure
    .input(messageIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await removeFeedback(ctx.deps, ctx.user.id, input.messageId);
      return { message: 'Feedback removed' };
    }),
  summary: adminProcedure
    .input(periodInput)
    .output(output(feedbackSummary))
    .query(({ ctx, input }) => readFeedbackSummary(ctx.deps, input)),
  comments: adminProcedure
    .input(listCommentsInput)
    .output(output(commentPage))
    .query(({ ctx, input }) => listComments(ctx.deps, input)),
});
