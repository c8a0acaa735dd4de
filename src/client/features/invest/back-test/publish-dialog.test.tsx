import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { backTestResult } from '~/client/testing/back-tests';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { backTestWords as words } from '~/client/words/back-test';
import { uiWords } from '~/client/words/ui';
import { limits } from '~/shared/limits';
import type { PublishedBacktest } from '~/shared/schemas/published-backtests';
import { PublishDialog } from './publish-dialog';

const { input: rules, benchmark, drawdownPercent } = backTestResult();
const published: PublishedBacktest = {
  ...{ id: 'run-1', title: 'Six stocks', input: rules, benchmark, drawdownPercent, returnPercent: '250.00' },
  ...{ sources: [], pricesHash: 'a'.repeat(64), hash: 'b'.repeat(64), hasPrices: false, isChosen: false },
  publishedAt: new Date('2026-01-05T12:00:00Z'),
};
const title = () => screen.getByLabelText<HTMLInputElement>(words.runTitle);
const press = (name: string) => screen.getByRole('button', { name });

function open(answers: FakeResponses = {}) {
  const requests = fakeServer({ 'backtest.publish': () => published, ...answers });
  const onClose = vi.fn();
  return { requests, onClose, ...renderInApp(<PublishDialog rules={rules} onClose={onClose} />) };
}

it('requires a title', async () => {
  const { user, requests } = open();
  await user.type(title(), '   {Enter}');
  await waitFor(() => expect(errorOf(title())).toBe('Title is required'));
  expect(document.activeElement).toBe(title());
  expect(requests).toEqual([]);
});

it('rejects a title that is too long', () => {
  open();
  expect(title().maxLength).toBe(limits.backtestTitle);
});

it('publishes the displayed run, without its prices by default', async () => {
  const { user, requests, onClose } = open();
  expect(screen.getByLabelText<HTMLInputElement>(words.publishPrices).checked).toBe(false);
  await user.type(title(), 'Six stocks{Enter}');
  expect(await screen.findByText(words.published)).toBeDefined();
  expect(requests).toEqual([{ path: 'backtest.publish', input: { title: 'Six stocks', hasPrices: false, rules } }]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('publishes the prices on request', async () => {
  const { user, requests } = open();
  await user.type(title(), 'Six stocks');
  await user.click(screen.getByLabelText(words.publishPrices));
  await user.click(press(words.publishButton));
  await screen.findByText(words.published);
  expect(requests[0]?.input).toMatchObject({ hasPrices: true });
});

it("can't be closed while it publishes, and keeps the title if that fails", async () => {
  let refuse = () => {};
  const { user, onClose } = open({
    'backtest.publish': () =>
      new Promise((_, reject) => {
        refuse = () => reject(new ServerError('Closing prices are missing', { fieldErrors: { title: 'Taken' } }));
      }),
  });
  await user.type(title(), 'Six stocks{Enter}');
  await screen.findByRole('button', { name: words.publishing });
  await user.click(press(uiWords.cancel));
  expect(onClose).not.toHaveBeenCalled();
  refuse();
  expect(await screen.findByText('Closing prices are missing')).toBeDefined();
  await waitFor(() => expect(errorOf(title())).toBe('Taken'));
  expect(title().value).toBe('Six stocks');
  await user.click(press(uiWords.cancel));
  expect(onClose).toHaveBeenCalledOnce();
});
