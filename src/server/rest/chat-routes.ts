import { ids, objectPath } from '~/server/lib/example-values';
import { idOf } from '~/server/lib/schema-examples';
import { conversationEvent } from '~/shared/schemas/conversation-events';
import { exportMediaTypes } from '~/shared/schemas/conversation-exports';
import { exchange } from '~/shared/schemas/messages';
import { created, rowsOf } from './route';
import { sendAndWait } from './send-and-wait';
import { sendConversation, sendMessage } from './send-files';
import { streamConversation } from './watch-events';

const { get, post, put, patch, remove } = rowsOf('Chat');
const admin = rowsOf('Administration');

/** The default, Markdown, first. */
const exportTypes = Object.values(exportMediaTypes).map((type) => type.replace(/;.*/, '')) as [string, ...string[]];

export const chatRoutes = [
  // Projects. Before the conversations, whose id is never "move".
  get('/projects', 'projects.list', { list: 'pages' }),
  post('/projects', 'projects.create', {
    body: { name: 'Board papers', customInstructions: 'Write for the board.' },
    ...created,
  }),
  get('/projects/:id', 'projects.get'),
  put('/projects/:id', 'projects.update', {
    body: { name: 'Board papers', customInstructions: 'Write for the board.' },
  }),
  remove('/projects/:id', 'projects.delete', 'Project deleted'),
  post('/conversations/move', 'projects.moveConversations', {
    example: { count: 1 },
    body: { conversationIds: [ids.conversation], projectId: null },
    idempotency: 'stored',
  }),
  // Conversations and their messages.
  // Several pages are read for one request, and `through` is a single page.
  get('/conversations', 'conversations.list', { list: 'pages', omit: ['through'] }),
  get('/search', 'search.messages'),
  post('/conversations', 'conversations.create', {
    body: { title: 'What moves rates?' },
    isBodyOptional: true,
    ...created,
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
  get('/conversations/:id', 'conversations.get'),
  put('/conversations/:id', 'conversations.rename', {
    example: { title: 'Interest rates' },
    body: { title: 'Interest rates' },
  }),
  remove('/conversations/:id', 'conversations.delete', 'Conversation deleted'),
  patch('/conversations/:id', 'conversations.update', { example: { isPinned: true }, body: { isPinned: true } }),
  post('/conversations/:id/extend', 'conversations.extend'),
  post('/conversations/:id/read', 'conversations.markRead', 'Marked as read'),
  get('/conversations/:id/summary', 'conversations.summary', { example: { summary: {} } }),
  get('/conversations/:id/collections', 'collections.switches'),
  put('/conversations/:id/collections', 'collections.switch', {
    body: { collectionId: idOf('collection'), isOn: false },
  }),
  get('/conversations/:id/research', 'research.list'),
  get('/conversations/:id/export', 'conversations.startExport', {
    example: '# What moves rates?',
    download: { types: exportTypes, send: sendConversation },
  }),
  get('/conversations/:id/messages', 'messages.list', { list: 'older-pages' }),
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
    omit: ['clientRequestId', 'projectId', 'collections'],
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
    download: { types: exportTypes, send: sendMessage },
  }),
  post('/messages/:id/show', 'messages.show', 'Shown'),
  ...fileRoutes(),
  // Feedback.
  get('/messages/:id/feedback', 'feedback.get', { example: { feedback: {} } }),
  put('/messages/:id/feedback', 'feedback.save', {
    body: { rating: 'down', reasons: ['unsupported'], comment: 'The page says 2.5%.' },
  }),
  remove('/messages/:id/feedback', 'feedback.remove', 'Feedback removed'),
  get('/conversations/:id/feedback', 'feedback.list', { list: 'pages' }),
  admin.get('/admin/feedback', 'feedback.summary'),
  admin.get('/admin/feedback/comments', 'feedback.comments', { list: 'pages' }),
  // Prompts.
  get('/prompts', 'prompts.list', { list: 'pages' }),
  post('/prompts', 'prompts.create', {
    body: { title: 'Compare companies', text: 'Compare {{first}} and {{second}} in {{year=2026}}.' },
    ...created,
  }),
  get('/prompts/:id', 'prompts.get'),
  put('/prompts/:id', 'prompts.update', { body: { title: 'Compare two companies' } }),
  remove('/prompts/:id', 'prompts.delete', 'Prompt deleted'),
  post('/prompts/:id/restore', 'prompts.restore', 'Prompt restored'),
  // Research.
  get('/research', 'research.recent'),
  post('/research', 'research.start', {
    body: {
      question: 'Where do the key interest rates of the ECB stand?',
      budget: { minutes: 10, pages: 24, usd: null },
    },
    ...created,
  }),
  get('/research/:id', 'research.get'),
  post('/research/:id/run', 'research.run', {
    body: { questions: ['What is the deposit rate?'] },
    isBodyOptional: true,
  }),
  post('/research/:id/stop', 'research.stop'),
  get('/research/:id/changes', 'research.changes'),
  get('/research-schedules', 'research.schedules'),
  post('/research-schedules', 'research.createSchedule', {
    body: {
      researchId: idOf('research'),
      timing: { frequency: 'weekly', weekday: 1, time: '08:00', timeZone: 'Europe/Berlin' },
    },
    ...created,
  }),
  patch('/research-schedules/:id', 'research.updateSchedule', { body: { isPaused: true } }),
  remove('/research-schedules/:id', 'research.deleteSchedule', 'Schedule deleted'),
  // Imports.
  post('/imports', 'imports.create', {
    example: { import: { state: 'waiting', preview: null, position: 0 } },
    body: { fileName: 'export.zip', size: 48_213_000 },
    ...created,
  }),
  // Before `/imports/:id`, whose id is never "current".
  get('/imports/current', 'imports.current'),
  get('/imports/:id', 'imports.get', { example: { state: 'ready', preview: {} } }),
  post('/imports/:id/read', 'imports.read', { example: { state: 'reading', preview: null } }),
  post('/imports/:id/run', 'imports.run', { example: { state: 'running', position: 0 } }),
  remove('/imports/:id', 'imports.remove', 'Import removed'),
  // Shared links.
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
    files.remove('/files/:id', 'uploads.remove', 'File removed'),
    // The start of a quote is a number, which a query cannot contain; without it the first match is returned.
    files.get('/files/:id/passage', 'uploads.passage', { omit: ['start'] }),
  ];
}
