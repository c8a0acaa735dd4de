import { chakra, Flex, Stack } from '@chakra-ui/react';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import type { Column } from './table-columns';
import { Body, Head, HeaderCell, Table } from './table-styles';

interface TableSkeletonProps<Row, Key extends string> {
  columns: readonly Column<Row, Key>[];
  text: string;
  isWide: boolean;
}

const rowNames = ['1', '2', '3', '4', '5'];
/** Uneven, as words are. */
const widths = ['62%', '78%', '54%', '70%', '66%'];

/** The shape of the table that is coming, and in words what is on its way. */
export function TableSkeleton<Row, Key extends string>({ columns, text, isWide }: TableSkeletonProps<Row, Key>) {
  return (
    <Stack gap="3" aria-busy>
      <chakra.div aria-hidden>{isWide ? <RowShapes columns={columns} /> : <CardShapes columns={columns} />}</chakra.div>
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
