import { rowsOf } from './route';
import { sendUsage } from './send-files';
import * as example from './usage-examples';

const own = rowsOf('Account');
const admin = rowsOf('Administration');

export const usageRoutes = [
  own.get('/usage', 'usage.own', example.own),
  admin.get('/admin/usage', 'usage.page', example.row, { list: 'pages' }),
  admin.get('/admin/usage/export', 'usage.export', example.file, {
    download: { type: 'text/csv', send: sendUsage },
  }),
  admin.get('/admin/budgets', 'usage.budgets', example.budgets),
  admin.put('/admin/budgets', 'usage.setBudgets', example.budgets, { body: example.newBudgets }),
  admin.get('/admin/budgets/users', 'usage.userBudgets', example.userBudget, { list: 'pages' }),
  admin.put('/admin/budgets/users', 'usage.setUserBudget', 'The monthly budget of ada@example.com is $100.00.', {
    body: example.newUserBudget,
  }),
  admin.remove('/admin/budgets/users/:id', 'usage.removeUserBudget', 'ada@example.com has the budget of all users.'),
];
