import { chakra, Flex, Text } from '@chakra-ui/react';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { markdownWords as words } from '~/client/words/markdown';
import type { TableFigures } from '../table-chart/table-figures';
import type { TableToolsProps } from './table-tools';

const TableChart = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.TableChart })));
const TableTools = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.TableTools })));

/** Shadows at the edges beyond which there is more: covers scroll with the table, shadows don't. */
const edgeShadows = {
  '--cover': 'var(--chakra-colors-bg)',
  '--shadow': 'var(--chakra-colors-border-strong)',
  background: `
    linear-gradient(to right, var(--cover) 40%, transparent) left / 2.5rem 100% no-repeat local,
    linear-gradient(to left, var(--cover) 40%, transparent) right / 2.5rem 100% no-repeat local,
    linear-gradient(to right, var(--shadow), transparent) left / 0.625rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shadow), transparent) right / 0.625rem 100% no-repeat scroll`,
};

interface WideTableProps {
  /** Fixed column widths, if they should not follow from the cells. */
  widths?: readonly number[] | undefined;
  /** Called with the header cells once they are laid out. */
  onHeads?: (heads: readonly HTMLTableCellElement[]) => void;
  children?: ReactNode;
}

/** A table of an answer: it scrolls if it is too wide, and can be copied to a spreadsheet. */
export function WideTable({ widths, onHeads, children }: WideTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [heads, setHeads] = useState('');
  const [chart, setChart] = useState<TableFigures | null>(null);

  // The header labels distinguish the tables of an answer.
  useEffect(() => {
    const cells = [...(table.current?.rows[0]?.cells ?? [])].map((cell) => cell.textContent.trim());
    setHeads(cells.filter(Boolean).slice(0, 3).join(', '));
  }, []);

  const measure = useRef(onHeads);
  useLayoutEffect(() => measure.current?.([...(table.current?.rows[0]?.cells ?? [])]), []);

  return (
    <chakra.div borderWidth="1px" borderColor="border" borderRadius="card" overflow="hidden">
      <chakra.div
        // Not a region, because tables of an answer may have the same name.
        role="group"
        aria-label={heads ? words.tableOf(heads) : words.table}
        tabIndex={0}
        overflowX="auto"
        css={{ overscrollBehaviorX: 'contain', ...edgeShadows }}
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <table ref={table} {...(widths && { role: 'table', 'data-long': '', style: columns(widths) })}>
          {children}
        </table>
      </chakra.div>
      {chart && (
        <Suspense>
          <TableChart figures={chart} />
        </Suspense>
      )}
      <TableBar table={table} chart={chart} onChart={setChart} />
    </chakra.div>
  );
}

/** The name and the tools below a table. Memoized, because a streaming table is rendered with each frame. */
const TableBar = memo(function TableBar(props: TableToolsProps) {
  return (
    <Flex
      data-screen-only
      align="center"
      justify="space-between"
      minHeight="9"
      ps="3"
      pe="1"
      borderTopWidth="1px"
      borderColor="border"
    >
      <Text as="span" textStyle="caption" color="fg.subtle">
        {words.table}
      </Text>
      <Flex>
        <Suspense>
          <TableTools {...props} />
        </Suspense>
      </Flex>
    </Flex>
  );
});

/** Each column has its measured width, and grows in proportion if there is room. CSSProperties lacks custom properties. */
const columns = (widths: readonly number[]) =>
  ({
    '--columns': widths.map((width) => `minmax(${width}px, ${width}fr)`).join(' '),
    '--columns-width': `${widths.reduce((sum, width) => sum + width, 0)}px`,
  }) as CSSProperties;
