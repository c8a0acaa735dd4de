import { conversationEvent } from '~/shared/schemas/conversation-events';
import { exchange } from '~/shared/schemas/messages';
import { ids, objectPath } from './examples';
import { rowsOf } from './route';
import { sendAndWait } from './send-and-wait';
import { sendConversation, sendMessage } from './send-conversation';
import { streamConversation } from './watch-events';

const { get, post, put, patch, remove } = rowsOf('Chat');

export const chatRoutes = [
  get('/conversations', 'conversations.list', { list: 'pages' }),
  get('/search', 'search.messages'),
  post('/conversations', 'conversations.create', {
    body: { title: 'What moves rates?' },
    isBodyOptional: true,
    status: 201,
    idempotency: 'stored',
  }),
  get('/conversations/activity', 'conversations.activity'),
  post('/conversations/discard', 'conversations.discard', {
    example: { count: 1 },
    body: { conversationIds: [ids.conversation] },
    idempotency: 'stored',
  }),
  post('/conversations/restore', 'conversations.restore', {
    example: { count: 1 },
    body: { conversationIds: [ids.conversation] },
    idempotency: 'stored',
  }),
  put('/conversations/:id', 'conversations.rename', {
    example: { title: 'Interest rates' },
    body: { title: 'Interest rates' },
  }),
  remove('/conversations/:id', 'conversations.delete', 'Conversation deleted'),
  patch('/conversations/:id', 'conversations.update', { example: { isPinned: true }, body: { isPinned: true } }),
  post('/conversations/:id/extend', 'conversations.extend'),
  post('/conversations/:id/read', 'conversations.markRead', 'Marked as read'),
  get('/conversations/:id/summary', 'conversations.summary', { example: { summary: {} } }),
  get('/conversations/:id/export', 'conversations.startExport', {
    example: '# What moves rates?',
    download: { type: 'text/markdown', send: sendConversation },
  }),
  get('/conversations/:id/messages', 'messages.list', { list: 'older-pages', omit: ['branches'] }),
  post('/conversations/:id/messages', 'messages.send', {
    example: {
      userMessage: { id: ids.question, parentId: null, content: 'What moves rates?' },
      assistantMessage: {
        parentId: ids.question,
        role: 'assistant',
        attachments: [],
        metadata: { status: 'complete' },
      },
    },
    body: {
      content: 'What moves rates?',
      attachments: [{ type: 'application/pdf', name: 'report.pdf', size: 48_213, url: objectPath }],
    },
    omit: ['clientRequestId', 'projectId'],
    status: 201,
    responseSchema: exchange,
    idempotency: 'repeatable',
    perform: sendAndWait,
  }),
  get('/conversations/:id/events', 'messages.watch', {
    example: { type: 'text', messageId: ids.message, attempt: 1, seq: 2, at: 0, text: 'Mostly' },
    responseSchema: conversationEvent,
    omit: ['lastEventId'],
    stream: streamConversation,
  }),
  post('/messages/:id/stop', 'messages.stop', 'Stopped'),
  post('/messages/:id/retry', 'messages.retry', {
    example: { assistantMessage: { role: 'assistant', content: '', metadata: { processing: true } } },
    body: { timeZone: 'Europe/Berlin' },
    isBodyOptional: true,
  }),
  get('/messages/:id/versions', 'messages.versions'),
  get('/messages/:id/snapshots/:snapshotId', 'messages.snapshot'),
  get('/messages/:id/receipt', 'messages.receipt'),
  get('/messages/:id/export', 'messages.startExport', {
    example: '# What moves rates?',
    download: { type: 'text/markdown', send: sendMessage },
  }),
  post('/messages/:id/show', 'messages.show', 'Shown'),
  ...fileRoutes(),
];

function fileRoutes() {
  const files = rowsOf('Files');
  return [
    files.post('/objects/upload', 'uploads.create', {
      body: { size: 48_213, type: 'application/pdf' },
      isBodyOptional: true,
      idempotency: 'stored',
    }),
    files.put('/files', 'uploads.claim', {
      body: { fileURL: objectPath, name: 'report.pdf', type: 'application/pdf' },
    }),
  ];
}
