import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { usageWords as words } from '~/client/words/usage';
import type { Budgets } from '~/shared/schemas/usage';
import { BudgetsSection } from './budgets-section';

const budgets = (installationUsd: string, userUsd: string): Budgets => ({
  installationUsd,
  userUsd,
  spentUsd: '1.00',
  renewsOn: '2026-12-01',
});
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it('shows budgets that were changed elsewhere, and keeps what is typed', async () => {
  let stored = budgets('10.00', '1.00');
  fakeServer({ 'usage.budgets': () => stored });
  const { user, queryClient } = renderInApp(<BudgetsSection />);
  const reload = () => act(() => queryClient.invalidateQueries());
  expect((await screen.findByLabelText<HTMLInputElement>(words.installationBudget)).value).toBe('10.00');
  stored = budgets('20.00', '2.00');
  await reload();
  await waitFor(() => expect(field(words.installationBudget).value).toBe('20.00'));
  expect(field(words.userBudget).value).toBe('2.00');
  await user.clear(field(words.installationBudget));
  await user.type(field(words.installationBudget), '25');
  stored = budgets('30.00', '3.00');
  await reload();
  await waitFor(() => expect(field(words.userBudget).value).toBe('3.00'));
  expect(field(words.installationBudget).value).toBe('25');
});
