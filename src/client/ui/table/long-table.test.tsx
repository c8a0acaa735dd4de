import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { tableWords as words } from '~/client/words/tables';
import { uiWords } from '~/client/words/ui';
import { DataTable } from './data-table';
import type { Column } from './table-columns';

interface Row {
  name: string;
  price: string;
}
const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', cell: (row) => row.name, isPrimary: true },
  { key: 'price', header: 'Price', cell: (row) => row.price, align: 'end' },
  { key: 'note', header: 'Note', cell: () => 'internal', hideOnCard: true },
  { key: 'do', header: '', cell: (row) => <button type="button">Edit {row.name}</button>, isActions: true },
];
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ name: `Row ${index}`, price: `${index}.00` }));
const table = {
  caption: 'Positions',
  columns,
  rowKey: (row: Row) => row.name,
  loadingText: 'Loading positions...',
  emptyText: 'No open positions',
};
const more = { hasMore: true, isLoading: false, isError: false, load: () => {} };
const narrow = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));

afterEach(() => vi.unstubAllGlobals());

it('renders all rows of a short list, so that the search of the browser finds them', () => {
  renderInApp(<DataTable {...table} rows={rowsOf(100)} />);
  expect(screen.getAllByRole('rowheader')).toHaveLength(100);
  expect(screen.getByRole('table', { name: 'Positions' }).getAttribute('aria-rowcount')).toBeNull();
});

it('renders some rows of a long list, with their indexes and the total', () => {
  renderInApp(<DataTable {...table} rows={rowsOf(500)} />);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('501');
  const rendered = screen.getAllByRole('rowheader').map((cell) => cell.closest('tr'));
  expect(rendered.length).toBeLessThan(100);
  // The header is the first row.
  expect(rendered[0]?.getAttribute('aria-rowindex')).toBe('2');
  expect(rendered[1]?.getAttribute('aria-rowindex')).toBe('3');
});

it('has an unknown row count while more pages exist, unless the total is given', () => {
  const { rerender } = renderInApp(<DataTable {...table} rows={rowsOf(50)} more={more} />);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  rerender(<DataTable {...table} rows={rowsOf(50)} more={more} totalCount={80} />);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('81');
});

it('requests the next page near the end, and again after each page', () => {
  const load = vi.fn();
  const { rerender } = renderInApp(<DataTable {...table} rows={rowsOf(5)} more={{ ...more, load }} />);
  expect(load).toHaveBeenCalledOnce();
  rerender(<DataTable {...table} rows={rowsOf(10)} more={{ ...more, load }} />);
  expect(load).toHaveBeenCalledTimes(2);
});

it.each([
  ['a page is loading', { isLoading: true }],
  ['the last one failed', { isError: true }],
  ['there is none', { hasMore: false }],
])('does not request another page if %s', (_, state) => {
  const load = vi.fn();
  renderInApp(<DataTable {...table} rows={rowsOf(5)} more={{ ...more, load, ...state }} />);
  expect(load).not.toHaveBeenCalled();
});

it('loads more on request, only once at a time, and shows errors', async () => {
  const load = vi.fn();
  // Far from the end, so that no page is requested automatically.
  const rows = rowsOf(500);
  const { user, rerender } = renderInApp(<DataTable {...table} rows={rows} more={{ ...more, load }} />);
  await user.click(screen.getByRole('button', { name: words.loadMore }));
  expect(load).toHaveBeenCalledOnce();
  rerender(<DataTable {...table} rows={rows} more={{ ...more, load, isLoading: true }} />);
  await user.click(screen.getByRole('button', { name: words.loadingMore }));
  expect(load).toHaveBeenCalledOnce();
  rerender(<DataTable {...table} rows={rows} more={{ ...more, load, isError: true }} />);
  expect(within(screen.getByRole('alert')).getByText(words.couldNotLoadMore)).toBeDefined();
  // Loaded rows are kept.
  expect(screen.getByText('Row 0')).toBeDefined();
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(load).toHaveBeenCalledTimes(2);
});

it('is not sortable without a sort handler', () => {
  const sortable = columns.map((column) => ({ ...column, sortable: true }));
  renderInApp(<DataTable {...table} columns={sortable} rows={rowsOf(2)} />);
  const header = screen.getByRole('columnheader', { name: 'Name' });
  expect(within(header).queryByRole('button')).toBeNull();
  expect(header.getAttribute('aria-sort')).toBeNull();
});

it('on a narrow screen keeps the buttons of a row and omits hidden columns', () => {
  narrow();
  renderInApp(<DataTable {...table} rows={rowsOf(1)} />);
  const card = screen.getByRole('listitem');
  expect(within(card).getByRole('button', { name: 'Edit Row 0' })).toBeDefined();
  expect(
    within(card)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Price']);
  expect(card.textContent).not.toContain('internal');
  expect(screen.queryByLabelText(words.sortBy)).toBeNull();
});

it('on a narrow screen shows compact rows instead of cards, if given', () => {
  narrow();
  const listRow = { height: 60, cell: (row: Row) => `${row.name} for ${row.price}` };
  renderInApp(<DataTable {...table} rows={rowsOf(2)} listRow={listRow} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 0 for 0.00',
    'Row 1 for 1.00',
  ]);
});

it('on a narrow screen sets the position and size of a long list', () => {
  narrow();
  renderInApp(<DataTable {...table} rows={rowsOf(500)} />);
  const [first] = screen.getAllByRole('listitem');
  expect(first?.getAttribute('aria-setsize')).toBe('500');
  expect(first?.getAttribute('aria-posinset')).toBe('1');
});

it.each(['wide', 'narrow'])('on a %s screen it is busy while its rows load', (screenWidth) => {
  if (screenWidth === 'narrow') narrow();
  renderInApp(<DataTable {...table} rows={undefined} />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('Loading positions...');
  expect(status.closest('[aria-busy]')).not.toBeNull();
  expect(screen.queryByText('No open positions')).toBeNull();
});

it('shows why its rows are missing and that a retry is running', async () => {
  const onRetry = vi.fn();
  const error = { title: "Couldn't load positions", description: 'The service is busy', onRetry, isRetrying: true };
  const { user } = renderInApp(<DataTable {...table} rows={undefined} error={error} />);
  expect(screen.getByText('The service is busy')).toBeDefined();
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(onRetry).not.toHaveBeenCalled();
});

it('keeps loaded rows if reloading them fails', () => {
  const error = { title: "Couldn't load positions", onRetry: () => {} };
  renderInApp(<DataTable {...table} rows={rowsOf(1)} error={error} />);
  expect(screen.getByText('Row 0')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('an empty table offers the next step', () => {
  renderInApp(<DataTable {...table} rows={[]} emptyAction={<button type="button">Add a position</button>} />);
  expect(screen.getByText('No open positions')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Add a position' })).toBeDefined();
});
