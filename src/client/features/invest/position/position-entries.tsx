import { useMemo } from 'react';
import { formatCount, formatInstant } from '~/client/lib/format';
import { Section } from '~/client/ui/content/card';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { positionWords as words } from '~/client/words/position';
import { trackRecordWords } from '~/client/words/track-record';
import { bodyOf } from '~/shared/ledger-chain';
import type { PositionEntry, PositionPage } from '~/shared/schemas/theses';
import { entryFigures } from '../track-record/entry-figures';
import { EntryHash } from '../track-record/entry-hash';

const columnsOf = (currencies: ReadonlyMap<string, string>): Column<PositionEntry>[] => [
  {
    key: 'event',
    header: trackRecordWords.event,
    isPrimary: true,
    cell: ({ kind }) => trackRecordWords.kinds[kind] ?? kind,
  },
  { key: 'seq', header: trackRecordWords.number, align: 'end', cell: ({ seq }) => formatCount(seq) },
  {
    key: 'time',
    header: trackRecordWords.time,
    cell: ({ at }) => <time dateTime={at.toISOString()}>{formatInstant(at)}</time>,
  },
  { key: 'figures', header: trackRecordWords.figure, cell: (entry) => entryFigures(bodyOf(entry), currencies) },
  { key: 'actor', header: trackRecordWords.actor, cell: (entry) => bodyOf(entry)?.actor ?? '-' },
  { key: 'hash', header: trackRecordWords.hash, cell: ({ hash }) => <EntryHash hash={hash} /> },
];

/** The position's entries in the public ledger. */
export function PositionEntries({ page: { entries, position } }: { page: PositionPage }) {
  const { ticker, currency } = position;
  const columns = useMemo(() => columnsOf(new Map(currency ? [[ticker, currency]] : [])), [ticker, currency]);
  return (
    <Section title={words.entries}>
      <DataTable
        caption={words.entries}
        columns={columns}
        rows={entries}
        rowKey={({ seq }) => String(seq)}
        loadingText={words.loading}
        emptyText={words.noEntries}
      />
    </Section>
  );
}
