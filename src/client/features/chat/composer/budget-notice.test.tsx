import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { usageWords as words } from '~/client/words/usage';
import type { BudgetState } from '~/shared/schemas/usage';
import BudgetNotice from './budget-notice';

const budget: BudgetState = {
  state: 'near',
  monthlyUsd: '25.00',
  spentUsd: '20.5',
  isOfInstallation: false,
  renewsOn: '2026-06-01',
};

it.each([
  [{}, words.ownBudgetNear('01 Jun 2026')],
  [{ state: 'used' }, words.ownBudgetUsed('01 Jun 2026')],
  [{ isOfInstallation: true }, words.totalBudgetNear('01 Jun 2026')],
  [{ state: 'used', isOfInstallation: true }, words.totalBudgetUsed('01 Jun 2026')],
] as const)('shows which budget is nearly or fully used: %o', async (more, text) => {
  fakeServer({ 'usage.budget': () => ({ ...budget, ...more }) });
  renderInApp(<BudgetNotice />);
  expect(await screen.findByText(text)).toBeDefined();
});

it('shows nothing while enough is left', async () => {
  const requests = fakeServer({ 'usage.budget': () => ({ ...budget, state: 'free' }) });
  renderInApp(<BudgetNotice />);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole('status')).toBeNull();
});
