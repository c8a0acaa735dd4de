import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { closedPosition, openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { investWords as words } from '~/client/words/invest';
import type { PositionActions } from './position-columns';
import { ClosedPositions, OpenPositions } from './position-tables';

const nvidia = openPosition({ id: '2', name: 'NVIDIA', ticker: 'NVDA', avgEntryPrice: '480.00', splitFactor: '10/1' });
const tesla = openPosition({ recentCloses: ['250.00', '241.50'] });
const onlyRead = { onReceipt: vi.fn() };
const allActions = () => ({ onReceipt: vi.fn(), onClose: vi.fn(), onCorrect: vi.fn(), onDelete: vi.fn() });

function narrow() {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
}

function Open({
  positions = [tesla, nvidia],
  ...actions
}: Partial<PositionActions> & { positions?: (typeof tesla)[] }) {
  const [filter, setFilter] = useState<string>();
  return (
    <OpenPositions
      positions={positions}
      order={undefined}
      onOrder={() => {}}
      filter={filter}
      onFilter={setFilter}
      {...onlyRead}
      {...actions}
    />
  );
}

it('labels its columns, shows a split beside the entry price, and no actions to members', () => {
  renderInApp(<Open />);
  const table = screen.getByRole('table', { name: words.openTitle });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual([words.name, words.ticker, words.date, words.avgEntryPrice, words.latestPrice, words.gains]);
  expect(within(table).getByRole('img', { name: words.split('10:1') }).textContent).toBe('10:1');
  expect(within(table).getByRole('img', { name: words.trend(2, '$250.00', '$241.50') })).toBeDefined();
});

it('filters a table by name and ticker, and shows when nothing matches', async () => {
  const { user } = renderInApp(<Open />);
  const filter = screen.getByLabelText(words.filter);
  await user.type(filter, 'nvd');
  expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['NVIDIA']);
  await user.type(filter, 'x');
  expect(screen.getByText(words.noMatch('nvdx'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.clearFilter }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(2);
});

it('shows two lines per position on a phone, with the column names for screen readers', async () => {
  narrow();
  const actions = allActions();
  const { user } = renderInApp(<Open positions={[tesla]} {...actions} />);
  const [row] = within(screen.getByRole('list', { name: words.openTitle })).getAllByRole('listitem');
  expect(row?.textContent?.replaceAll(/\s+/g, ' ')).toContain(
    'TeslaTSLA+33.98%Date: 15 May 2023 · , Avg. Entry Price: $180.25, Latest Price: → $241.50',
  );
  // Tabular figures make hyphens as wide as digits, such as that of BRK-B.
  expect(screen.getByText('TSLA').closest('[data-numeric]')).toBeNull();
  expect(screen.getByText(/241\.50$/).closest('[data-numeric]')).not.toBeNull();
  await user.click(within(row as HTMLElement).getByRole('button', { name: '+33.98%' }));
  expect(actions.onReceipt).toHaveBeenCalledWith(tesla);
  await user.click(screen.getByRole('button', { name: words.actionsNamed('Tesla') }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    words.details,
    words.calculation,
    words.close,
    words.correct,
    words.delete,
  ]);
  await user.click(screen.getByRole('menuitem', { name: words.close }));
  expect(actions.onClose).toHaveBeenCalledWith(tesla);
});

it('shows members no actions on a phone, and notes on what a gain excludes', async () => {
  narrow();
  const reportedSplit = { day: '2026-01-05', numerator: 4, denominator: 1 };
  const { user } = renderInApp(<Open positions={[openPosition({ reportedSplit })]} />);
  expect(screen.getByText(words.reportedSplit('4:1'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.actionsNamed('Tesla') }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([words.details, words.calculation]);
});

it('keeps the table of closed positions while a filter matches none, and shows none without closed positions', () => {
  const props = { order: undefined, onOrder: () => {}, ...onlyRead };
  const { rerender } = renderInApp(<ClosedPositions positions={[closedPosition()]} filter="nvidia" {...props} />);
  expect(screen.getByText(words.noMatch('nvidia'))).toBeDefined();
  rerender(<ClosedPositions positions={[]} {...props} />);
  expect(screen.queryByText(words.closedTitle)).toBeNull();
});

it('shows both days and both prices of a closed position on a phone', () => {
  narrow();
  renderInApp(<ClosedPositions positions={[closedPosition()]} order={undefined} onOrder={() => {}} {...onlyRead} />);
  const [row] = screen.getAllByRole('listitem');
  expect(row?.textContent?.replaceAll(/\s+/g, ' ')).toContain(
    '+10.96%Purchase Date: 15 May 2023, Close Date: – 03 Jun 2024 · , Entry Price: $180.25, Close Price: → $200.00',
  );
});
