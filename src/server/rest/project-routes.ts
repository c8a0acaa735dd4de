import * as example from './examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Chat');

export const projectRoutes = [
  get('/projects', 'projects.list', example.project, { list: 'pages' }),
  post('/projects', 'projects.create', example.emptyProject, {
    body: { name: 'Board papers', customInstructions: 'Write for the board.' },
    status: 201,
    idempotency: 'stored',
  }),
  get('/projects/:id', 'projects.get', example.project),
  put('/projects/:id', 'projects.update', example.project, {
    body: { name: 'Board papers', customInstructions: 'Write for the board.' },
  }),
  remove('/projects/:id', 'projects.delete', 'Project deleted'),
  post(
    '/conversations/move',
    'projects.moveConversations',
    { count: 1 },
    { body: { ...example.conversationIds, projectId: null }, idempotency: 'stored' },
  ),
];
