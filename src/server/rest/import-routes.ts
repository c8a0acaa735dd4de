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
    { import: { ...importExample, state: 'waiting', preview: null, position: 0 }, upload },
    { body: { fileName: 'export.zip', size: 48_213_000 }, status: 201 },
  ),
  get('/imports/:id', 'imports.get', importExample),
  post('/imports/:id/read', 'imports.read', { ...importExample, state: 'reading', preview: null }),
  post('/imports/:id/run', 'imports.run', { ...importExample, state: 'running', position: 0 }),
  remove('/imports/:id', 'imports.remove', 'Import removed'),
];
