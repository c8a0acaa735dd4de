import { formatPercent } from '~/client/lib/format';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';

/** Facts that the gain doesn't show: another currency, and a split that is not included yet. */
export function gainNotes({ currency, gainsPercent, usdGainsPercent, reportedSplit }: Position): string[] {
  const notes: string[] = [];
  if (currency && gainsPercent) notes.push(words.usdGain(usdGainsPercent && formatPercent(usdGainsPercent)));
  if (reportedSplit) notes.push(words.reportedSplit(`${reportedSplit.numerator}:${reportedSplit.denominator}`));
  return notes;
}
