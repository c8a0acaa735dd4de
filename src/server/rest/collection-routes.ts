import { idOf } from '~/server/lib/schema-examples';
import { created, rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Collections');
const admin = rowsOf('Administration');

export const collectionRoutes = [
  get('/collections', 'collections.list', { list: 'pages' }),
  post('/collections', 'collections.create', {
    body: { name: 'Reports', description: 'Annual reports since 2020', scope: 'personal' },
    ...created,
  }),
  // Before `/collections/:id`, whose id is never "search".
  get('/collections/search', 'collections.search'),
  get('/collections/:id', 'collections.get'),
  put('/collections/:id', 'collections.update', { body: { name: 'Reports', isEnabled: true } }),
  remove('/collections/:id', 'collections.delete', 'Collection deleted'),
  get('/collections/:id/groups', 'collections.groups'),
  put('/collections/:id/groups', 'collections.shareWithGroup', { body: { groupId: idOf('group'), access: 'read' } }),
  get('/collections/:id/documents', 'collections.documents', { list: 'pages' }),
  post('/collections/:id/documents', 'collections.addDocument', {
    body: { title: 'Vacation policy', content: 'Employees have 30 days of vacation a year.' },
    ...created,
  }),
  get('/collections/:id/documents/:documentId', 'collections.document'),
  put('/collections/:id/documents/:documentId', 'collections.updateDocument', { body: { title: 'Vacation policy' } }),
  post('/collections/:id/documents/:documentId/refresh', 'collections.refreshDocument'),
  remove('/collections/:id/documents/:documentId', 'collections.deleteDocument', 'Document deleted'),
  admin.get('/admin/collections/overview', 'collections.overview'),
];
