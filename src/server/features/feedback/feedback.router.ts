import { invalidPeriod } from '~/server/trpc/documented-errors';
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
    .meta({ summary: 'List your feedback on the answers of a conversation', description: 'Latest first.' })
    .input(listFeedbackInput)
    .output(output(feedbackPage))
    .query(({ ctx, input }) => listFeedback(ctx.deps, ctx.user.id, input)),
  get: memberProcedure
    .meta({
      summary: 'Get your feedback on an answer',
      description: '`id` is the id of the answer. `feedback` is null without feedback.',
    })
    .input(messageIdInput)
    .output(output(foundFeedback))
    .query(async ({ ctx, input }) => ({ feedback: await getFeedback(ctx.deps, ctx.user.id, input.messageId) })),
  save: memberProcedure
    .meta({
      summary: 'Rate an answer',
      description:
        '`id` is the id of a finished answer. Replaces earlier feedback. Administrators can read `comment`, without your name and the conversation.',
      errors: { 409: 'The answer is empty, imported, or still being written.' },
    })
    .input(saveFeedbackInput)
    .output(output(answerFeedback))
    .mutation(({ ctx, input }) => saveFeedback(ctx.deps, ctx.user.id, input)),
  remove: memberProcedure
    .meta({
      summary: 'Remove your feedback on an answer',
      description: '`id` is the id of the answer. Safe to repeat.',
    })
    .input(messageIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await removeFeedback(ctx.deps, ctx.user.id, input.messageId);
      return { message: 'Feedback removed' };
    }),
  summary: adminProcedure
    .meta({
      summary: 'Get feedback totals',
      description:
        '`from` and `to` are days in UTC on which feedback was given or last changed; by default this month so far. At most 366 days. Feedback is deleted with its conversation and its account.',
      errors: { 400: invalidPeriod },
    })
    .input(periodInput)
    .output(output(feedbackSummary))
    .query(({ ctx, input }) => readFeedbackSummary(ctx.deps, input)),
  comments: adminProcedure
    .meta({
      summary: 'List the comments on answers',
      description:
        'Latest first, without their authors and answers. `from` and `to` are days in UTC on which feedback was given or last changed; by default this month so far. At most 366 days.',
      errors: { 400: invalidPeriod },
    })
    .input(listCommentsInput)
    .output(output(commentPage))
    .query(({ ctx, input }) => listComments(ctx.deps, input)),
});
