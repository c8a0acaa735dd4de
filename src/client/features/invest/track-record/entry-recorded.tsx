import { chakra, Text } from '@chakra-ui/react';
import { formatCount, formatInstant } from '~/client/lib/format';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { LedgerProofs } from '~/shared/ledger-proofs';
import type { LedgerEntry } from '~/shared/schemas/track-record';

/** When an entry was recorded, and the proof of it. */
export function EntryRecorded({ entry: { at, seq }, proofs }: { entry: LedgerEntry; proofs: LedgerProofs }) {
  const timestamps = proofs.of(seq);
  const signed = timestamps.map(({ authority, time }) =>
    words.timestampedBy(authority, time ? formatInstant(time) : '-'),
  );
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
