import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { backTestWords as words } from '~/client/words/back-test';
import { BackTestForm } from './back-test-form';

const start = {
  tickers: 'TSLA, BABA',
  fromDay: '2024-01-02',
  toDay: '2023-01-02',
  rebalancing: 'monthly',
  costBasisPoints: '10',
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it('shows the shared validation message for every invalid field, and runs nothing', async () => {
  const onRun = vi.fn();
  const { user } = renderInApp(<BackTestForm start={start} pending={false} onRun={onRun} />);
  await user.clear(field(words.cost));
  await user.type(field(words.cost), '501');
  await user.clear(field(words.tickers));
  await user.type(field(words.tickers), 'TSLA, !!{Enter}');
  await waitFor(() =>
    expect(errorOf(field(words.tickers))).toBe('Ticker can contain letters, digits, dots and dashes'),
  );
  expect(errorOf(field(words.cost))).toBe('Costs must be a whole number of basis points from 0 to 500');
  expect(onRun).not.toHaveBeenCalled();
});

it('leaves the Enter of an input method to it', () => {
  renderInApp(<BackTestForm start={start} pending={false} onRun={vi.fn()} />);
  expect(fireEvent.keyDown(field(words.tickers), { key: 'Enter', keyCode: 229 })).toBe(true);
  expect(fireEvent.keyDown(field(words.tickers), { key: 'Enter' })).toBe(false);
});

it('runs with the field values once they are valid', async () => {
  const onRun = vi.fn();
  const { user } = renderInApp(<BackTestForm start={start} pending={false} onRun={onRun} />);
  await user.click(screen.getByRole('button', { name: words.run }));
  await waitFor(() => expect(errorOf(field(words.toDay))).toBe('The last day must be after the first'));
  expect(document.activeElement).toBe(field(words.toDay));
  await user.clear(field(words.toDay));
  await user.type(field(words.toDay), '2025-01-02');
  await waitFor(() => expect(errorOf(field(words.toDay))).toBeUndefined());
  await user.selectOptions(field(words.rebalancing), 'quarterly');
  await user.click(screen.getByRole('button', { name: words.run }));
  await waitFor(() => expect(onRun).toHaveBeenCalledWith({ ...start, toDay: '2025-01-02', rebalancing: 'quarterly' }));
});

it('sets the first day several years before the last one', async () => {
  const onRun = vi.fn();
  const { user } = renderInApp(
    <BackTestForm start={{ ...start, toDay: '2024-02-29' }} pending={false} onRun={onRun} />,
  );
  await user.click(screen.getByRole('button', { name: words.lastYears(1) }));
  expect(field(words.fromDay).value).toBe('2023-02-28');
  await user.click(screen.getByRole('button', { name: words.lastYears(5) }));
  expect(field(words.fromDay).value).toBe('2019-02-28');
  await user.selectOptions(field(words.rebalancing), 'monthly');
  await user.click(screen.getByRole('button', { name: words.run }));
  await waitFor(() => expect(onRun).toHaveBeenCalledWith({ ...start, fromDay: '2019-02-28', toDay: '2024-02-29' }));
});
