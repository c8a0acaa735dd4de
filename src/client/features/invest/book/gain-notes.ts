import { formatPercent } from '~/client/lib/format';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';

/** Facts that the gain doesn't show: another currency, and a split that is not included yet. */
export function gainNotes(position: Position): string[] {
  const { currency, gainsPercent, usdGainsPercent } = position;
  const notes: string[] = [];
  if (currency && gainsPercent) notes.push(words.usdGain(usdGainsPercent && formatPercent(usdGainsPercent)));
  const split = reportedSplitNote(position);
  if (split) notes.push(split);
  return notes;
}

export const reportedSplitNote = ({ reportedSplit }: Position): string | undefined =>
  reportedSplit && words.reportedSplit(`${reportedSplit.numerator}:${reportedSplit.denominator}`);
