/** Values of the OpenAPI examples for collections; a test checks each of them against its schema. */
import { ids } from './examples';

const time = '2026-05-04T09:30:00.000Z';
const documentId = '8b1f6a52-40c7-4c1e-9d53-7a2e6f0c9b18';

export const emptyCollection = {
  id: ids.collection,
  name: 'Reports',
  description: 'Annual reports since 2020',
  scope: 'personal',
  isEnabled: true,
  mayEdit: true,
  mayManage: true,
  documentCount: 0,
  articleCount: 0,
  storageBytes: 0,
  createdAt: time,
  updatedAt: time,
};
export const collection = { ...emptyCollection, documentCount: 1, articleCount: 1, storageBytes: 42 };

export const document = {
  id: documentId,
  collectionId: ids.collection,
  title: 'Vacation policy',
  sourceType: 'manual',
  source: null,
  type: 'text/plain',
  size: 42,
  objectPath: `/objects/${ids.file}`,
  state: 'ready',
  version: 1,
  keywords: ['employees', 'days', 'vacation', 'year'],
  summary: 'Employees have 30 days of vacation a year.',
  createdAt: time,
  updatedAt: time,
};
export const refreshedDocument = {
  document: {
    ...document,
    title: 'Press releases',
    sourceType: 'url',
    source: 'https://example.com/press',
    version: 2,
  },
  isChanged: true,
  added: ['Example Corp. opens an office in Lisbon'],
  removed: [],
};
export const wholeDocument = {
  ...document,
  content: 'Employees have 30 days of vacation a year.',
  pages: [],
  passageStarts: [0],
};

export const passage = {
  collectionId: ids.collection,
  documentId,
  title: 'Vacation policy',
  start: 0,
  text: 'Employees have 30 days of vacation a year.',
  score: 0.1,
};
