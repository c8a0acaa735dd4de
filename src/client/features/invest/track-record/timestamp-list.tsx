import { chakra, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { atBase } from '~/client/lib/base-path';
import { formatCount, formatInstant } from '~/client/lib/format';
import { Card, Section } from '~/client/ui/content/card';
import { TextLink } from '~/client/ui/page/text-link';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { LedgerTimestamp } from '~/shared/schemas/timestamps';
import { type AuthorityRecord, authorityRecords } from './authority-records';
import type { ReadTrackRecord } from './read-track-record';

/** The latest signature of each authority, and failures. */
export function TimestampList({ timestamps }: { timestamps: ReadTrackRecord['timestamps'] }) {
  const rows = useMemo(() => authorityRecords(timestamps), [timestamps]);
  return (
    <Section title={words.timestamps} {...(rows.length > 0 && { description: words.timestampsNote })}>
      {rows.length === 0 ? (
        <Card>
          <Text color="fg.muted">{words.timestampsOff}</Text>
        </Card>
      ) : (
        <DataTable
          caption={words.timestamps}
          columns={columns}
          rows={rows}
          rowKey={({ authority }) => authority}
          loadingText={words.reading}
          emptyText={words.noTimestamp}
        />
      )}
    </Section>
  );
}

const columns: Column<AuthorityRecord>[] = [
  { key: 'authority', header: words.authority, isPrimary: true, cell: ({ authority }) => authority },
  {
    key: 'newest',
    header: words.lastTimestamp,
    cell: ({ newest }) => (newest ? <Newest timestamp={newest} /> : words.noTimestamp),
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

function Newest({ timestamp: { id, seq, time } }: { timestamp: LedgerTimestamp }) {
  return (
    <chakra.span display="inline-flex" flexDirection="column">
      <TextLink href={atBase(`/track-record/timestamps/${id}.tsr`)}>{time && formatInstant(time)}</TextLink>
      <Text as="span" textStyle="caption" color="fg.muted">
        {words.covers(formatCount(seq))}
      </Text>
    </chakra.span>
  );
}
