import { chakra, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { atBase } from '~/client/lib/base-path';
import { formatCount, formatInstant } from '~/client/lib/format';
import { Section } from '~/client/ui/content/card';
import { TextLink } from '~/client/ui/page/text-link';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { BitcoinProof } from '~/shared/schemas/timestamps';
import type { ReadTrackRecord } from './read-track-record';

interface CalendarRecord {
  calendar: string;
  /** The newest proof that names a block. */
  inBlock: BitcoinProof | undefined;
  /** The newest pending proof, if it is newer. */
  waiting: BitcoinProof | undefined;
  /** The total number of failed requests. */
  failures: number;
  /** The last request, if it failed. */
  failing: BitcoinProof | undefined;
}

/**
 * The latest Bitcoin proof of each calendar, pending proofs and failures. Calendars are optional; renders nothing
 * without any.
 */
export function BitcoinProofList({ bitcoin }: { bitcoin: ReadTrackRecord['bitcoin'] }) {
  const rows = useMemo(() => calendarRecords(bitcoin), [bitcoin]);
  if (rows.length === 0) return null;
  return (
    <Section title={words.bitcoin} description={words.bitcoinNote}>
      <DataTable
        caption={words.bitcoin}
        columns={columns}
        rows={rows}
        rowKey={({ calendar }) => calendar}
        loadingText={words.reading}
        emptyText={words.noTimestamp}
      />
    </Section>
  );
}

function calendarRecords({ items, calendars }: ReadTrackRecord['bitcoin']): CalendarRecord[] {
  const names = [...new Set([...calendars, ...items.map(({ calendar }) => calendar)])];
  return names.map((calendar) => {
    const own = items.filter((item) => item.calendar === calendar);
    const inBlock = own.findLast(({ block }) => block !== null);
    const waiting = own.findLast(({ submittedAt, block }) => submittedAt !== null && block === null);
    const last = own.toSorted((a, b) => a.requestedAt.getTime() - b.requestedAt.getTime()).at(-1);
    return {
      calendar,
      inBlock,
      waiting: waiting && waiting.seq > (inBlock?.seq ?? 0) ? waiting : undefined,
      failures: own.reduce((sum, { failures }) => sum + failures, 0),
      failing: last?.failure != null ? last : undefined,
    };
  });
}

const columns: Column<CalendarRecord>[] = [
  { key: 'calendar', header: words.calendar, isPrimary: true, cell: ({ calendar }) => calendar },
  {
    key: 'block',
    header: words.lastBlock,
    cell: ({ inBlock }) =>
      inBlock ? (
        <Linked proof={inBlock} title={words.blockAsSaid(formatCount(inBlock.block ?? 0))}>
          {words.covers(formatCount(inBlock.seq))}
        </Linked>
      ) : (
        words.noTimestamp
      ),
  },
  {
    key: 'waiting',
    header: words.waitingForBlock,
    cell: ({ waiting }) =>
      waiting?.submittedAt ? (
        <Linked proof={waiting} title={words.covers(formatCount(waiting.seq))}>
          {words.submittedOn(formatInstant(waiting.submittedAt))}
        </Linked>
      ) : (
        '-'
      ),
  },
  {
    key: 'failures',
    header: words.attempts,
    cell: ({ failures, failing }) => (
      <chakra.span display="inline-flex" flexDirection="column">
        {failures === 0 ? words.noFailures : words.failedTimes(failures, formatCount(failures))}
        {failing && (
          <Text as="span" textStyle="caption" color="danger">
            {words.lastFailure(failing.failure ?? '', formatInstant(failing.requestedAt))}
          </Text>
        )}
      </chakra.span>
    ),
  },
];

function Linked({ proof, title, children }: { proof: BitcoinProof; title: string; children: string }) {
  return (
    <chakra.span display="inline-flex" flexDirection="column">
      <TextLink href={atBase(`/track-record/bitcoin/${proof.id}.ots`)}>{title}</TextLink>
      <Text as="span" textStyle="caption" color="fg.muted">
        {children}
      </Text>
    </chakra.span>
  );
}
