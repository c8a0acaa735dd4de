import { ids, time } from './examples';

export const newFeedback = { rating: 'down', reasons: ['unsupported'], comment: 'The page says 2.5%.' };
export const feedback = { messageId: ids.answer, ...newFeedback, updatedAt: time };
export const found = { feedback };

const reasons = { incorrect: 1, unsupported: 2, instructions: 0, length: 0, other: 0 };
const sums = { up: 14, down: 3, reasons };
const model = { model: 'grok-4', modelName: 'grok-4' };
export const summary = { from: '2026-05-01', to: '2026-05-04', total: sums, models: [{ ...model, ...sums }] };
export const comment = {
  id: ids.entry,
  ...model,
  reasons: newFeedback.reasons,
  comment: newFeedback.comment,
  updatedAt: time,
};
