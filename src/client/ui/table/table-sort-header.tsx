import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type Column, nextSort, type Sort } from './table-columns';

interface SortHeaderProps<Row, Key extends string> {
  column: Column<Row, Key>;
  sort: Sort<Key> | undefined;
  onSort: (sort: Sort<Key>) => void;
}

/** A header button that sorts by its column. `aria-sort` is set on the cell around it; the arrow shows it visually. */
export function SortHeader<Row, Key extends string>({ column, sort, onSort }: SortHeaderProps<Row, Key>) {
  const isActive = sort?.key === column.key;
  const Arrow = !isActive ? ChevronsUpDown : sort.direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <SortButton
      type="button"
      data-active={isActive || undefined}
      data-align={column.align}
      onClick={() => onSort(nextSort(sort, column.key))}
    >
      {column.header}
      <Arrow size={13} strokeWidth={1.75} aria-hidden />
    </SortButton>
  );
}

const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '8',
    mx: '-2',
    px: '2',
    borderRadius: 'control',
    font: 'inherit',
    letterSpacing: 'inherit',
    color: 'inherit',
    whiteSpace: 'nowrap',
    transition: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.hover', color: 'fg' },
    '&[data-active]': { color: 'fg' },
    // In numeric columns the arrow is on the left, so that the name stays above its numbers.
    '&[data-align=end]': { flexDirection: 'row-reverse' },
    '& svg': { flexShrink: 0, opacity: 0.55 },
    '&[data-active] svg': { opacity: 1 },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
