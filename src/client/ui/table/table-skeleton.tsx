import { chakra, Flex, Stack } from '@chakra-ui/react';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import type { Column } from './table-columns';
import { Body, Head, HeaderCell, Table } from './table-styles';

interface TableSkeletonProps<Row, Key extends string> {
  columns: readonly Column<Row, Key>[];
  text: string;
  isWide: boolean;
  hasListRows: boolean;
}

const rowNames = ['1', '2', '3', '4', '5'];
/** Uneven, like text. */
const widths = ['62%', '78%', '54%', '70%', '66%'];

/** A placeholder with the table's layout, and a loading text for screen readers. */
export function TableSkeleton<Row, Key extends string>(props: TableSkeletonProps<Row, Key>) {
  const { columns, text, isWide, hasListRows } = props;
  const Narrow = hasListRows ? ListShapes : CardShapes;
  return (
    <Stack gap="3" aria-busy>
      <chakra.div aria-hidden>{isWide ? <RowShapes columns={columns} /> : <Narrow columns={columns} />}</chakra.div>
      <chakra.p role="status" textStyle="caption" color="fg.muted" textAlign="center">
        {text}
      </chakra.p>
    </Stack>
  );
}

function RowShapes<Row, Key extends string>({ columns }: { columns: readonly Column<Row, Key>[] }) {
  return (
    <Table role="presentation">
      <Head>
        <tr>
          {columns.map((column) => (
            <HeaderCell as="td" key={column.key} data-align={column.align} style={{ width: column.width }}>
              {column.header}
            </HeaderCell>
          ))}
        </tr>
      </Head>
      <Body>
        {rowNames.map((name, index) => (
          <tr key={name}>
            {columns.map((column) => (
              <td key={column.key} data-align={column.align}>
                <Skeleton
                  height="3.5"
                  width={widths[index]}
                  maxWidth={column.align === 'end' ? '4.5rem' : '10rem'}
                  ms={column.align === 'end' ? 'auto' : undefined}
                />
              </td>
            ))}
          </tr>
        ))}
      </Body>
    </Table>
  );
}

function CardShapes<Row, Key extends string>({ columns }: { columns: readonly Column<Row, Key>[] }) {
  const values = columns.filter((column) => !column.isPrimary && !column.isActions && !column.hideOnCard);
  return (
    <Stack gap="3">
      {rowNames.slice(0, 3).map((name, index) => (
        <Stack key={name} gap="3" bg="bg.raised" borderWidth="1px" borderRadius="card" p="4">
          <Skeleton height="4" width={widths[index]} />
          {values.map((column) => (
            <Flex key={column.key} justify="space-between">
              <Skeleton height="3" width="5rem" />
              <Skeleton height="3" width="4rem" />
            </Flex>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function ListShapes() {
  return (
    <chakra.div bg="bg.raised" borderWidth="1px" borderRadius="card">
      {rowNames.map((name, index) => (
        <Flex key={name} justify="space-between" px="4" py="4" borderTopWidth={index > 0 ? '1px' : undefined}>
          <Stack gap="2" width="full">
            <Skeleton height="3.5" width={widths[index]} maxWidth="10rem" />
            <Skeleton height="3" maxWidth="8rem" />
          </Stack>
          <Skeleton height="3.5" width="4rem" flexShrink="0" />
        </Flex>
      ))}
    </chakra.div>
  );
}
