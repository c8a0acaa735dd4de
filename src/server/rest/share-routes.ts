import * as example from './examples';
import { rowsOf } from './route';

const { get, post, remove } = rowsOf('Chat');

const contents =
  'Your own files that the messages have or cite, to be chosen in `fileIds` of a new link, and whether the link would leave out an answer.';

export const shareRoutes = [
  get('/shares', 'shares.list', 'List your shared links', example.share, {
    description: 'Newest first.',
    list: 'pages',
  }),
  post('/shares', 'shares.create', 'Share a conversation or a message', example.share, {
    description:
      'Give `conversationId` or `messageId`. The page behind `url` shows it as it is now, with its sources and their checks. Of the files it contains those in `fileIds`, as they are now. An answer that is still being written, later messages and changes are not shown. Deleting the conversation deletes the link.',
    body: { example: { conversationId: example.conversation.id, audience: 'members', expiresInDays: 30 } },
    status: 201,
    errors: {
      403: 'Links for everyone are switched off.',
      404: 'You have no such conversation, message or file.',
      409: 'You have too many shared links, there is nothing to share yet, or the conversation is temporary.',
      413: 'The body, or the conversation, is too long.',
    },
  }),
  get(
    '/conversations/:id/shareable',
    'shares.contents',
    'List what a link to a conversation can contain',
    example.shareContents,
    {
      id: 'conversationId',
      description: contents,
    },
  ),
  get(
    '/messages/:id/shareable',
    'shares.contents',
    'List what a link to a message can contain',
    example.shareContents,
    {
      id: 'messageId',
      description: contents,
    },
  ),
  remove(
    '/shares/:id',
    'shares.revoke',
    'Revoke a shared link',
    { message: 'Link revoked' },
    { id: 'shareId', description: 'The link shows nothing from the next request.' },
  ),
];
