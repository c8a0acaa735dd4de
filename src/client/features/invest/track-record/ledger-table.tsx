import { chakra, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { formatAmount, formatCount, formatDay, formatInstant, formatMoment, formatUsd } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import { Section } from '~/client/ui/content/card';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { trackRecordWords as words } from '~/client/words/track-record';
import { bodyOf, isMarketBody } from '~/shared/ledger-chain';
import type { LedgerProofs } from '~/shared/ledger-proofs';
import type { MarketBody } from '~/shared/schemas/ledger-events';
import type { LedgerBody, LedgerEntry } from '~/shared/schemas/track-record';

interface LedgerTableProps {
  /** Oldest first. */
  entries: LedgerEntry[];
  proofs: LedgerProofs;
  brokenSeq: number | undefined;
}

/** The entries themselves, the one at which the chain breaks marked. */
export function LedgerTable({ entries, proofs, brokenSeq }: LedgerTableProps) {
  const rows = useMemo(() => entries.toReversed(), [entries]);
  return (
    <Section title={words.entries} description={words.entriesNote}>
      <DataTable
        caption={words.entries}
        columns={columns(brokenSeq, proofs)}
        rows={rows}
        rowKey={({ seq }) => String(seq)}
        loadingText={words.reading}
        emptyText={words.empty}
      />
    </Section>
  );
}

function columns(brokenSeq: number | undefined, proofs: LedgerProofs): Column<LedgerEntry>[] {
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
    { key: 'figures', header: words.figure, cell: (entry) => figures(bodyOf(entry)) },
    { key: 'actor', header: words.actor, cell: (entry) => bodyOf(entry)?.actor ?? '-' },
    { key: 'hash', header: words.hash, cell: ({ hash }) => <Hash hash={hash} /> },
  ];
}

/** When, and what proves it. */
function Recorded({ entry: { at, seq }, proofs }: { entry: LedgerEntry; proofs: LedgerProofs }) {
  const found = proofs.of(seq);
  const lines = found.map(({ authority, time }) => words.timestampedBy(authority, time ? formatInstant(time) : '-'));
  return (
    <chakra.span display="inline-flex" flexDirection="column">
      <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
      {(lines.length > 0 ? lines : [words.recordedHere]).map((line) => (
        <Text key={line} as="span" textStyle="caption" color="fg.muted">
          {line}
        </Text>
      ))}
    </chakra.span>
  );
}

/** What an entry that is not about one position is about. */
function subjectOf(body: MarketBody): string {
  if (body.kind === 'method') return words.method;
  return body.kind === 'prices' ? words.closesOf(formatDay(body.facts.day)) : body.facts.ticker;
}

function marketFigures(body: MarketBody): string {
  const { kind, facts, reason } = body;
  if (kind === 'renamed') return [words.renamedTo(facts.to), reason].filter(Boolean).join(', ');
  if (kind === 'delisted') return [words.closeAt(formatUsd(facts.price)), reason].filter(Boolean).join(', ');
  if (kind === 'split')
    return [
      words.splitIs(`${facts.numerator}:${facts.denominator}`, formatDay(facts.day), facts.state, facts.by),
      reason,
    ]
      .filter(Boolean)
      .join(', ');
  if (kind === 'dividend')
    return words.dividendIs(formatAmount(facts.amount), formatDay(facts.day), facts.state, facts.by);
  if (kind === 'quote') return [words.quoteIs(formatUsd(facts.price), facts.state), reason].filter(Boolean).join(', ');
  return kind === 'prices' ? words.closingPrices(formatCount(facts.count)) : facts.text;
}

function figures(body: LedgerBody | MarketBody | null): string {
  if (!body) return '-';
  if (isMarketBody(body)) return marketFigures(body);
  const { position, market, kind } = body;
  if (kind === 'corrected') return correction(body);
  return [
    kind !== 'closed' && words.entryAt(formatUsd(position.entryPrice)),
    position.closePrice && words.closeAt(formatUsd(position.closePrice)),
    market && words.marketAt(formatUsd(market.price)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What was corrected, and why. */
function correction({ old = {}, new: now = {}, reason }: LedgerBody): string {
  const changes = Object.keys(now).map((field) =>
    words.correctedTo(
      words.fields[field as keyof typeof words.fields] ?? field,
      readable(field, old[field]),
      readable(field, now[field]),
    ),
  );
  return [...changes, reason].filter(Boolean).join(', ');
}

function readable(field: string, value = '-'): string {
  if (field === 'purchaseDate') return formatDay(value.slice(0, 10));
  return field.endsWith('Price') ? formatUsd(value) : value;
}

/** Its beginning is enough to tell it from others; all of it is there for whoever looks closer. */
function Hash({ hash }: { hash: string }) {
  return (
    <chakra.code fontFamily="mono" textStyle="caption" title={hash}>
      {hash.slice(0, 10)}
      <Text as="span" srOnly>
        {hash.slice(10)}
      </Text>
    </chakra.code>
  );
}
