import * as example from './feedback-examples';
import { rowsOf } from './route';

const chat = rowsOf('Chat');
const admin = rowsOf('Administration');

export const feedbackRoutes = [
  chat.get('/messages/:id/feedback', 'feedback.get', example.found),
  chat.put('/messages/:id/feedback', 'feedback.save', example.feedback, { body: example.newFeedback }),
  chat.remove('/messages/:id/feedback', 'feedback.remove', 'Feedback removed'),
  chat.get('/conversations/:id/feedback', 'feedback.list', example.feedback, { list: 'pages' }),
  admin.get('/admin/feedback', 'feedback.summary', example.summary),
  admin.get('/admin/feedback/comments', 'feedback.comments', example.comment, {
    list: 'pages',
  }),
];
