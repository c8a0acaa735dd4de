import type { Collection, CollectionDocument, WholeDocument } from '~/shared/schemas/collections';

const time = new Date('2026-05-04T09:30:00Z');

export const reports: Collection = {
  id: '4c7d9e10-52b3-4f86-a1d4-0e9f8c7b6a59',
  name: 'Reports',
  description: 'Annual reports',
  scope: 'personal',
  isEnabled: true,
  mayEdit: true,
  mayManage: true,
  documentCount: 1,
  articleCount: 0,
  storageBytes: 2048,
  createdAt: time,
  updatedAt: time,
};

export const annualReport: CollectionDocument = {
  id: 'd2f1c0b9-a8e7-46d5-b4c3-a2918070f6e5',
  collectionId: reports.id,
  title: 'Annual report',
  sourceType: 'file',
  source: 'report.pdf',
  type: 'application/pdf',
  size: 2048,
  objectPath: '/objects/report',
  state: 'ready',
  version: 1,
  keywords: ['rates'],
  summary: 'Rates rose.',
  createdAt: time,
  updatedAt: time,
};

export const wholeDocument: WholeDocument = {
  ...annualReport,
  content: 'First page. Second page.',
  pages: [
    { page: 1, start: 0 },
    { page: 2, start: 12 },
  ],
  passageStarts: [0, 12],
};
