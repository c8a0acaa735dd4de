import { conversationEvent } from '~/shared/schemas/conversation-events';
import { exchange } from '~/shared/schemas/messages';
import * as example from './examples';
import { rowsOf } from './route';
import { sendAndWait } from './send-and-wait';
import { sendConversation, sendMessage } from './send-conversation';
import { streamConversation } from './watch-events';

const { get, post, put, patch, remove } = rowsOf('Chat');

export const chatRoutes = [
  get('/conversations', 'conversations.list', example.conversation, {
    list: 'pages',
  }),
  get('/search', 'search.messages', example.searchResult),
  post('/conversations', 'conversations.create', example.conversation, {
    body: { title: 'What moves rates?' },
    isBodyOptional: true,
    status: 201,
    idempotency: 'stored',
  }),
  get('/conversations/activity', 'conversations.activity', example.activity),
  post(
    '/conversations/discard',
    'conversations.discard',
    { count: 1 },
    { body: example.conversationIds, idempotency: 'stored' },
  ),
  post(
    '/conversations/restore',
    'conversations.restore',
    { count: 1 },
    { body: example.conversationIds, idempotency: 'stored' },
  ),
  put('/conversations/:id', 'conversations.rename', example.renamed, { body: { title: 'Interest rates' } }),
  remove('/conversations/:id', 'conversations.delete', 'Conversation deleted'),
  patch(
    '/conversations/:id',
    'conversations.update',
    { ...example.conversation, isPinned: true },
    { body: { isPinned: true } },
  ),
  post('/conversations/:id/extend', 'conversations.extend', example.extended),
  post('/conversations/:id/read', 'conversations.markRead', 'Marked as read'),
  get('/conversations/:id/summary', 'conversations.summary', example.summary),
  get('/conversations/:id/export', 'conversations.startExport', '# What moves rates?', {
    download: { type: 'text/markdown', send: sendConversation },
  }),
  get('/conversations/:id/messages', 'messages.list', example.question, { list: 'older-pages', omit: ['branches'] }),
  post('/conversations/:id/messages', 'messages.send', example.exchange, {
    body: { content: 'What moves rates?', attachments: [example.attachment] },
    omit: ['clientRequestId', 'projectId'],
    status: 201,
    responseSchema: exchange,
    idempotency: 'repeatable',
    perform: sendAndWait,
  }),
  get('/conversations/:id/events', 'messages.watch', example.event, {
    responseSchema: conversationEvent,
    omit: ['lastEventId'],
    stream: streamConversation,
  }),
  post('/messages/:id/stop', 'messages.stop', 'Stopped'),
  post('/messages/:id/retry', 'messages.retry', example.retried, {
    body: { timeZone: 'Europe/Berlin' },
    isBodyOptional: true,
  }),
  get('/messages/:id/versions', 'messages.versions', example.versions),
  get('/messages/:id/snapshots/:snapshotId', 'messages.snapshot', example.snapshot),
  get('/messages/:id/receipt', 'messages.receipt', example.receipt),
  get('/messages/:id/export', 'messages.startExport', '# What moves rates?', {
    download: { type: 'text/markdown', send: sendMessage },
  }),
  post('/messages/:id/show', 'messages.show', 'Shown'),
  ...fileRoutes(),
];

function fileRoutes() {
  const files = rowsOf('Files');
  return [
    files.post('/objects/upload', 'uploads.create', example.uploadTarget, {
      body: { size: 48_213, type: 'application/pdf' },
      isBodyOptional: true,
      idempotency: 'stored',
    }),
    files.put('/files', 'uploads.claim', example.claimedFile, {
      body: { fileURL: example.uploadTarget.objectPath, name: 'report.pdf', type: 'application/pdf' },
    }),
  ];
}
