import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { tableWords as words } from '~/client/words/tables';
import { DataTable } from './data-table';
import type { Column, Sort } from './table-columns';

interface Row {
  name: string;
  price: string;
}
const columns: Column<Row, 'name' | 'price'>[] = [
  { key: 'name', header: 'Name', cell: (row) => row.name, isPrimary: true, sortable: true },
  { key: 'price', header: 'Price', cell: (row) => row.price, align: 'end', sortable: true },
];
const rows = [
  { name: 'Tesla', price: '250.00' },
  { name: 'Alibaba', price: '80.00' },
];
const table = {
  caption: 'Positions',
  columns,
  rowKey: (row: Row) => row.name,
  loadingText: 'Loading positions...',
  emptyText: 'No open positions',
};
const sort: Sort<'name' | 'price'> = { key: 'name', direction: 'ascending' };

function narrow() {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
}

it('shows the sort order in its headers and requests another', async () => {
  const onSort = vi.fn();
  const { user } = renderInApp(<DataTable {...table} rows={rows} sort={sort} onSort={onSort} />);
  expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: /Name/ }));
  expect(onSort).toHaveBeenLastCalledWith({ key: 'name', direction: 'descending' });
  await user.click(screen.getByRole('button', { name: /Price/ }));
  expect(onSort).toHaveBeenLastCalledWith({ key: 'price', direction: 'ascending' });
});

it('shows cards with labeled values on a narrow screen, with the same sort orders', async () => {
  narrow();
  const onSort = vi.fn();
  const { user } = renderInApp(<DataTable {...table} rows={rows} sort={sort} onSort={onSort} />);
  expect(screen.queryByRole('table')).toBeNull();
  const cards = within(screen.getByRole('list', { name: 'Positions' })).getAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent)).toEqual(['TeslaPrice250.00', 'AlibabaPrice80.00']);
  // A value may be larger than its label.
  expect(getComputedStyle(screen.getByText('250.00').parentElement as HTMLElement).alignItems).toBe('baseline');
  await user.selectOptions(screen.getByLabelText(words.sortBy), 'price');
  expect(onSort).toHaveBeenLastCalledWith({ key: 'price', direction: 'ascending' });
  await user.click(screen.getByRole('button', { name: words.ascending }));
  expect(onSort).toHaveBeenLastCalledWith({ key: 'name', direction: 'descending' });
});

it('uses tabular figures only in columns whose figures align, because they make hyphens as wide as digits', () => {
  const isTabular = (text: string) => {
    const cell = screen.getByText(text);
    const css = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('');
    const selectors = [...css.matchAll(/([^{}]+)\{[^{}]*tabular-nums/g)].map(([, selector = '']) => selector.trim());
    return selectors.some((selector) => cell.matches(selector));
  };
  const { unmount } = renderInApp(<DataTable {...table} rows={rows} />);
  expect([isTabular('Tesla'), isTabular('250.00')]).toEqual([false, true]);
  unmount();
  narrow();
  renderInApp(<DataTable {...table} rows={rows} />);
  expect([isTabular('Tesla'), isTabular('250.00')]).toEqual([false, true]);
});

it('shows its loading, empty and error states', async () => {
  const onRetry = vi.fn();
  const { rerender, user } = renderInApp(<DataTable {...table} rows={undefined} />);
  expect(document.body.textContent).toContain('Loading positions...');
  rerender(<DataTable {...table} rows={[]} />);
  expect(screen.getByText('No open positions')).toBeDefined();
  rerender(<DataTable {...table} rows={undefined} error={{ title: "Couldn't load positions", onRetry }} />);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
