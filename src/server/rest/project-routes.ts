import { ids } from './examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Chat');

export const projectRoutes = [
  get('/projects', 'projects.list', { list: 'pages' }),
  post('/projects', 'projects.create', {
    body: { name: 'Board papers', customInstructions: 'Write for the board.' },
    status: 201,
    idempotency: 'stored',
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
];
