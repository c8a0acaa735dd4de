import * as example from './examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Chat');
const id = 'projectId';
const gone = 'There is no such project, AI model or collection.';

export const projectRoutes = [
  get('/projects', 'projects.list', 'List your projects', example.project, {
    description: 'Newest first.',
    list: 'pages',
  }),
  post('/projects', 'projects.create', 'Create a project', example.emptyProject, {
    description:
      'A folder of conversations. Its custom instructions follow your own in their requests to the AI model. A conversation draws on the collections of its project unless it has a choice of its own.',
    body: { example: { name: 'Board papers', customInstructions: 'Write for the board.' } },
    status: 201,
    errors: {
      404: 'There is no such AI model or collection.',
      409: 'You have too many projects, or the Idempotency-Key belongs to another request.',
    },
    idempotency: 'stored',
  }),
  get('/projects/:id', 'projects.get', 'Get a project', example.project, { id }),
  put('/projects/:id', 'projects.update', 'Change a project', example.project, {
    id,
    description: 'Fields that are absent stay as they are. The next message is sent with the changes.',
    body: { example: { name: 'Board papers', customInstructions: 'Write for the board.' } },
    errors: { 404: gone },
  }),
  remove(
    '/projects/:id',
    'projects.delete',
    'Delete a project',
    { message: 'Project deleted' },
    { id, description: 'Its conversations are kept, outside of any project.' },
  ),
  post(
    '/conversations/move',
    'projects.moveConversations',
    'Move conversations to a project',
    { count: 1 },
    {
      description: '`projectId` null moves them out of their projects. They keep their places in lists.',
      body: { example: { ...example.conversationIds, projectId: null } },
      errors: { 404: 'There is no such project, or none of the conversations exists.' },
      idempotency: 'stored',
    },
  ),
];
