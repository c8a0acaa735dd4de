import { chakra, Stack, Text } from '@chakra-ui/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatCount, formatInstant } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { trackRecordWords as words } from '~/client/words/track-record';
import { bodyOf, isMarketBody } from '~/shared/ledger-chain';
import type { LedgerProofs } from '~/shared/ledger-proofs';
import type { LedgerEntry } from '~/shared/schemas/track-record';
import { findEntries, type LedgerFilter, type LedgerIndex } from './checking/ledger-index';
import { entryFigures, subjectOf } from './entry-figures';
import { EntryHash } from './entry-hash';
import { LedgerFilters } from './ledger-filters';

interface LedgerTableProps {
  /** Oldest first. */
  entries: LedgerEntry[];
  index: LedgerIndex;
  proofs: LedgerProofs;
  brokenSeq: number | undefined;
  /** Currencies of tickers that are not quoted in USD. */
  currencies?: ReadonlyMap<string, string> | undefined;
}

/** The entries, with a mark at the one where the chain breaks. */
export function LedgerTable({ entries, index, proofs, brokenSeq, currencies }: LedgerTableProps) {
  const [filter, setFilter] = useState<LedgerFilter>({});
  const asked = useDeferredValue(filter);
  const rows = useMemo(() => findEntries(entries, index, asked), [entries, index, asked]);
  const shownColumns = useMemo(() => columns(brokenSeq, proofs, currencies), [brokenSeq, proofs, currencies]);
  return (
    <Section title={words.entries} description={words.entriesNote}>
      <Stack gap="3">
        <LedgerFilters entries={entries} index={index} filter={filter} onChange={setFilter} found={rows.length} />
        <DataTable
          caption={words.entries}
          columns={shownColumns}
          rows={rows}
          rowKey={({ seq }) => String(seq)}
          loadingText={words.reading}
          emptyText={words.nothingFound}
          emptyAction={<Button onClick={() => setFilter({})}>{words.clearFilters}</Button>}
        />
      </Stack>
    </Section>
  );
}

function columns(
  brokenSeq: number | undefined,
  proofs: LedgerProofs,
  currencies: LedgerTableProps['currencies'],
): Column<LedgerEntry>[] {
  return [
    {
      key: 'position',
      header: words.position,
      isPrimary: true,
      cell: (entry) => {
        const body = bodyOf(entry);
        if (!body) return words.unreadable;
        return isMarketBody(body) ? subjectOf(body) : `${body.position.name} (${body.position.ticker})`;
      },
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
    { key: 'time', header: words.time, cell: (entry) => <Recorded entry={entry} proofs={proofs} /> },
    { key: 'figures', header: words.figure, cell: (entry) => entryFigures(bodyOf(entry), currencies) },
    { key: 'actor', header: words.actor, cell: (entry) => bodyOf(entry)?.actor ?? '-' },
    { key: 'hash', header: words.hash, cell: ({ hash }) => <EntryHash hash={hash} /> },
  ];
}

/** When an entry was recorded, and the proof of it. */
function Recorded({ entry: { at, seq }, proofs }: { entry: LedgerEntry; proofs: LedgerProofs }) {
  const found = proofs.of(seq);
  const signed = found.map(({ authority, time }) => words.timestampedBy(authority, time ? formatInstant(time) : '-'));
  const inBitcoin = proofs.inBitcoin(seq);
  // A calendar that has not put the hash into a block proves nothing yet.
  const isRecordedHere = signed.length === 0 && inBitcoin.every(({ block }) => block === null);
  const lines = [
    ...(isRecordedHere ? [words.recordedHere] : signed),
    ...inBitcoin.map(({ calendar, block }) =>
      block === null ? words.notYetInBitcoin(calendar) : words.inBlock(calendar, formatCount(block)),
    ),
  ];
  return (
    <chakra.span display="inline-flex" flexDirection="column">
      <time dateTime={at.toISOString()}>{formatInstant(at)}</time>
      {lines.map((line) => (
        <Text key={line} as="span" textStyle="caption" color="fg.muted">
          {line}
        </Text>
      ))}
    </chakra.span>
  );
}
