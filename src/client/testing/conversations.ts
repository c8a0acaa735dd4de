import type { ConversationSummary } from '~/shared/schemas/conversations';
import type { Project } from '~/shared/schemas/projects';

const time = new Date('2026-05-04T09:30:00Z');

export const rates: ConversationSummary = {
  id: 'b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c02',
  title: 'Rates',
  updatedAt: time,
  isPinned: false,
  isArchived: false,
  projectId: null,
  temporaryUntil: null,
};

export const banks: ConversationSummary = { ...rates, id: 'c6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c03', title: 'Banks' };

export const boardPapers: Project = {
  id: '7f6e5d4c-3b2a-4918-a7b6-c5d4e3f2a1b0',
  name: 'Board papers',
  customInstructions: 'Write for the board.',
  defaultModel: null,
  collectionIds: null,
  filesCollectionId: null,
  fileCount: 0,
  conversationCount: 3,
  createdAt: time,
  updatedAt: time,
};
