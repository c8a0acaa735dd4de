import { ids } from './examples';
import { rowsOf } from './route';

const { get, post, remove } = rowsOf('Chat');

export const shareRoutes = [
  get('/shares', 'shares.list', { list: 'pages' }),
  post('/shares', 'shares.create', {
    body: { conversationId: ids.conversation, audience: 'members', expiresInDays: 30 },
    status: 201,
  }),
  get('/conversations/:id/shareable', 'shares.contents', { omit: ['messageId'] }),
  get('/messages/:id/shareable', 'shares.contents', {
    summary: 'List what a link to a message can contain',
    omit: ['conversationId'],
  }),
  remove('/shares/:id', 'shares.revoke', 'Link revoked'),
];
