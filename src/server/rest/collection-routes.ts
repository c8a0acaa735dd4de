import * as example from './collection-examples';
import { collectionGroup } from './group-examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Collections');

export const collectionRoutes = [
  get('/collections', 'collections.list', example.collection, { list: 'pages' }),
  post('/collections', 'collections.create', example.emptyCollection, {
    body: { name: 'Reports', description: 'Annual reports since 2020', scope: 'personal' },
    status: 201,
    idempotency: 'stored',
  }),
  // Before `/collections/:id`, whose id is never "search".
  get('/collections/search', 'collections.search', [example.passage]),
  get('/collections/:id', 'collections.get', example.collection),
  put('/collections/:id', 'collections.update', example.collection, { body: { name: 'Reports', isEnabled: true } }),
  remove('/collections/:id', 'collections.delete', 'Collection deleted'),
  get('/collections/:id/groups', 'collections.groups', [collectionGroup]),
  put('/collections/:id/groups', 'collections.shareWithGroup', [collectionGroup], {
    body: { groupId: collectionGroup.id, access: 'read' },
  }),
  get('/collections/:id/documents', 'collections.documents', example.document, { list: 'pages' }),
  post('/collections/:id/documents', 'collections.addDocument', example.document, {
    body: { title: 'Vacation policy', content: 'Employees have 30 days of vacation a year.' },
    status: 201,
    idempotency: 'stored',
  }),
  get('/collections/:id/documents/:documentId', 'collections.document', example.wholeDocument),
  put('/collections/:id/documents/:documentId', 'collections.updateDocument', example.document, {
    body: { title: 'Vacation policy' },
  }),
  post('/collections/:id/documents/:documentId/refresh', 'collections.refreshDocument', example.refreshedDocument),
  remove('/collections/:id/documents/:documentId', 'collections.deleteDocument', 'Document deleted'),
];
