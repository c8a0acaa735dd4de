import { conversationEvent } from '~/shared/schemas/conversation-events';
import { exchange } from '~/shared/schemas/messages';
import * as example from './examples';
import { rowsOf } from './route';
import { sendAndWait } from './send-and-wait';
import { sendConversation, sendMessage } from './send-conversation';
import { streamEvents } from './stream-events';

const { get, post, put, patch, remove } = rowsOf('Chat');
const id = 'conversationId';
const storageFull = 'The storage of the server is full.';
const tooManyAnswers = 'Too many of your answers are in progress; see Retry-After.';
const budgetUsed = 'Your monthly AI budget, or that of the service, is used up.';
const stopping = 'The server is stopping.';

const exported = {
  description:
    '`format` is `md` (the default), `json`, `docx`, `pdf` or `html`; the media type of the response follows. Sources are footnotes with the results of their checks.',
  filters: ['format'],
  errors: {
    400: 'The input is not valid; see `message`.',
    413: 'The conversation is too long for Word, PDF and HTML.',
    429: 'Too many exports; see Retry-After.',
  },
};

export const chatRoutes = [
  get('/conversations', 'conversations.list', 'List your conversations', example.conversation, {
    description: 'Pinned conversations first, then newest first.',
    list: 'pages',
    filters: ['search', 'archived', 'projectId'],
    errors: { 404: 'You have no such project.' },
  }),
  get('/search', 'search.messages', 'Search your messages', example.searchResult, {
    description:
      'Finished messages of all branches, their files by name, and the titles of conversations, best first. Of words that occur often, the newest messages are searched.',
    filters: ['q', 'model', 'projectId', 'files', 'from', 'to', 'limit'],
    errors: {
      400: 'The input is not valid; see `message`.',
      404: 'You have no such project.',
      429: 'Too many searches; see Retry-After.',
    },
  }),
  post('/conversations', 'conversations.create', 'Create a conversation', example.conversation, {
    body: { example: { title: 'What moves rates?' }, isOptional: true },
    status: 201,
    errors: {
      404: 'You have no such project.',
      409: 'You have too many conversations, or the Idempotency-Key belongs to another request.',
    },
    idempotency: 'stored',
  }),
  get('/conversations/activity', 'conversations.activity', 'List running and unread conversations', example.activity, {
    description:
      'Conversations with an answer in progress, and those with an answer that was finished since they were last opened or marked as read.',
  }),
  post(
    '/conversations/discard',
    'conversations.discard',
    'Discard conversations',
    { count: 1 },
    {
      description:
        'Deletes them a minute later. Until then they can be restored; nothing else returns them. Answers in progress are stopped.',
      body: { example: example.conversationIds },
      errors: { 404: 'None of them exists.' },
      idempotency: 'stored',
    },
  ),
  post(
    '/conversations/restore',
    'conversations.restore',
    'Restore discarded conversations',
    { count: 1 },
    {
      description: 'Within a minute after they were discarded.',
      body: { example: example.conversationIds },
      errors: { 404: 'None of them can be restored.' },
      idempotency: 'stored',
    },
  ),
  put('/conversations/:id', 'conversations.rename', 'Rename a conversation', example.renamed, {
    id,
    body: { example: { title: 'Interest rates' } },
  }),
  remove(
    '/conversations/:id',
    'conversations.delete',
    'Delete a conversation with its messages and files',
    { message: 'Conversation deleted' },
    { id },
  ),
  patch(
    '/conversations/:id',
    'conversations.update',
    'Pin, archive or move a conversation',
    { ...example.conversation, isPinned: true },
    {
      id,
      body: { example: { isPinned: true } },
      errors: { 409: 'The conversation is temporary.' },
    },
  ),
  post(
    '/conversations/:id/extend',
    'conversations.extend',
    'Postpone the deletion of a temporary conversation',
    example.extended,
    { id, description: 'It then stays for another hour.', errors: { 404: 'There is no such temporary conversation.' } },
  ),
  post(
    '/conversations/:id/read',
    'conversations.markRead',
    'Mark a conversation as read',
    { message: 'Marked as read' },
    { id },
  ),
  get('/conversations/:id/summary', 'conversations.summary', 'Get the summary of earlier messages', example.summary, {
    id,
    description:
      'The text that replaces the oldest messages of a long conversation when an AI model cannot read all of them. `summary` is null while nothing is summarized.',
  }),
  get(
    '/conversations/:id/export',
    'conversations.startExport',
    'Export a conversation as a file',
    '# What moves rates?',
    {
      id,
      ...exported,
      download: { type: 'text/markdown', send: sendConversation },
      description: `${exported.description} Word documents and PDFs contain the active branch, as Markdown does; JSON contains all branches.`,
    },
  ),
  get('/conversations/:id/messages', 'messages.list', 'List the messages of a conversation', example.question, {
    id,
    description:
      'Oldest first. With `limit`, the newest ones; the link to the next page leads to older messages. Messages form a tree by `parentId`: those with the same parent are versions of each other. Without `branches=all`, only the active branch is returned.',
    list: 'older-pages',
  }),
  post('/conversations/:id/messages', 'messages.send', 'Send a message and wait for the answer', example.exchange, {
    id,
    description:
      'Stays open until the answer is finished. If the connection is lost, the answer continues: send the request again with the same Idempotency-Key, or read the messages. To see the text as it is written, stream the events.',
    body: {
      example: { content: 'What moves rates?', attachments: [example.attachment] },
      omit: ['clientRequestId', 'projectId'],
    },
    status: 201,
    responseSchema: exchange,
    errors: {
      409: 'The Idempotency-Key belongs to another request, or the first one is still in progress.',
      415: 'The body is not JSON, or an attachment has a type that is not allowed.',
      402: budgetUsed,
      429: tooManyAnswers,
      502: 'The AI model failed. The message is kept, and its answer contains the error.',
      503: stopping,
    },
    idempotency: 'repeatable',
    perform: sendAndWait,
  }),
  get('/conversations/:id/events', 'messages.watch', 'Stream conversation events', example.event, {
    id,
    description:
      'Server-sent events. Each `data:` line is a JSON object with a `type`; the first is `ready` with the answers in progress. After a lost connection send the last `id:` as Last-Event-ID, as browsers do, to continue there. `at` is the offset of `text` in its answer.',
    responseSchema: conversationEvent,
    stream: streamEvents,
  }),
  post(
    '/messages/:id/stop',
    'messages.stop',
    'Stop an answer',
    { message: 'Stopped' },
    {
      id: 'messageId',
      description: '`id` is the id of the answer. The text written so far is kept. Safe to repeat.',
    },
  ),
  post('/messages/:id/retry', 'messages.retry', 'Retry an answer', example.retried, {
    id: 'messageId',
    description:
      '`id` is the id of the answer. The new answer is another version of it and has an id of its own; the earlier branch stays. An answer without a text is written in its place instead, with a higher `attempt`. Returns at once; read the text from the messages or the events.',
    body: { example: { timeZone: 'Europe/Berlin' }, isOptional: true },
    errors: {
      402: budgetUsed,
      409: 'An answer to the same message is in progress.',
      429: tooManyAnswers,
      503: stopping,
    },
  }),
  get('/messages/:id/versions', 'messages.versions', 'List the versions of a message', example.versions, {
    id: 'messageId',
    description:
      '`id` is the id of any version, of a message or of an answer. Sending with `replaces` and retrying add versions; nothing is overwritten. The newest 100 are returned, oldest first.',
  }),
  get(
    '/messages/:id/snapshots/:snapshotId',
    'messages.snapshot',
    'Get a cited web page as it was read',
    example.snapshot,
    {
      params: { id: 'messageId', snapshotId: 'snapshotId' },
      description:
        '`id` is the id of the answer, `snapshotId` that of a check in its citations. `text` is the text of the page when it was read; `sourceStart` and `sourceEnd` of the citation are offsets in it.',
    },
  ),
  get('/messages/:id/receipt', 'messages.receipt', 'Get the receipt of an answer', example.receipt, {
    id: 'messageId',
    description:
      '`id` is the id of a finished answer. Contains all that the answer rests on, with the pages as they were read. Verify it offline with /receipts/verify.mjs.',
  }),
  get('/messages/:id/export', 'messages.startExport', 'Export a message as a file', '# What moves rates?', {
    id: 'messageId',
    ...exported,
    download: { type: 'text/markdown', send: sendMessage },
    description: `\`id\` is the id of an answer, or of a message. ${exported.description} \`html\` of an answer is one page with its receipt, which it checks itself.`,
    errors: { ...exported.errors, 409: 'The answer is still being written.' },
  }),
  post(
    '/messages/:id/show',
    'messages.show',
    'Switch to the branch of a message',
    { message: 'Shown' },
    {
      id: 'messageId',
      description:
        'The branch with the message becomes the active one: lists return it, and new messages continue it. After the message it follows the newest versions.',
    },
  ),
  ...fileRoutes(),
];

function fileRoutes() {
  const files = rowsOf('Files');
  return [
    files.post('/objects/upload', 'uploads.create', 'Create an upload URL', example.uploadTarget, {
      description:
        'Send the bytes with one PUT to `uploadURL`, with `headers`, then confirm the upload with PUT /api/files. Without a size and a type the URL accepts any file within the limit, and counts as the largest size until the upload is confirmed.',
      body: { example: { size: 48_213, type: 'application/pdf' }, isOptional: true },
      errors: {
        413: 'The body, or your storage, is over its limit.',
        429: 'Too many files are waiting to be attached.',
        507: storageFull,
      },
      idempotency: 'stored',
    }),
    files.put('/files', 'uploads.claim', 'Confirm an upload', example.claimedFile, {
      description:
        'Checks the file and starts processing it. `fileURL` is the upload URL or the object path; without `name` the type is detected from the bytes, and the attachment names the file later. Use `objectPath` of the response as the `url` of an attachment.',
      body: { example: { fileURL: example.uploadTarget.objectPath, name: 'report.pdf', type: 'application/pdf' } },
      errors: {
        404: 'Not found.',
        413: 'The file, or the body, is too large.',
        415: 'The body is not JSON, or the file has a type that is not allowed.',
      },
    }),
  ];
}
