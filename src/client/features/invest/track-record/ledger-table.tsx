import { Stack } from '@chakra-ui/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatCount } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { trackRecordWords as words } from '~/client/words/track-record';
import { bodyOf } from '~/shared/ledger-chain';
import type { LedgerEntry } from '~/shared/schemas/track-record';
import { findEntries, type LedgerFilter, type LedgerIndex } from './checking/ledger-index';
import { entryFigures, subjectOf } from './entry-figures';
import { EntryHash } from './entry-hash';
import { EntryRecorded } from './entry-recorded';
import { LedgerFilters } from './ledger-filters';
import { LedgerRow, type LedgerState, ledgerRowHeight } from './ledger-row';

interface LedgerTableProps extends LedgerState {
  /** Oldest first. */
  entries: LedgerEntry[];
  index: LedgerIndex;
}

/** The entries, with a mark at the one where the chain breaks. */
export function LedgerTable({ entries, index, proofs, brokenSeq, currencies }: LedgerTableProps) {
  const [filter, setFilter] = useState<LedgerFilter>({});
  const deferredFilter = useDeferredValue(filter);
  const rows = useMemo(() => findEntries(entries, index, deferredFilter), [entries, index, deferredFilter]);
  const { shownColumns, listRow } = useMemo(() => {
    const context = { brokenSeq, proofs, currencies };
    return {
      shownColumns: columns(context),
      listRow: {
        height: ledgerRowHeight,
        cell: (entry: LedgerEntry) => <LedgerRow entry={entry} {...context} />,
      },
    };
  }, [brokenSeq, proofs, currencies]);
  return (
    <Section title={words.entries} description={words.entriesNote}>
      <Stack gap="3">
        <LedgerFilters entries={entries} index={index} filter={filter} onChange={setFilter} found={rows.length} />
        <DataTable
          caption={words.entries}
          columns={shownColumns}
          rows={rows}
          rowKey={({ seq }) => String(seq)}
          listRow={listRow}
          loadingText={words.reading}
          emptyText={words.nothingFound}
          emptyAction={<Button onClick={() => setFilter({})}>{words.clearFilters}</Button>}
        />
      </Stack>
    </Section>
  );
}

function columns({ brokenSeq, proofs, currencies }: LedgerState): Column<LedgerEntry>[] {
  return [
    {
      key: 'position',
      header: words.position,
      isPrimary: true,
      cell: (entry) => subjectOf(bodyOf(entry)),
    },
    {
      key: 'seq',
      header: words.number,
      align: 'end',
      cell: ({ seq }) => (
        <>
          {seq === brokenSeq && <Badge tone="danger">{words.breaksHere}</Badge>} {formatCount(seq)}
        </>
      ),
    },
    { key: 'event', header: words.event, cell: ({ kind }) => words.kinds[kind] ?? kind },
    { key: 'time', header: words.time, cell: (entry) => <EntryRecorded entry={entry} proofs={proofs} /> },
    { key: 'figures', header: words.figure, cell: (entry) => entryFigures(bodyOf(entry), currencies) },
    { key: 'actor', header: words.actor, cell: (entry) => bodyOf(entry)?.actor ?? '-' },
    { key: 'hash', header: words.hash, cell: ({ hash }) => <EntryHash hash={hash} /> },
  ];
}
