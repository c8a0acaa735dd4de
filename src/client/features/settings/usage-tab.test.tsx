import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { usageWords as words } from '~/client/words/usage';
import type { OwnUsage, UsageSums } from '~/shared/schemas/usage';
import UsageTab from './usage-tab';

const sums: UsageSums = {
  requests: 2,
  unknownRequests: 1,
  unpricedRequests: 0,
  estimatedRequests: 0,
  inputTokens: 1200,
  outputTokens: 300,
  reasoningTokens: 0,
  cachedTokens: 0,
  cost: '0.0105',
};
const budget: OwnUsage['budget'] = {
  state: 'near',
  monthlyUsd: '25.00',
  spentUsd: '20.5',
  isOfInstallation: false,
  renewsOn: '2026-06-01',
};
const nothing = { ...sums, requests: 0, unknownRequests: 0, inputTokens: 0, outputTokens: 0, cost: null };
const period = { from: '2026-05-01', to: '2026-05-04' };

it('shows the totals of the period by model and day, and the remaining budget', async () => {
  const days = [
    { day: '2026-05-03', ...sums },
    { day: '2026-05-04', ...sums },
  ];
  const models = [{ model: 'grok-4', modelName: 'Grok 4', ...sums }];
  const requests = fakeServer({ 'usage.own': () => ({ ...period, total: sums, days, models, budget }) });
  const { user } = renderInApp(<UsageTab />);
  expect(await screen.findByText(words.budgetLeft('$20.50', '$25.00', '01 Jun 2026'))).toBeDefined();
  expect(screen.getByText('Grok 4')).toBeDefined();
  expect(screen.getAllByText('$0.0105').length).toBeGreaterThan(0);
  expect(screen.getByText(words.unknown('1', true))).toBeDefined();
  expect(screen.getByRole('slider', { name: words.costPerDay })).toBeDefined();
  await user.click(screen.getByRole('tab', { name: words.days }));
  expect(screen.getAllByText('04 May 2026').length).toBeGreaterThan(0);
  await user.selectOptions(screen.getByLabelText(words.period), words.periods['last-month']);
  expect(requests.at(-1)?.input).not.toEqual(requests[0]?.input);
});

it('marks the figures of the earlier period until those of the chosen one have loaded', async () => {
  const reported = (requests: number): OwnUsage => ({
    ...period,
    total: { ...sums, requests },
    days: [{ day: '2026-05-04', ...sums }],
    models: [],
    budget,
  });
  let finish = () => {};
  let isFirst = true;
  fakeServer({
    'usage.own': () => {
      if (!isFirst)
        return new Promise((resolve) => {
          finish = () => resolve(reported(1234));
        });
      isFirst = false;
      return reported(77);
    },
  });
  const { user } = renderInApp(<UsageTab />);
  const figures = (await screen.findByText('77')).closest('[aria-busy]');
  expect(figures?.getAttribute('aria-busy')).toBe('false');
  expect(screen.getByRole('status').textContent).toBe('');
  await user.selectOptions(screen.getByLabelText(words.period), words.periods['last-month']);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(words.loading));
  expect(figures?.getAttribute('aria-busy')).toBe('true');
  expect(figures?.textContent).toContain('77');
  await waitFor(() => {
    finish();
    expect(figures?.textContent).toContain('1,234');
  });
  expect(figures?.getAttribute('aria-busy')).toBe('false');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('shows that there is no usage yet', async () => {
  const none = { ...budget, state: 'none' as const, monthlyUsd: null };
  fakeServer({ 'usage.own': () => ({ ...period, total: nothing, days: [], models: [], budget: none }) });
  renderInApp(<UsageTab />);
  expect(await screen.findByText(words.none)).toBeDefined();
});

it('reloads after an error', async () => {
  fakeServer({
    'usage.own': () => {
      throw new ServerError('Something went wrong.', { code: 'FORBIDDEN', httpStatus: 403 });
    },
  });
  renderInApp(<UsageTab />);
  expect(await screen.findByText(words.failed)).toBeDefined();
});
