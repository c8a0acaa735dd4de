import * as example from './examples';
import { rowsOf } from './route';

const { get, post, remove } = rowsOf('Chat');

export const shareRoutes = [
  get('/shares', 'shares.list', example.share, { list: 'pages' }),
  post('/shares', 'shares.create', example.share, {
    body: { conversationId: example.conversation.id, audience: 'members', expiresInDays: 30 },
    status: 201,
  }),
  get('/conversations/:id/shareable', 'shares.contents', example.shareContents, { omit: ['messageId'] }),
  get('/messages/:id/shareable', 'shares.contents', example.shareContents, {
    summary: 'List what a link to a message can contain',
    omit: ['conversationId'],
  }),
  remove('/shares/:id', 'shares.revoke', 'Link revoked'),
];
