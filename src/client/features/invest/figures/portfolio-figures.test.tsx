import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { figuresWords as words } from '~/client/words/figures';
import { uiWords } from '~/client/words/ui';
import {
  type BookFigures,
  type Period,
  type PeriodFigures,
  periods,
  type UnknownReason,
} from '~/shared/schemas/figures';
import { PortfolioFigures } from './portfolio-figures';

const known = (value: string) => ({ value, reason: null });
const unknown = (reason: UnknownReason) => ({ value: null, reason });

const year: PeriodFigures = {
  period: 'all',
  from: '2025-01-02',
  to: '2026-05-04',
  returnPercent: known('24.50'),
  annualizedPercent: known('18.00'),
  buyAndHoldPercent: known('31.40'),
  benchmarkReturnPercent: known('-3.10'),
  benchmarkAnnualizedPercent: unknown('upToOneYear'),
  volatilityPercent: known('14.20'),
  sharpeRatio: known('1.20'),
  beta: unknown('noBenchmark'),
  maxDrawdownPercent: known('-8.00'),
  drawdownFrom: '2025-04-01',
  drawdownTo: '2025-05-01',
};
const short = (period: Period): PeriodFigures => ({
  ...year,
  period,
  from: null,
  to: null,
  returnPercent: unknown('startsLater'),
  annualizedPercent: unknown('startsLater'),
});
const figures: BookFigures = {
  benchmark: 'SPY',
  benchmarks: ['SPY', 'QQQ'],
  periods: periods.map((period) => (period === 'all' ? year : short(period))),
  contributions: [
    { id: 'a', name: 'Alphabet', ticker: 'GOOGL', percents: { all: '4.00', '1Y': '1.00' } },
    { id: 'b', name: 'Microsoft', ticker: 'MSFT', percents: { all: '20.50' } },
  ],
};

function section(answers: FakeResponses = {}) {
  const requests = fakeServer({ 'positions.figures': () => figures, ...answers });
  return { requests, ...renderInApp(<PortfolioFigures />) };
}
const press = (name: string) => screen.getByRole('button', { name });
/** The text of each figure by its name, with its notes. */
async function shown() {
  await screen.findByText(words.benchmarkReturn('SPY'));
  // The definitions below contain terms with the same names.
  const names = screen.getAllByRole('term').slice(0, 6);
  return Object.fromEntries(names.map((name) => [name.textContent, name.parentElement?.textContent ?? '']));
}

it('shows return and risk since the first day beside the benchmark', async () => {
  section();
  const texts = await shown();
  expect(texts[words.returnName]).toContain('+24.50%');
  expect(texts[words.returnName]).toContain(words.between('02 Jan 2025', '04 May 2026'));
  expect(texts[words.returnName]).toContain(words.perYear('+18.00%'));
  expect(texts[words.returnName]).toContain(words.held('+31.40%'));
  expect(texts[words.benchmarkReturn('SPY')]).toContain('−3.10%');
  expect(texts[words.volatility]).toContain('14.20%');
  expect(texts[words.drawdown]).toContain(words.between('01 Apr 2025', '01 May 2025'));
});

it('shows a dash and the reason for unknown values', async () => {
  section();
  expect((await shown())[words.beta]).toContain(words.reasons.noBenchmark);
});

it('shows another period, with the positions included in it', async () => {
  const { user } = section();
  await shown();
  await user.click(press(words.periodHints['1Y']));
  expect((await shown())[words.returnName]).toContain(words.reasons.startsLater);
  const table = within(screen.getByRole('group', { name: words.contributions }));
  expect(table.queryByText('Microsoft')).toBeNull();
  expect(table.getAllByText('Alphabet').length).toBeGreaterThan(0);
});

it('lists contributions, largest first', async () => {
  section();
  await shown();
  const group = screen.getByRole('group', { name: words.contributions });
  expect(group.textContent?.indexOf('Microsoft')).toBeLessThan(group.textContent?.indexOf('Alphabet') ?? -1);
});

it('shows that a period includes no positions', async () => {
  const { user } = section();
  await shown();
  await user.click(press(words.periodHints['1M']));
  expect((await screen.findAllByText(words.noContributions)).length).toBeGreaterThan(0);
});

it('loads another benchmark and keeps the figures until then', async () => {
  let respond = () => {};
  const { user, requests } = section({
    'positions.figures': (input) =>
      (input as { benchmark?: string }).benchmark === 'QQQ'
        ? new Promise((resolve) => {
            respond = () => resolve({ ...figures, benchmark: 'QQQ' });
          })
        : figures,
  });
  await shown();
  await user.selectOptions(screen.getByLabelText(words.benchmark), 'QQQ');
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(screen.getByText('+24.50%')).toBeDefined();
  expect(screen.getByLabelText<HTMLSelectElement>(words.benchmark).value).toBe('QQQ');
  expect(screen.getByRole('status').textContent).toBe(words.loading);
  respond();
  expect(await screen.findByText(words.benchmarkReturn('QQQ'))).toBeDefined();
});

it('offers no choice if there is only one benchmark', async () => {
  section({ 'positions.figures': () => ({ ...figures, benchmarks: ['SPY'] }) });
  await shown();
  expect(screen.queryByLabelText(words.benchmark)).toBeNull();
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = section({
    'positions.figures': () => {
      if (isDown) throw new ServerError('The service is busy');
      return figures;
    },
  });
  expect(await screen.findByText(words.couldNotLoad)).toBeDefined();
  isDown = false;
  await user.click(press(uiWords.retry));
  expect(await screen.findByText('+24.50%')).toBeDefined();
});
