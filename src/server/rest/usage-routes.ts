import { rowsOf } from './route';
import { sendUsage } from './send-files';

const own = rowsOf('Account');
const admin = rowsOf('Administration');

export const usageRoutes = [
  own.get('/usage', 'usage.own'),
  admin.get('/admin/usage', 'usage.page', { list: 'pages' }),
  admin.get('/admin/usage/export', 'usage.export', {
    example: 'Day,User,Model,Name,Requests\r\n2026-05-04,ada@example.com,grok-4,Grok 4,12\r\n',
    download: { type: 'text/csv', send: sendUsage },
  }),
  admin.get('/admin/budgets', 'usage.budgets'),
  admin.put('/admin/budgets', 'usage.setBudgets', { body: { installationUsd: '500.00', userUsd: '25.00' } }),
  admin.get('/admin/budgets/users', 'usage.userBudgets', { list: 'pages' }),
  admin.put('/admin/budgets/users', 'usage.setUserBudget', {
    message: 'The monthly budget of ada@example.com is $100.00.',
    body: { email: 'ada@example.com', monthlyUsd: '100.00' },
  }),
  admin.remove('/admin/budgets/users/:id', 'usage.removeUserBudget', 'ada@example.com has the budget of all users.'),
];
