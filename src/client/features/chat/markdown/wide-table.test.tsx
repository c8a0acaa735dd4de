import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { markdownWords } from '~/client/words/markdown';
import { tableChartWords as words } from '~/client/words/table-chart';
import { WideTable } from './wide-table';

const tableOf = (rows: string[][]) => (
  <WideTable>
    <tbody>
      {rows.map((row) => (
        <tr key={row[0]}>
          {row.map((cell) => (
            <td key={cell}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </WideTable>
);
const figures = [
  ['Year', 'Revenue', 'Cost', 'Growth'],
  ['2023', '€40m', '€30m', '4%'],
  ['2024', '€48m', '€31m', '20%'],
];

it('shows the figures of a table as a chart, one unit at a time', async () => {
  const { user, container } = renderInApp(tableOf(figures));
  await user.click(await screen.findByRole('button', { name: words.show }));
  expect(await screen.findByRole('slider', { name: words.chartOf('Revenue, Cost') })).toBeDefined();
  expect(container.querySelectorAll('g rect')).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: '%' }));
  expect(screen.getByRole('slider', { name: words.chartOf('Growth') })).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.lines }));
  expect(container.querySelectorAll('g rect')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: words.hide }));
  await waitFor(() => expect(screen.queryByRole('slider')).toBeNull());
});

it('moves through the figures of a chart with the arrow keys, one label after the other', async () => {
  const { user } = renderInApp(tableOf([...figures, ['2025', '', '€33m', '-3%']]));
  await user.click(await screen.findByRole('button', { name: words.show }));
  const plot = await screen.findByRole('slider');
  const spoken = () => plot.getAttribute('aria-valuetext');
  plot.focus();
  await user.keyboard('{ArrowRight}');
  expect(spoken()).toBe('2023, Revenue €40M, Cost €30M');
  await user.keyboard('{ArrowRight}');
  expect(spoken()).toBe('2024, Revenue €48M, Cost €31M');
  expect(screen.getByText('€48M')).toBeDefined();
  await user.keyboard('{End}');
  expect(spoken()).toBe(`2025, Revenue ${words.none}, Cost €33M`);
  await user.keyboard('{ArrowRight}{Home}');
  expect(spoken()).toBe('2023, Revenue €40M, Cost €30M');
});

it('offers no chart for a table of words', async () => {
  const names = [
    ['Name', 'Role'],
    ['Ada', 'Founder'],
    ['Grace', 'Board'],
  ];
  renderInApp(
    <>
      {tableOf(names)}
      {tableOf(figures)}
    </>,
  );
  // The second table, which was read at the same time, has one.
  await screen.findByRole('button', { name: words.show });
  expect(screen.getAllByRole('button', { name: markdownWords.copyTable })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: words.show })).toHaveLength(1);
});

it('offers a chart once its figures have arrived', async () => {
  const { rerender } = renderInApp(
    <>
      {tableOf(figures.slice(0, 1))}
      {tableOf(figures)}
    </>,
  );
  // The first table was read at the same time, and has only a header yet.
  await screen.findByRole('button', { name: words.show });
  expect(screen.getAllByRole('button', { name: words.show })).toHaveLength(1);
  rerender(
    <>
      {tableOf(figures)}
      {tableOf(figures)}
    </>,
  );
  await waitFor(() => expect(screen.getAllByRole('button', { name: words.show })).toHaveLength(2));
});

it('is labeled by its first columns, so that the tables of an answer are distinguishable', () => {
  renderInApp(
    <>
      {tableOf(figures)}
      {tableOf([
        ['Facility', 'Amount', 'Rate', 'Maturity'],
        ['A', '1', '2', '3'],
      ])}
    </>,
  );
  const regions = screen.getAllByRole('group', { name: /^Table: / }).map((region) => region.getAttribute('aria-label'));
  expect(regions).toEqual([
    markdownWords.tableOf('Year, Revenue, Cost'),
    markdownWords.tableOf('Facility, Amount, Rate'),
  ]);
});

it('has a shadow at an edge beyond which there are more columns', () => {
  renderInApp(tableOf(figures));
  const { classList } = screen.getByRole('group', { name: /^Table: / });
  // happy-dom computes no backgrounds.
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
  const own = rules.filter((rule) => [...classList].some((name) => rule.startsWith(`.${name}`))).join();
  // Shadows stay at the edges, and covers that scroll with the table hide them at its ends.
  expect(own.match(/no-repeat scroll/g)).toHaveLength(2);
  expect(own.match(/no-repeat local/g)).toHaveLength(2);
});

it('aligns its columns on the whole screen as in the answer', async () => {
  const { user } = renderInApp(
    <WideTable>
      <thead>
        <tr>
          <th>Company</th>
          <th style={{ textAlign: 'right' }}>Revenue</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>Northwind</td>
          <td style={{ textAlign: 'right' }}>48.2</td>
        </tr>
      </tbody>
    </WideTable>,
  );
  await user.click(await screen.findByRole('button', { name: markdownWords.expandTable }));
  const dialog = within(await screen.findByRole('dialog'));
  const alignOf = (cell: HTMLElement) => cell.style.textAlign;
  expect(dialog.getAllByRole('columnheader').map(alignOf)).toEqual(['', 'right']);
  expect(dialog.getAllByRole('cell').map(alignOf)).toEqual(['', 'right']);
});
