import { chakra } from '@chakra-ui/react';
import { memo, type ReactNode, useRef } from 'react';
import { useRenderedRows } from '~/client/hooks/use-rendered-rows';
import type { Column, RowsProps } from './table-columns';
import { SortHeader } from './table-sort-header';
import { Body, Head, HeaderCell, Table } from './table-styles';

/** A table's rows on wide screens. */
export function TableRows<Row, Key extends string>(props: RowsProps<Row, Key>) {
  const { columns, rows, rowKey } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const isWhole = props.totalCount === rows.length;
  const { first, last, spaceBefore, spaceAfter } = useRenderedRows(body, rows.length, 49, isWhole, props.onNearEnd);
  const isWindowed = last - first < rows.length || !isWhole;

  return (
    <Table aria-rowcount={isWindowed ? rowCount(props.totalCount) : undefined}>
      <chakra.caption srOnly>{props.caption}</chakra.caption>
      <Head>
        <tr>
          {columns.map((column) => (
            <ColumnHeader key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </Head>
      <Body ref={body}>
        <Space height={spaceBefore} columns={columns.length} />
        {rows.slice(first, last).map((row, index) => (
          // aria-rowindex counts the header as the first row.
          <TableRow
            key={rowKey(row)}
            row={row}
            columns={columns}
            rowIndex={isWindowed ? first + index + 2 : undefined}
          />
        ))}
        <Space height={spaceAfter} columns={columns.length} />
      </Body>
    </Table>
  );
}

interface TableRowProps<Row, Key extends string> {
  row: Row;
  columns: readonly Column<Row, Key>[];
  rowIndex: number | undefined;
}

/** Memoized, so that scrolling only renders rows that enter the window. */
const TableRow = memo(function TableRow<Row, Key extends string>({ row, columns, rowIndex }: TableRowProps<Row, Key>) {
  return (
    <tr data-row aria-rowindex={rowIndex}>
      {columns.map((column) => {
        const Part = column.isPrimary ? 'th' : 'td';
        return (
          <Part key={column.key} {...(column.isPrimary && { scope: 'row' })} data-align={column.align}>
            {column.cell(row)}
          </Part>
        );
      })}
    </tr>
  );
}) as <Row, Key extends string>(props: TableRowProps<Row, Key>) => ReactNode;

const rowCount = (total: number) => (total < 0 ? -1 : total + 1);

type ColumnHeaderProps<Row, Key extends string> = Pick<RowsProps<Row, Key>, 'sort' | 'onSort'> & {
  column: Column<Row, Key>;
};

function ColumnHeader<Row, Key extends string>({ column, sort, onSort }: ColumnHeaderProps<Row, Key>) {
  const direction = sort?.key === column.key ? sort.direction : undefined;
  const isSortable = column.sortable && onSort;
  return (
    <HeaderCell scope="col" aria-sort={direction} data-align={column.align} style={{ width: column.width }}>
      {isSortable ? <SortHeader column={column} sort={sort} onSort={onSort} /> : column.header}
    </HeaderCell>
  );
}

/** Empty space in place of rows that are not rendered. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}
