import { usageHeader, usageRows } from '~/server/features/usage/usage.http';
import { rowsOf } from './route';
import { sendUsage } from './send-files';

const own = rowsOf('Account');
const admin = rowsOf('Administration');

const usedModel = {
  day: '2026-05-04',
  email: 'ada@example.com',
  model: 'grok-4',
  modelName: 'Grok 4',
  requests: 12,
  unknownRequests: 0,
  unpricedRequests: 0,
  estimatedRequests: 0,
  inputTokens: 18_400,
  outputTokens: 5210,
  reasoningTokens: 900,
  cachedTokens: 12_000,
  cost: '0.130000',
};

export const usageRoutes = [
  own.get('/usage', 'usage.own'),
  admin.get('/admin/usage', 'usage.page', { list: 'pages' }),
  admin.get('/admin/usage/summary', 'usage.summary'),
  admin.get('/admin/usage/export', 'usage.export', {
    example: usageHeader + usageRows([usedModel]),
    download: { types: ['text/csv'], send: sendUsage },
  }),
  admin.get('/admin/budgets', 'usage.budgets'),
  admin.put('/admin/budgets', 'usage.setBudgets', { body: { installationUsd: '500.00', userUsd: '25.00' } }),
  admin.get('/admin/budgets/users', 'usage.userBudgets', { list: 'pages' }),
  admin.put('/admin/budgets/users', 'usage.setUserBudget', {
    message: 'The monthly budget for ada@example.com is $100.00.',
    body: { email: 'ada@example.com', monthlyUsd: '100.00' },
  }),
  admin.remove(
    '/admin/budgets/users/:id',
    'usage.removeUserBudget',
    'ada@example.com now has the budget for all users.',
  ),
];
