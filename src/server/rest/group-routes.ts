import { ids } from '~/server/lib/example-values';
import { created, rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Groups');

export const groupRoutes = [
  get('/groups', 'groups.own'),
  get('/admin/groups', 'groups.list', { list: 'pages' }),
  post('/admin/groups', 'groups.create', { body: { name: 'Research' }, ...created }),
  put('/admin/groups/:id', 'groups.update', { body: { name: 'Market research' } }),
  remove('/admin/groups/:id', 'groups.delete', 'The group Research has been deleted.'),
  get('/admin/groups/:id/members', 'groups.members', { list: 'pages' }),
  post('/admin/groups/:id/members', 'groups.addMember', {
    message: 'ada@example.com is now a member of Research.',
    body: { userId: ids.user },
  }),
  remove(
    '/admin/groups/:id/members/:userId',
    'groups.removeMember',
    'ada@example.com is no longer a member of Research.',
  ),
];
