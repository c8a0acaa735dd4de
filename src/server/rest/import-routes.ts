import { rowsOf } from './route';

const { get, post, remove } = rowsOf('Chat');

export const importRoutes = [
  post('/imports', 'imports.create', {
    example: { import: { state: 'waiting', preview: null, position: 0 } },
    body: { fileName: 'export.zip', size: 48_213_000 },
    status: 201,
  }),
  get('/imports/:id', 'imports.get', { example: { state: 'ready', preview: {} } }),
  post('/imports/:id/read', 'imports.read', { example: { state: 'reading', preview: null } }),
  post('/imports/:id/run', 'imports.run', { example: { state: 'running', position: 0 } }),
  remove('/imports/:id', 'imports.remove', 'Import removed'),
];
