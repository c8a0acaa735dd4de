import { rowsOf } from './route';
import { sendUsage } from './send-files';
import * as example from './usage-examples';

const own = rowsOf('Account');
const admin = rowsOf('Administration');
const period =
  '`from` and `to` are days in UTC; by default this month so far. At most 366 days. Costs in USD, by the prices of the models.';
const errors = { 400: 'The period is not valid.' };

export const usageRoutes = [
  own.get('/usage', 'usage.own', 'Get your usage of AI models and your budget', example.own, {
    description: `${period} \`budget\` is always that of this month.`,
    filters: ['from', 'to'],
    errors,
  }),
  admin.get('/admin/usage', 'usage.page', 'List usage by day, user and model', example.row, {
    description: `Newest day first. ${period} Usage of deleted accounts is added up without a user.`,
    list: 'pages',
    filters: ['from', 'to'],
    errors,
  }),
  admin.get('/admin/usage/export', 'usage.export', 'Export usage as CSV', example.file, {
    description: `${period} The export is recorded in the audit log, so API tokens need write access.`,
    filters: ['from', 'to'],
    download: { type: 'text/csv', send: sendUsage },
    errors,
  }),
  admin.get('/admin/budgets', 'usage.budgets', 'Get the monthly AI budgets', example.budgets),
  admin.put('/admin/budgets', 'usage.setBudgets', 'Set the monthly AI budgets', example.budgets, {
    description:
      'In USD; `null` means no limit. `installationUsd` is for all users together, `userUsd` for each user without a budget of their own. Messages beyond a budget return 402 until the first of the next month in UTC. Models without prices are not limited.',
    body: { example: example.newBudgets },
  }),
  admin.get('/admin/budgets/users', 'usage.userBudgets', 'List individual budgets', example.userBudget, {
    description: 'By email.',
    list: 'pages',
  }),
  admin.put(
    '/admin/budgets/users',
    'usage.setUserBudget',
    'Set the monthly AI budget of a user',
    { message: 'The monthly budget of ada@example.com is $100.00.' },
    { body: { example: example.newUserBudget }, errors: { 404: 'No account has this email.' } },
  ),
  admin.remove(
    '/admin/budgets/users/:id',
    'usage.removeUserBudget',
    'Remove the budget of a user',
    { message: 'ada@example.com has the budget of all users.' },
    { id: 'userId', description: 'The budget for all users applies again.' },
  ),
];
