import { chakra, Flex, Stack } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, useId, useRef } from 'react';
import { useRenderedRows } from '~/client/hooks/use-rendered-rows';
import { IconButton } from '~/client/ui/form/button';
import { Select } from '~/client/ui/form/select';
import { tableWords as words } from '~/client/words/tables';
import { type Column, nextSort, type RowsProps } from './table-columns';

/** A table's rows on narrow screens: cards with labeled values, or compact rows in one frame. */
export function TableCards<Row, Key extends string>(props: RowsProps<Row, Key>) {
  const { columns, rows, rowKey, listRow } = props;
  const list = useRef<HTMLUListElement>(null);
  const isWhole = props.totalCount === rows.length;
  const { first, last, spaceBefore, spaceAfter } = useRenderedRows(
    list,
    rows.length,
    listRow?.height ?? cardHeight,
    isWhole,
    props.onNearEnd,
  );
  const isWindowed = last - first < rows.length || !isWhole;
  const Item = listRow ? FramedItem : CardItem;
  return (
    <Stack gap="3">
      <CardOrder {...props} />
      <chakra.ul ref={list} aria-label={props.caption} listStyleType="none">
        {spaceBefore > 0 && <li aria-hidden style={{ height: spaceBefore }} />}
        {rows.slice(first, last).map((row, index) => (
          <Item
            key={rowKey(row)}
            data-row
            aria-setsize={isWindowed ? props.totalCount : undefined}
            aria-posinset={isWindowed ? first + index + 1 : undefined}
          >
            {listRow ? <Framed row={row} cell={listRow.cell} /> : <Card row={row} columns={columns} />}
          </Item>
        ))}
        {spaceAfter > 0 && <li aria-hidden style={{ height: spaceAfter }} />}
      </chakra.ul>
    </Stack>
  );
}

/** Estimated height in pixels. */
const cardHeight = 220;

interface CardProps<Row, Key extends string> {
  row: Row;
  columns: readonly Column<Row, Key>[];
}

/** Memoized, so that scrolling doesn't rerender cards. */
const Card = memo(function Card<Row, Key extends string>({ row, columns }: CardProps<Row, Key>) {
  const primary = columns.find((column) => column.isPrimary);
  const actions = columns.filter((column) => column.isActions && !column.hideOnCard);
  const values = columns.filter((column) => column !== primary && !column.isActions && !column.hideOnCard);
  return (
    <chakra.div bg="bg.raised" borderWidth="1px" borderRadius="card" px="4" py="3">
      {primary && (
        <chakra.div fontWeight="medium" overflowWrap="anywhere" pb="2">
          {primary.cell(row)}
        </chakra.div>
      )}
      <dl>
        {values.map((column) => (
          <Flex key={column.key} justify="space-between" align="baseline" gap="4" py="1">
            <chakra.dt textStyle="caption" color="fg.muted" flexShrink={0}>
              {column.header}
            </chakra.dt>
            <chakra.dd
              textAlign="end"
              minWidth="0"
              overflowWrap="anywhere"
              data-numeric={column.align === 'end' ? '' : undefined}
            >
              {column.cell(row)}
            </chakra.dd>
          </Flex>
        ))}
      </dl>
      {actions.map((column) => (
        <Flex key={column.key} justify="flex-end" gap="2" mt="2" pt="2" borderTopWidth="1px">
          {column.cell(row)}
        </Flex>
      ))}
    </chakra.div>
  );
}) as <Row, Key extends string>(props: CardProps<Row, Key>) => ReactNode;

/** Memoized, so that scrolling doesn't rerender rows. */
const Framed = memo(function Framed<Row>({ row, cell }: { row: Row; cell: (row: Row) => ReactNode }) {
  return cell(row);
}) as <Row>(props: { row: Row; cell: (row: Row) => ReactNode }) => ReactNode;

const CardItem = chakra('li', { base: { pb: '3', '&:last-of-type': { pb: '0' } } });

/** A row of the shared frame, with a border below it. */
const FramedItem = chakra('li', {
  base: {
    px: '4',
    py: '2',
    bg: 'bg.raised',
    borderWidth: '0 1px 1px',
    '&:first-of-type': { borderTopWidth: '1px', borderTopRadius: 'card' },
    '&:last-of-type': { borderBottomRadius: 'card' },
  },
});

/** Sorting for cards, which have no headers: a select and a button that reverses the order. */
function CardOrder<Row, Key extends string>({ columns, sort, onSort }: RowsProps<Row, Key>) {
  const id = useId();
  const sortable = columns.filter((column) => column.sortable);
  if (!onSort || sortable.length === 0) return null;
  const isAscending = sort?.direction !== 'descending';
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  return (
    <Flex align="center" gap="2">
      <chakra.label htmlFor={id} textStyle="caption" color="fg.muted" flexShrink={0}>
        {words.sortBy}
      </chakra.label>
      <Select
        id={id}
        value={sort?.key ?? ''}
        onChange={(event) => {
          const selected = sortable.find((column) => column.key === event.target.value);
          if (selected) onSort(nextSort(sort, selected.key));
        }}
      >
        {!sort && <option value="" />}
        {sortable.map((column) => (
          <option key={column.key} value={column.key}>
            {column.header}
          </option>
        ))}
      </Select>
      {sort && (
        <IconButton
          label={isAscending ? words.ascending : words.descending}
          variant="secondary"
          onClick={() => onSort(nextSort(sort, sort.key))}
        >
          <Arrow size={16} strokeWidth={1.5} />
        </IconButton>
      )}
    </Flex>
  );
}
