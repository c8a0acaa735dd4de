import { ids } from './examples';

const sums = {
  requests: 12,
  unknownRequests: 0,
  estimatedRequests: 1,
  inputTokens: 18_400,
  outputTokens: 5210,
  reasoningTokens: 1200,
  cachedTokens: 6400,
  cost: '0.1333',
};
const day = '2026-05-04';
const model = { model: 'grok-4', modelName: 'Grok 4' };
const person = { userId: ids.user, email: 'ada@example.com' };
const renewsOn = '2026-06-01';

export const budget = { state: 'free', monthlyUsd: '25.00', spentUsd: '0.1333', isOfInstallation: false, renewsOn };
export const own = {
  from: '2026-05-01',
  to: day,
  total: sums,
  days: [{ day, ...sums }],
  models: [{ ...model, ...sums }],
  budget,
};
export const row = { day, ...person, ...model, ...sums };
export const file =
  'Day,User,Model,Name,Requests,Unknown,Estimated,Input tokens,Output tokens,Reasoning tokens,Cached tokens,Cost (USD)\r\n' +
  '2026-05-04,ada@example.com,grok-4,Grok 4,12,0,1,18400,5210,1200,6400,0.1333\r\n';
export const newBudgets = { installationUsd: '500.00', userUsd: '25.00' };
export const budgets = { ...newBudgets, spentUsd: '0.1333', renewsOn };
export const newUserBudget = { email: 'ada@example.com', monthlyUsd: '100.00' };
export const userBudget = { ...person, monthlyUsd: '100.00', spentUsd: '0.1333' };
