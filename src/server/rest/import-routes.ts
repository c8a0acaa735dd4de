import { ids, time } from './examples';
import { rowsOf } from './route';

const { get, post, remove } = rowsOf('Chat');

const importExample = {
  id: ids.import,
  fileName: 'export.zip',
  state: 'ready',
  preview: {
    conversations: 812,
    messages: 10_460,
    present: 3,
    from: time,
    to: time,
    sources: ['chatgpt'],
    unreadable: 1,
    problems: [{ title: 'Old chat', reason: 'It has no messages' }],
    shortened: 0,
    refusal: null,
  },
  position: 816,
  conversations: 0,
  messages: 0,
  error: null,
  createdAt: time,
  updatedAt: time,
};
const upload = { uploadURL: `https://example.com/objects/${ids.file}?signature=…`, headers: {} };

export const importRoutes = [
  post(
    '/imports',
    'imports.create',
    'Start an import of conversations',
    { import: { ...importExample, state: 'waiting', preview: null, position: 0 }, upload },
    {
      description:
        'For an export of ChatGPT, Claude, Open WebUI or qInsight, a zip or JSON file of at most 200 MB. Send the bytes with one PUT to `uploadURL`, with `headers`, then request the preview. Replaces your earlier import, whose conversations stay.',
      body: { example: { fileName: 'export.zip', size: 48_213_000 } },
      status: 201,
      errors: {
        409: 'An import is in progress, or the Idempotency-Key belongs to another request.',
        413: 'The body, or your storage, is over its limit.',
      },
    },
  ),
  get('/imports/:id', 'imports.get', 'Get an import with its preview and progress', importExample, {
    description: 'Read it until its `state` is `ready`, `done` or `failed`.',
  }),
  post(
    '/imports/:id/read',
    'imports.read',
    'Preview an import',
    { ...importExample, state: 'reading', preview: null },
    { description: 'Reads the file in the background and stores nothing of it. Safe to repeat.' },
  ),
  post(
    '/imports/:id/run',
    'imports.run',
    'Run an import',
    { ...importExample, state: 'running', position: 0 },
    {
      description:
        'Adds the conversations in the background. Conversations and messages that you have already are not added again. Safe to repeat.',
      errors: { 409: 'There is no preview yet, the import has failed, or your account has no room for it.' },
    },
  ),
  remove(
    '/imports/:id',
    'imports.remove',
    'Cancel an import',
    { message: 'Import removed' },
    { description: 'Deletes the file. Conversations that were added stay.' },
  ),
];
