import { chakra, Flex, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { IconButton } from '~/client/ui/form/button';
import { Modal } from '~/client/ui/overlay/modal';
import { markdownWords as words } from '~/client/words/markdown';
import { isFigure } from './figure-cell';
import type { ColumnAlign } from './table-text';

export interface TableViewProps {
  /** The first row contains the headers. */
  rows: readonly string[][];
  /** One per column. */
  aligns: readonly ColumnAlign[];
  onClose: () => void;
}

const numericMark = (cell: string) => (isFigure(cell) ? '' : undefined);

/** A table of an answer on the whole screen, as text. */
export function TableView({ rows: [heads = [], ...rows], aligns, onClose }: TableViewProps) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      aria-label={words.tableOf(heads.filter(Boolean).slice(0, 3).join(', '))}
      width="100vw"
      maxWidth="100vw"
      height="100dvh"
      maxHeight="100dvh"
      m="0"
      borderWidth="0"
      css={{ '&[open]': { display: 'flex', flexDirection: 'column' } }}
    >
      <Flex align="center" justify="space-between" px="4" py="2" borderBottomWidth="1px" borderColor="border">
        <Text as="span" textStyle="caption" color="fg.subtle">
          {words.table}
        </Text>
        <IconButton label={words.closeTable} onClick={onClose}>
          <X size={18} strokeWidth={1.5} />
        </IconButton>
      </Flex>
      <chakra.div
        flex="1"
        minHeight="0"
        overflow="auto"
        overscrollBehavior="contain"
        tabIndex={0}
        role="region"
        aria-label={words.table}
      >
        <chakra.table width="full" css={{ '& thead th': { position: 'sticky', top: '0' } }}>
          <thead>
            <tr>
              {heads.map((head, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity, and never move
                <th key={column} scope="col" dir="auto" style={{ textAlign: aligns[column] }}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={row}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={column} dir="auto" style={{ textAlign: aligns[column] }} data-numeric={numericMark(cell)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </chakra.div>
    </Modal>
  );
}
