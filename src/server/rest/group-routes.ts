import * as example from './group-examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Groups');

export const groupRoutes = [
  get('/groups', 'groups.own', [example.ownGroup]),
  get('/admin/groups', 'groups.list', example.group, { list: 'pages' }),
  post('/admin/groups', 'groups.create', example.group, {
    body: { name: 'Research' },
    status: 201,
    idempotency: 'stored',
  }),
  put('/admin/groups/:id', 'groups.update', example.group, { body: { name: 'Market research' } }),
  remove('/admin/groups/:id', 'groups.delete', 'The group Research has been deleted.'),
  get('/admin/groups/:id/members', 'groups.members', example.member, { list: 'pages' }),
  post('/admin/groups/:id/members', 'groups.addMember', 'ada@example.com is now a member of Research.', {
    body: { userId: example.member.userId },
  }),
  remove(
    '/admin/groups/:id/members/:userId',
    'groups.removeMember',
    'ada@example.com is no longer a member of Research.',
  ),
];
