import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Chat');

export const promptRoutes = [
  get('/prompts', 'prompts.list', { list: 'pages' }),
  post('/prompts', 'prompts.create', {
    body: { title: 'Compare companies', text: 'Compare {{first}} and {{second}} in {{year=2026}}.' },
    status: 201,
    idempotency: 'stored',
  }),
  get('/prompts/:id', 'prompts.get'),
  put('/prompts/:id', 'prompts.update', { body: { title: 'Compare two companies' } }),
  remove('/prompts/:id', 'prompts.delete', 'Prompt deleted'),
  post('/prompts/:id/restore', 'prompts.restore', 'Prompt restored'),
];
