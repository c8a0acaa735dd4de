import { rowsOf } from './route';

const chat = rowsOf('Chat');
const admin = rowsOf('Administration');

export const feedbackRoutes = [
  chat.get('/messages/:id/feedback', 'feedback.get', { example: { feedback: {} } }),
  chat.put('/messages/:id/feedback', 'feedback.save', {
    body: { rating: 'down', reasons: ['unsupported'], comment: 'The page says 2.5%.' },
  }),
  chat.remove('/messages/:id/feedback', 'feedback.remove', 'Feedback removed'),
  chat.get('/conversations/:id/feedback', 'feedback.list', { list: 'pages' }),
  admin.get('/admin/feedback', 'feedback.summary'),
  admin.get('/admin/feedback/comments', 'feedback.comments', { list: 'pages' }),
];
