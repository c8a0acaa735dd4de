import { ids, time } from './examples';

export const group = { id: ids.entry, name: 'Research', memberCount: 12, createdAt: time };
export const ownGroup = { id: ids.entry, name: 'Research' };
export const member = {
  userId: ids.user,
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  source: 'manual',
  createdAt: time,
};
export const collectionGroup = { id: ids.entry, name: 'Research', access: 'read' };
