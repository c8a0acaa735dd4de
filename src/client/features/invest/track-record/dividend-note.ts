import { formatPercent } from '~/client/lib/format';
import { trackRecordWords as words } from '~/client/words/track-record';

/** The total return, if dividends make it differ from the price return beside it. */
export const dividendNote = (price: string | undefined, total: string | undefined): string | undefined =>
  total === undefined || total === price ? undefined : words.withDividends(formatPercent(total));
