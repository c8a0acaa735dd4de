import { chakra, Text } from '@chakra-ui/react';
import { formatDay, formatUsd } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import { Section } from '~/client/ui/content/card';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { ValuedPosition } from '~/shared/track-record';
import { Gain } from '../book/gain-button';

/** Everything the ledger has ever held; what was deleted stands here as deleted. */
export function TrackedPositions({ positions }: { positions: ValuedPosition[] }) {
  return (
    <Section title={words.positions}>
      <DataTable
        caption={words.positions}
        columns={columns()}
        rows={positions}
        rowKey={({ id }) => id}
        loadingText={words.reading}
        emptyText={words.empty}
      />
    </Section>
  );
}

function columns(): Column<ValuedPosition>[] {
  return [
    { key: 'name', header: words.name, isPrimary: true, cell: ({ name }) => name },
    { key: 'ticker', header: words.ticker, cell: ({ ticker }) => ticker },
    { key: 'date', header: words.purchaseDate, cell: (row) => <PurchaseDay position={row} /> },
    { key: 'entry', header: words.entryPrice, align: 'end', cell: ({ entryPrice }) => formatUsd(entryPrice) },
    { key: 'state', header: words.state, cell: (row) => <State position={row} /> },
    { key: 'price', header: words.price, align: 'end', cell: ({ price }) => formatUsd(price) },
    { key: 'gains', header: words.gains, align: 'end', cell: ({ gainsPercent }) => <Gain percent={gainsPercent} /> },
  ];
}

function PurchaseDay({ position: { purchaseDay, isRecordedLater } }: { position: ValuedPosition }) {
  return (
    <chakra.span display="inline-flex" flexDirection="column" whiteSpace="nowrap">
      {formatDay(purchaseDay)}
      {isRecordedLater && (
        <Text as="span" textStyle="caption" color="fg.subtle">
          {words.recordedLater}
        </Text>
      )}
    </chakra.span>
  );
}

function State({ position: { state, closeDay, deleted } }: { position: ValuedPosition }) {
  if (state === 'deleted') return <Badge tone="danger">{words.deletedOn(formatDay(deleted?.day ?? ''))}</Badge>;
  if (state === 'closed') return <Badge>{words.closedOn(formatDay(closeDay ?? ''))}</Badge>;
  return <Badge tone="outline">{words.open}</Badge>;
}
