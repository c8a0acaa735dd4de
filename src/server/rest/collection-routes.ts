import * as example from './collection-examples';
import { collectionGroup } from './group-examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Collections');
const id = 'collectionId';
const params = { id, documentId: 'documentId' };
const notManaged = 'Another user, or administrators, manage the collection.';
const notYours = 'You may only read the collection, or only administrators may do this.';
const fileErrors = {
  413: 'The file or the body is too large, or your storage is full.',
  415: 'The body is not JSON, or the file has a type that is not allowed.',
  429: 'Too many uploads; see Retry-After.',
  507: 'The storage of the server is full.',
};

export const collectionRoutes = [
  get('/collections', 'collections.list', 'List collections', example.collection, {
    description: 'Your own, the organization-wide ones, and those shared with your groups, newest first.',
    list: 'pages',
  }),
  post('/collections', 'collections.create', 'Create a collection', example.emptyCollection, {
    description: 'Only administrators create collections for groups and for the organization.',
    body: { example: { name: 'Reports', description: 'Annual reports since 2020', scope: 'personal' } },
    status: 201,
    errors: { 403: notYours, 409: 'You have too many collections, or the Idempotency-Key belongs to another request.' },
    idempotency: 'stored',
  }),
  // Before `/collections/:id`, whose id is never "search".
  get('/collections/search', 'collections.search', 'Search the documents of collections', [example.passage], {
    description: 'The passages that match best, best first.',
    filters: ['q', 'limit', 'collectionId'],
    errors: {
      400: 'The input is not valid; see `message`.',
      404: 'Not found.',
      429: 'Too many searches; see Retry-After.',
    },
  }),
  get('/collections/:id', 'collections.get', 'Read a collection', example.collection, { id }),
  put('/collections/:id', 'collections.update', 'Change a collection', example.collection, {
    id,
    body: { example: { name: 'Reports', isEnabled: true } },
    errors: { 403: notYours },
  }),
  remove(
    '/collections/:id',
    'collections.delete',
    'Delete a collection with its documents',
    { message: 'Collection deleted' },
    { id, errors: { 403: notYours } },
  ),
  get('/collections/:id/groups', 'collections.groups', 'List the groups of a collection', [collectionGroup], {
    id,
    errors: { 403: notManaged },
  }),
  put('/collections/:id/groups', 'collections.shareWithGroup', 'Share a collection with a group', [collectionGroup], {
    id,
    description:
      '`access` is `read`, `edit`, or null to end it. You share with your own groups, administrators with all. Recorded in the audit log.',
    body: { example: { groupId: collectionGroup.id, access: 'read' } },
    errors: { 403: notManaged, 404: 'The collection does not exist, or you are not in the group.' },
  }),
  get('/collections/:id/documents', 'collections.documents', 'List the documents of a collection', example.document, {
    id,
    description: 'Newest first.',
    list: 'pages',
  }),
  post('/collections/:id/documents', 'collections.addDocument', 'Add a document to a collection', example.document, {
    id,
    description:
      'An article from `title` and `content`, an uploaded file from `objectPath`, a web page from `url`, or an answer from `messageId`. A web page is read before the response. A file is processed after the response: its `state` says when it can be searched.',
    body: { example: { title: 'Vacation policy', content: 'Employees have 30 days of vacation a year.' } },
    status: 201,
    errors: { 403: notYours, ...fileErrors },
    idempotency: 'stored',
  }),
  get('/collections/:id/documents/:documentId', 'collections.document', 'Read a document', example.wholeDocument, {
    params,
  }),
  put('/collections/:id/documents/:documentId', 'collections.updateDocument', 'Change a document', example.document, {
    params,
    description:
      'Renames it, moves it with `moveTo`, or replaces its text with `content` or `objectPath` as a new version.',
    body: { example: { title: 'Vacation policy' } },
    errors: { 403: notYours, ...fileErrors },
  }),
  post(
    '/collections/:id/documents/:documentId/refresh',
    'collections.refreshDocument',
    'Read the web page of a document again',
    example.refreshedDocument,
    {
      params,
      description: 'A page whose lines have changed becomes a new version. Other documents return 400.',
      errors: {
        400: 'The document is not a web page, or the page cannot be read; see `message`.',
        403: notYours,
        413: 'Your storage is full.',
        429: 'Too many uploads; see Retry-After.',
        507: 'The storage of the server is full.',
      },
    },
  ),
  remove(
    '/collections/:id/documents/:documentId',
    'collections.deleteDocument',
    'Delete a document',
    { message: 'Document deleted' },
    { params, errors: { 403: notYours } },
  ),
];
