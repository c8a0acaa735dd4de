import { ids, time } from './examples';

export const newPrompt = { title: 'Compare companies', text: 'Compare {{first}} and {{second}} in {{year=2026}}.' };
export const prompt = {
  id: ids.entry,
  scope: 'personal',
  ...newPrompt,
  mayEdit: true,
  createdAt: time,
  updatedAt: time,
};
