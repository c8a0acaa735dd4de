import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { uiWords as words } from '~/client/words/ui';
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

it('has all rows of a list that is not long, so that the search of the browser finds them', () => {
  renderInApp(<DataTable {...table} rows={rowsOf(100)} />);
  expect(screen.getAllByRole('rowheader')).toHaveLength(100);
  expect(screen.getByRole('table', { name: 'Positions' }).getAttribute('aria-rowcount')).toBeNull();
});

it('has some rows of a long list, and says how many there are and which these are', () => {
  renderInApp(<DataTable {...table} rows={rowsOf(500)} />);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('501');
  const drawn = screen.getAllByRole('rowheader').map((cell) => cell.closest('tr'));
  expect(drawn.length).toBeLessThan(100);
  // The header is the first row.
  expect(drawn[0]?.getAttribute('aria-rowindex')).toBe('2');
  expect(drawn[1]?.getAttribute('aria-rowindex')).toBe('3');
});

it('says that the number of rows is unknown while there are more, or the number that the owner knows', () => {
  const { rerender } = renderInApp(<DataTable {...table} rows={rowsOf(50)} more={more} />);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  rerender(<DataTable {...table} rows={rowsOf(50)} more={more} totalCount={80} />);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('81');
});

it('asks for the next page when the end of a page comes near, and again after each page', () => {
  const load = vi.fn();
  const { rerender } = renderInApp(<DataTable {...table} rows={rowsOf(5)} more={{ ...more, load }} />);
  expect(load).toHaveBeenCalledOnce();
  rerender(<DataTable {...table} rows={rowsOf(10)} more={{ ...more, load }} />);
  expect(load).toHaveBeenCalledTimes(2);
});

it.each([
  ['a page is on its way', { isLoading: true }],
  ['the last one failed', { isError: true }],
  ['there is none', { hasMore: false }],
])('asks for no further page by itself while %s', (_, state) => {
  const load = vi.fn();
  renderInApp(<DataTable {...table} rows={rowsOf(5)} more={{ ...more, load, ...state }} />);
  expect(load).not.toHaveBeenCalled();
});

it('loads more on request, not twice at once, and says when that failed', async () => {
  const load = vi.fn();
  // Far from the end, so that nothing is asked for by itself.
  const rows = rowsOf(500);
  const { user, rerender } = renderInApp(<DataTable {...table} rows={rows} more={{ ...more, load }} />);
  await user.click(screen.getByRole('button', { name: words.loadMore }));
  expect(load).toHaveBeenCalledOnce();
  rerender(<DataTable {...table} rows={rows} more={{ ...more, load, isLoading: true }} />);
  await user.click(screen.getByRole('button', { name: words.loadingMore }));
  expect(load).toHaveBeenCalledOnce();
  rerender(<DataTable {...table} rows={rows} more={{ ...more, load, isError: true }} />);
  expect(within(screen.getByRole('alert')).getByText(words.couldNotLoadMore)).toBeDefined();
  // What has been loaded stays.
  expect(screen.getByText('Row 0')).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.retry }));
  expect(load).toHaveBeenCalledTimes(2);
});

it('cannot be sorted where the owner does not', () => {
  const sortable = columns.map((column) => ({ ...column, sortable: true }));
  renderInApp(<DataTable {...table} columns={sortable} rows={rowsOf(2)} />);
  const header = screen.getByRole('columnheader', { name: 'Name' });
  expect(within(header).queryByRole('button')).toBeNull();
  expect(header.getAttribute('aria-sort')).toBeNull();
});

it('on a narrow screen keeps the buttons of a row and leaves out what has no room', () => {
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

it('on a narrow screen shows the compact rows of its owner instead of cards', () => {
  narrow();
  const listRow = { height: 60, cell: (row: Row) => `${row.name} for ${row.price}` };
  renderInApp(<DataTable {...table} rows={rowsOf(2)} listRow={listRow} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 0 for 0.00',
    'Row 1 for 1.00',
  ]);
});

it('on a narrow screen says of a long list which items these are', () => {
  narrow();
  renderInApp(<DataTable {...table} rows={rowsOf(500)} />);
  const [first] = screen.getAllByRole('listitem');
  expect(first?.getAttribute('aria-setsize')).toBe('500');
  expect(first?.getAttribute('aria-posinset')).toBe('1');
});

it.each(['wide', 'narrow'])('on a %s screen it is busy while its rows are on their way', (screenWidth) => {
  if (screenWidth === 'narrow') narrow();
  renderInApp(<DataTable {...table} rows={undefined} />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('Loading positions...');
  expect(status.closest('[aria-busy]')).not.toBeNull();
  expect(screen.queryByText('No open positions')).toBeNull();
});

it('shows why its rows are missing and that another try is under way', async () => {
  const onRetry = vi.fn();
  const error = { title: "Couldn't load positions", description: 'The service is busy', onRetry, isRetrying: true };
  const { user } = renderInApp(<DataTable {...table} rows={undefined} error={error} />);
  expect(screen.getByText('The service is busy')).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.retry }));
  expect(onRetry).not.toHaveBeenCalled();
});

it('keeps rows that were read while reading them again fails', () => {
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
