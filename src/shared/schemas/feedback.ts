/** Users' ratings of answers. */
import { z } from 'zod';
import { type FeedbackReason, feedbackReasons } from '~/shared/feedback-reasons';
import { limits } from '~/shared/limits';
import { day, id, pageOf, time } from './output';
import { storableText, uuid } from './text';
import { periodFields, withPeriod } from './usage';

const reason = z.enum(feedbackReasons, `Use ${feedbackReasons.join(', ')}`);
const rating = z.enum(['up', 'down'], 'Use up or down');
export type FeedbackRating = z.infer<typeof rating>;

const max = limits.feedbackCharacters;

export const saveFeedbackInput = z
  .object({
    messageId: uuid,
    rating,
    reasons: z.array(reason).max(feedbackReasons.length).default([]).describe('Only with `down`'),
    comment: storableText
      .trim()
      // Counts UTF-16 code units, like the counter beside the text field.
      .refine((text) => text.length <= max, `Comments can have at most ${max.toLocaleString('en-US')} characters`)
      .default('')
      .describe('Only with `down`. Administrators can read it, without your name and the conversation'),
  })
  .refine((feedback) => feedback.rating === 'down' || (feedback.reasons.length === 0 && feedback.comment === ''), {
    message: 'Only an answer that is rated down can have reasons and a comment',
    path: ['rating'],
  });
export type SaveFeedbackInput = z.infer<typeof saveFeedbackInput>;

export const answerFeedback = z
  .strictObject({
    messageId: id.describe('The answer. Each version of it has feedback of its own'),
    rating,
    reasons: z.array(reason),
    comment: z.string(),
    updatedAt: time,
  })
  .meta({ id: 'AnswerFeedback' });
export type AnswerFeedback = z.infer<typeof answerFeedback>;

export const foundFeedback = z
  .strictObject({ feedback: answerFeedback.nullable().describe('null without feedback') })
  .meta({ id: 'FoundFeedback' });

const page = {
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.listRows),
};
export const listFeedbackInput = z.object({ conversationId: uuid, ...page });
export type ListFeedbackInput = z.infer<typeof listFeedbackInput>;
export const feedbackPage = pageOf(answerFeedback);
export type FeedbackPage = z.infer<typeof feedbackPage>;

const count = z.int();
const sums = {
  up: count,
  down: count,
  reasons: z
    .strictObject(
      Object.fromEntries(feedbackReasons.map((name) => [name, count])) as Record<FeedbackReason, typeof count>,
    )
    .describe('Of the answers rated down; one can have several'),
};
const feedbackOfModel = z
  .strictObject({ model: z.string(), modelName: z.string(), ...sums })
  .meta({ id: 'FeedbackOfModel' });
export type FeedbackOfModel = z.infer<typeof feedbackOfModel>;

export const feedbackSummary = z
  .strictObject({
    from: day,
    to: day,
    total: z.strictObject(sums),
    models: z.array(feedbackOfModel).describe('The 100 with the most ratings'),
  })
  .meta({ id: 'FeedbackSummary' });
export type FeedbackSummary = z.infer<typeof feedbackSummary>;

export const listCommentsInput = z.object({ ...periodFields, ...page }).transform(withPeriod);
export type ListCommentsInput = z.infer<typeof listCommentsInput>;

const feedbackComment = z
  .strictObject({
    id,
    model: z.string(),
    modelName: z.string(),
    reasons: z.array(reason),
    comment: z.string(),
    updatedAt: time,
  })
  .meta({ id: 'FeedbackComment' });
export type FeedbackComment = z.infer<typeof feedbackComment>;
export const commentPage = pageOf(feedbackComment);
export type CommentPage = z.infer<typeof commentPage>;
