import * as example from './group-examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Groups');
const id = 'groupId';
const searches = { 400: 'The input is not valid; see `message`.', 429: 'Too many searches; see Retry-After.' };
const nameTaken = 'Another group has this name.';

export const groupRoutes = [
  get('/groups', 'groups.own', 'List your groups', [example.ownGroup], {
    description: 'By name. Administrators get all groups. Share collections and links with them.',
  }),
  get('/admin/groups', 'groups.list', 'List all groups', example.group, {
    description: 'By name. `search`: a part of the name.',
    list: 'pages',
    filters: ['search'],
    errors: searches,
  }),
  post('/admin/groups', 'groups.create', 'Create a group', example.group, {
    description: 'Names differ in more than upper and lower case.',
    body: { example: { name: 'Research' } },
    status: 201,
    errors: { 409: `${nameTaken} Or there are too many, or the Idempotency-Key belongs to another request.` },
    idempotency: 'stored',
  }),
  put('/admin/groups/:id', 'groups.update', 'Rename a group', example.group, {
    id,
    body: { example: { name: 'Market research' } },
    errors: { 409: nameTaken },
  }),
  remove(
    '/admin/groups/:id',
    'groups.delete',
    'Delete a group',
    { message: 'The group Research has been deleted.' },
    { id, description: 'Its members keep their accounts and lose the rights that they had through it.' },
  ),
  get('/admin/groups/:id/members', 'groups.members', 'List the members of a group', example.member, {
    id,
    description: 'By email. `search`: words of the email and the name.',
    list: 'pages',
    filters: ['search'],
    errors: searches,
  }),
  post(
    '/admin/groups/:id/members',
    'groups.addMember',
    'Add a user to a group',
    { message: 'ada@example.com is now a member of Research.' },
    {
      id,
      description: 'A member that a provider has added stays from now on, whatever the provider reports.',
      body: { example: { userId: example.member.userId } },
    },
  ),
  remove(
    '/admin/groups/:id/members/:userId',
    'groups.removeMember',
    'Remove a user from a group',
    { message: 'ada@example.com is no longer a member of Research.' },
    {
      params: { id, userId: 'userId' },
      description: 'Rights through the group end with the next request.',
    },
  ),
];
