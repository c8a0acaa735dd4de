import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { usageWords as words } from '~/client/words/usage';
import type { UsageSummary, usageSummaryInput } from '~/shared/schemas/usage';
import AdminUsage from './admin-usage';

const ada = { userId: '5a1f6c1e-0f4e-4a52-9a3e-0a6c0f6f0a01', email: 'ada@example.com' };
const bob = { userId: '5a1f6c1e-0f4e-4a52-9a3e-0a6c0f6f0a02', email: null };
const grok = { model: 'grok-4', modelName: 'Grok 4' };
const llama = { model: 'llama3.3', modelName: 'Llama 3.3' };

const sums = (cost: string) => ({
  requests: 1,
  unknownRequests: 0,
  unpricedRequests: 0,
  estimatedRequests: 0,
  inputTokens: 10,
  outputTokens: 5,
  reasoningTokens: 0,
  cachedTokens: 0,
  cost,
});

/** Each user uses each model once a day; the amount identifies user and model. */
type UsageSummaryInput = z.input<typeof usageSummaryInput>;

function summary({ from = '', to = '', userId, model }: UsageSummaryInput): UsageSummary {
  const users = [ada, bob].filter((user) => !userId || user.userId === userId);
  const models = [grok, llama].filter((one) => !model || one.model === model);
  const cost = String(users.length * models.length);
  return {
    from,
    to,
    total: sums(cost),
    days: [from, to].map((day) => ({ day, ...sums(cost) })),
    models: models.map((one) => ({ ...one, ...sums(cost) })),
    users: users.map((one) => ({ ...one, ...sums(cost) })),
  };
}

it('shows the usage of a user with a model, by day', async () => {
  const requests = fakeServer({
    'usage.summary': (input) => summary(input as UsageSummaryInput),
    'usage.budgets': () => ({ installationUsd: null, userUsd: null, spentUsd: '0', renewsOn: '2026-06-01' }),
    'usage.userBudgets': () => ({ items: [], nextCursor: null }),
  });
  const { user } = renderInApp(<AdminUsage />);
  await user.selectOptions(await screen.findByLabelText(words.period), words.periods['last-30-days']);
  const total = async (cost: string) => waitFor(() => expect(screen.getAllByText(cost).length).toBeGreaterThan(0));
  await total('$4.00');

  await user.selectOptions(screen.getByLabelText(words.model), 'Grok 4');
  await total('$2.00');
  await user.selectOptions(screen.getByLabelText(words.user), 'ada@example.com');
  await total('$1.00');
  const asked = requests.filter(({ path }) => path === 'usage.summary').at(-1);
  expect(asked?.input).toMatchObject({ model: 'grok-4', userId: ada.userId });
  expect(screen.getByRole('slider', { name: words.costPerDay }).getAttribute('aria-valuetext')).toContain('$1.00');
  await user.click(screen.getByRole('tab', { name: words.days }));
  const table = screen.getByRole('table', { name: words.days });
  expect(within(table).getAllByText('$1.00')).toHaveLength(2);

  // The filters still offer the other users. Changing the period resets them.
  expect(within(screen.getByLabelText(words.user)).getByText(words.deletedAccounts)).toBeDefined();
  await user.selectOptions(screen.getByLabelText(words.user), words.allUsers);
  await total('$2.00');
  await user.selectOptions(screen.getByLabelText(words.period), words.periods['last-month']);
  await total('$4.00');
  expect((screen.getByLabelText(words.model) as HTMLSelectElement).value).toBe('');
});
