import * as example from './prompt-examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Chat');
const id = 'promptId';
const notAdministrator = 'Only administrators write organization-wide prompts.';

export const promptRoutes = [
  get('/prompts', 'prompts.list', 'List prompts', example.prompt, {
    description: 'Your own and the organization-wide ones, by title.',
    list: 'pages',
    filters: ['search', 'scope'],
    errors: { 400: 'The input is not valid; see `message`.', 429: 'Too many searches; see Retry-After.' },
  }),
  post('/prompts', 'prompts.create', 'Create a prompt', example.prompt, {
    description:
      'A text to begin messages with. It can contain variables: `{{name}}`, or `{{name=default}}`. Organization-wide prompts are recorded in the audit log.',
    body: { example: example.newPrompt },
    status: 201,
    errors: {
      403: notAdministrator,
      409: 'There are too many prompts, or the Idempotency-Key belongs to another request.',
    },
    idempotency: 'stored',
  }),
  get('/prompts/:id', 'prompts.get', 'Get a prompt', example.prompt, { id }),
  put('/prompts/:id', 'prompts.update', 'Change a prompt', example.prompt, {
    id,
    description: 'Fields that are absent stay as they are.',
    body: { example: { title: 'Compare two companies' } },
    errors: { 403: notAdministrator },
  }),
  remove(
    '/prompts/:id',
    'prompts.delete',
    'Delete a prompt',
    { message: 'Prompt deleted' },
    { id, description: 'It can be restored for a minute.', errors: { 403: notAdministrator } },
  ),
  post(
    '/prompts/:id/restore',
    'prompts.restore',
    'Restore a deleted prompt',
    { message: 'Prompt restored' },
    {
      id,
      description: 'Within a minute after it was deleted.',
      errors: { 404: 'There is no such prompt that can be restored.' },
    },
  ),
];
