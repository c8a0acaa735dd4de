import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { uiWords } from '~/client/words/ui';
import { usageWords as words } from '~/client/words/usage';
import type { Budgets, UsageSummary, UsageSums, UserBudget } from '~/shared/schemas/usage';
import { daysOfPeriod } from '~/shared/usage-period';
import AdminUsage from './admin-usage';

const sums: UsageSums = {
  requests: 1200,
  unknownRequests: 0,
  unpricedRequests: 0,
  estimatedRequests: 0,
  inputTokens: 34_000,
  outputTokens: 5000,
  reasoningTokens: 0,
  cachedTokens: 0,
  cost: '12.5',
};
const userId = '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01';
const summary: UsageSummary = {
  from: '2026-05-01',
  to: '2026-05-02',
  total: sums,
  days: [
    { day: '2026-05-01', ...sums },
    { day: '2026-05-02', ...sums, cost: null },
  ],
  models: [{ model: 'xai/grok-4', modelName: 'Grok 4', ...sums }],
  users: [
    { userId, email: 'ada@example.com', ...sums },
    { userId: '5f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01', email: null, ...sums },
  ],
};
const empty: UsageSummary = { ...summary, days: [], models: [], users: [] };
const budgets: Budgets = { installationUsd: '100', userUsd: null, spentUsd: '12.5', renewsOn: '2026-06-01' };
const adaBudget: UserBudget = { userId, email: 'ada@example.com', monthlyUsd: '25', spentUsd: '3' };
const busy = () => {
  throw new ServerError('The service is busy');
};

function page(answers: FakeResponses = {}) {
  const requests = fakeServer({
    'usage.summary': () => summary,
    'usage.budgets': () => budgets,
    'usage.userBudgets': () => ({ items: [adaBudget], nextCursor: null }),
    ...answers,
  });
  const inputsOf = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { inputsOf, ...renderInApp(<AdminUsage />) };
}
const budgetsForm = async () => within(await screen.findByRole('form', { name: words.budgets }));
const exceptionForm = () => within(screen.getByRole('form', { name: words.exceptions }));

it('shows the totals of the period', async () => {
  page();
  const figures = await screen.findAllByRole('definition');
  expect(figures.slice(0, 4).map(({ textContent }) => textContent)).toEqual(['$12.50', '1,200', '34,000', '5,000']);
});

it('shows how many requests had no token counts', async () => {
  page({ 'usage.summary': () => ({ ...summary, total: { ...sums, unknownRequests: 2 } }) });
  expect(await screen.findByText(words.unknown('2', false))).toBeDefined();
});

it('shows how many requests the cost does not include, unless nothing has a cost', async () => {
  const total = { ...sums, unpricedRequests: 1 };
  page({ 'usage.summary': () => ({ ...summary, total }) });
  expect(await screen.findByText(words.unpriced('1', true))).toBeDefined();
  cleanup();
  page({ 'usage.summary': () => ({ ...summary, total: { ...total, cost: null } }) });
  await screen.findAllByRole('definition');
  expect(screen.queryByText(words.unpriced('1', true))).toBeNull();
});

it('shows days newest first, and deleted accounts, in their tabs', async () => {
  const { user } = page();
  await user.click(await screen.findByRole('tab', { name: words.days }));
  const days = within(await screen.findByRole('table', { name: words.days })).getAllByRole('rowheader');
  expect(days.map((cell) => cell.querySelector('time')?.dateTime)).toEqual(['2026-05-02', '2026-05-01']);
  await user.click(screen.getByRole('tab', { name: words.users }));
  const users = within(await screen.findByRole('table', { name: words.users }));
  expect(users.getByText(words.deletedAccounts)).toBeDefined();
});

it('switches to another period, and exports the selected one', async () => {
  const { user, inputsOf } = page();
  const link = await screen.findByRole('link', { name: words.exportCsv });
  const thisMonth = daysOfPeriod('this-month');
  expect(link.getAttribute('href')).toBe(`/api/admin/usage/export?from=${thisMonth.from}&to=${thisMonth.to}`);
  await user.selectOptions(screen.getByLabelText(words.period), 'last-month');
  const lastMonth = daysOfPeriod('last-month');
  await waitFor(() => expect(inputsOf('usage.summary').at(-1)).toEqual(lastMonth));
  expect(link.getAttribute('href')).toBe(`/api/admin/usage/export?from=${lastMonth.from}&to=${lastMonth.to}`);
});

it('offers no export for a period without usage', async () => {
  page({ 'usage.summary': () => empty });
  expect((await screen.findAllByText(words.none)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: words.exportCsv })).toBeNull();
});

it('reloads the usage after an error', async () => {
  let isDown = true;
  const { user } = page({ 'usage.summary': () => (isDown ? busy() : summary) });
  expect(await screen.findByText(words.failed)).toBeDefined();
  isDown = false;
  const [retry] = screen.getAllByRole('button', { name: uiWords.retry });
  if (retry) await user.click(retry);
  expect(await screen.findByText('34,000', { selector: 'dd' })).toBeDefined();
});

it('saves changed budgets, and shows the new values', async () => {
  const { user, inputsOf } = page({ 'usage.setBudgets': () => ({ ...budgets, userUsd: '20.00' }) });
  const form = await budgetsForm();
  expect(form.getByText(words.spentOf('$12.50'))).toBeDefined();
  await user.click(form.getByRole('button', { name: words.saveBudgets }));
  expect(inputsOf('usage.setBudgets')).toEqual([]);
  await user.type(form.getByLabelText(words.userBudget), '20.00');
  await user.click(form.getByRole('button', { name: words.saveBudgets }));
  expect(await screen.findByText(words.budgetsSaved)).toBeDefined();
  expect(inputsOf('usage.setBudgets')).toEqual([{ installationUsd: '100', userUsd: '20.00' }]);
});

it('rejects an amount with three decimals', async () => {
  const { user, inputsOf } = page();
  const form = await budgetsForm();
  await user.type(form.getByLabelText(words.userBudget), '20.005');
  await user.click(form.getByRole('button', { name: words.saveBudgets }));
  await waitFor(() => expect(errorOf(form.getByLabelText(words.userBudget))).toMatch(/at most 2 decimals/));
  expect(inputsOf('usage.setBudgets')).toEqual([]);
});

it('keeps the input when saving the budgets fails', async () => {
  const { user } = page({ 'usage.setBudgets': busy });
  const form = await budgetsForm();
  await user.type(form.getByLabelText(words.userBudget), '20');
  await user.click(form.getByRole('button', { name: words.saveBudgets }));
  expect(await screen.findByText(words.budgetsFailed)).toBeDefined();
  expect(form.getByLabelText<HTMLInputElement>(words.userBudget).value).toBe('20');
});

it('shows that the budgets could not be loaded', async () => {
  page({ 'usage.budgets': busy });
  expect(await screen.findByText(words.budgetsFailedToLoad)).toBeDefined();
  expect(screen.queryByRole('form', { name: words.budgets })).toBeNull();
});

it('sets the budget of one user and clears the form', async () => {
  const { user, inputsOf } = page({ 'usage.setUserBudget': () => ({ message: 'lin@example.com has a budget now' }) });
  const form = exceptionForm();
  await user.type(form.getByLabelText(words.email), 'lin@example.com');
  await user.type(form.getByLabelText(words.budget), '5');
  await user.click(form.getByRole('button', { name: words.setBudget }));
  expect(await screen.findByText('lin@example.com has a budget now')).toBeDefined();
  expect(inputsOf('usage.setUserBudget')).toEqual([{ email: 'lin@example.com', monthlyUsd: '5' }]);
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(words.email).value).toBe(''));
  await waitFor(() => expect(inputsOf('usage.userBudgets')).toHaveLength(2));
});

it("shows beside the field that the user doesn't exist", async () => {
  const { user } = page({
    'usage.setUserBudget': () => {
      throw new ServerError('No such user', { fieldErrors: { email: 'There is no user with this email' } });
    },
  });
  const form = exceptionForm();
  await user.type(form.getByLabelText(words.email), 'nobody@example.com');
  await user.click(form.getByRole('button', { name: words.setBudget }));
  await waitFor(() => expect(errorOf(form.getByLabelText(words.email))).toBe('There is no user with this email'));
});

it('removes a budget once on a double click', async () => {
  const { user, inputsOf } = page({ 'usage.removeUserBudget': () => ({ message: 'Removed' }) });
  const [remove] = await screen.findAllByRole('button', { name: words.removeOf('ada@example.com') });
  if (remove) await user.dblClick(remove);
  expect(await screen.findByText(words.userBudgetRemoved)).toBeDefined();
  await waitFor(() => expect(inputsOf('usage.userBudgets')).toHaveLength(2));
  expect(inputsOf('usage.removeUserBudget')).toEqual([{ userId }]);
});

it('removes the budget of a user, and reloads the list even if that fails', async () => {
  const { user, inputsOf } = page({ 'usage.removeUserBudget': busy });
  const [remove] = await screen.findAllByRole('button', { name: words.removeOf('ada@example.com') });
  if (remove) await user.click(remove);
  expect(await screen.findByText(words.removeFailed)).toBeDefined();
  expect(inputsOf('usage.removeUserBudget')).toEqual([{ userId }]);
  await waitFor(() => expect(inputsOf('usage.userBudgets')).toHaveLength(2));
});
