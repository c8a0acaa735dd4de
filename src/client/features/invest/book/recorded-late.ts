import { formatCount } from '~/client/lib/format';
import { investWords as words } from '~/client/words/invest';
import { daysBetween, momentDay, tradingDay } from '~/shared/trading-day';

/** How long after its purchase date a position was recorded; undefined if on the same day. */
export function recordedLate(purchaseDate: Date, recordedAt: Date | undefined): string | undefined {
  const late = recordedAt ? daysBetween(tradingDay(purchaseDate), momentDay(recordedAt.toISOString())) : 0;
  return late > 0 ? words.recordedLate(late, formatCount(late)) : undefined;
}
