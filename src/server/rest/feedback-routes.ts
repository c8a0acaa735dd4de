import * as example from './feedback-examples';
import { rowsOf } from './route';

const chat = rowsOf('Chat');
const admin = rowsOf('Administration');
const id = 'messageId';
const period =
  '`from` and `to` are days in UTC on which feedback was given or last changed; by default this month so far. At most 366 days.';
const errors = { 400: 'The period is not valid.' };

export const feedbackRoutes = [
  chat.get('/messages/:id/feedback', 'feedback.get', 'Get your feedback on an answer', example.found, {
    id,
    description: '`id` is the id of the answer. `feedback` is null without feedback.',
  }),
  chat.put('/messages/:id/feedback', 'feedback.save', 'Rate an answer', example.feedback, {
    id,
    description:
      '`id` is the id of a finished answer. Replaces earlier feedback. Administrators can read `comment`, without your name and the conversation.',
    body: { example: example.newFeedback },
    errors: { 409: 'The answer is empty, imported, or still being written.' },
  }),
  chat.remove(
    '/messages/:id/feedback',
    'feedback.remove',
    'Remove your feedback on an answer',
    { message: 'Feedback removed' },
    { id, description: '`id` is the id of the answer. Safe to repeat.' },
  ),
  chat.get(
    '/conversations/:id/feedback',
    'feedback.list',
    'List your feedback on the answers of a conversation',
    example.feedback,
    { id: 'conversationId', description: 'Latest first.', list: 'pages' },
  ),
  admin.get('/admin/feedback', 'feedback.summary', 'Get the sums of feedback on answers', example.summary, {
    description: `${period} Feedback is deleted with its conversation and its account.`,
    filters: ['from', 'to'],
    errors,
  }),
  admin.get('/admin/feedback/comments', 'feedback.comments', 'List the comments on answers', example.comment, {
    description: `Latest first, without their authors and answers. ${period}`,
    list: 'pages',
    filters: ['from', 'to'],
    errors,
  }),
];
