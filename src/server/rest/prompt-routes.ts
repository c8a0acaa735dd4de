import * as example from './prompt-examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Chat');

export const promptRoutes = [
  get('/prompts', 'prompts.list', example.prompt, { list: 'pages' }),
  post('/prompts', 'prompts.create', example.prompt, { body: example.newPrompt, status: 201, idempotency: 'stored' }),
  get('/prompts/:id', 'prompts.get', example.prompt),
  put('/prompts/:id', 'prompts.update', example.prompt, { body: { title: 'Compare two companies' } }),
  remove('/prompts/:id', 'prompts.delete', 'Prompt deleted'),
  post('/prompts/:id/restore', 'prompts.restore', 'Prompt restored'),
];
