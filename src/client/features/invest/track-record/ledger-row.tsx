import { chakra, Flex } from '@chakra-ui/react';
import { formatCount } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import { trackRecordWords as words } from '~/client/words/track-record';
import { bodyOf } from '~/shared/ledger-chain';
import type { LedgerProofs } from '~/shared/ledger-proofs';
import type { LedgerEntry } from '~/shared/schemas/track-record';
import { entryFigures, subjectOf } from './entry-figures';
import { EntryHash } from './entry-hash';
import { EntryRecorded } from './entry-recorded';

/** What the rows of a ledger need besides their entry. */
export interface LedgerState {
  proofs: LedgerProofs;
  /** The entry at which the chain breaks. */
  brokenSeq: number | undefined;
  /** Currencies of tickers that are not quoted in USD. */
  currencies?: ReadonlyMap<string, string> | undefined;
}

/** Approximate, in pixels. */
export const ledgerRowHeight = 108;

/** An entry on a narrow screen: what happened, then when it was recorded, by whom, and its hash. */
export function LedgerRow({ entry, proofs, brokenSeq, currencies }: LedgerState & { entry: LedgerEntry }) {
  const { seq, kind, hash } = entry;
  const body = bodyOf(entry);
  return (
    <div>
      <Line>
        <chakra.span fontWeight="medium" overflowWrap="anywhere" minWidth="0">
          {subjectOf(body)}
        </chakra.span>
        <chakra.span textStyle="caption" color="fg.muted" flexShrink="0" data-numeric="">
          {words.number} {formatCount(seq)}
        </chakra.span>
      </Line>
      {seq === brokenSeq && <Badge tone="danger">{words.breaksHere}</Badge>}
      <chakra.div overflowWrap="anywhere" data-numeric="">
        {words.kinds[kind] ?? kind}: {entryFigures(body, currencies)}
      </chakra.div>
      <Line textStyle="caption" color="fg.muted" flexWrap="wrap">
        <EntryRecorded entry={entry} proofs={proofs} />
        <Flex direction="column" align="flex-end" flexShrink="0" marginStart="auto">
          <span>
            <Spoken>{words.actor}: </Spoken>
            {body?.actor ?? '-'}
          </span>
          <span>
            <Spoken>{words.hash}: </Spoken>
            <EntryHash hash={hash} />
          </span>
        </Flex>
      </Line>
    </div>
  );
}

const Line = chakra('div', {
  base: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '3' },
});

const Spoken = chakra('span', { base: { srOnly: true } });
