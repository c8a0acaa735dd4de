/** The published track record as files that are streamed part by part. */
import type { FileOfParts } from '~/server/http/send-parts';
import { ledgerHeader, ledgerRows } from '~/server/lib/ledger-file';
import type { LedgerPage, PublishedCloses } from '~/shared/schemas/track-record';

/** The whole ledger, oldest first. */
export const ledgerFile: FileOfParts<LedgerPage> = {
  fileName: 'ledger.csv',
  mediaType: 'text/csv; charset=utf-8',
  first: ledgerHeader,
  write: ({ entries }) => ledgerRows(entries),
  last: '',
};

/** All published prices: an array of parts, streamed as they are read. */
export const pricesFile: FileOfParts<PublishedCloses> = {
  fileName: 'prices.json',
  mediaType: 'application/json; charset=utf-8',
  first: '[',
  write: (part, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(part)}`,
  last: ']\n',
};

/** All timestamps with the authorities' responses. */
export const timestampsFile: FileOfParts<{ items: unknown[]; nextCursor: string | null }> = {
  fileName: 'timestamps.json',
  mediaType: 'application/json; charset=utf-8',
  first: '[',
  write: ({ items }, isFirst) =>
    items.map((item, n) => `${isFirst && n === 0 ? '' : ',\n'}${JSON.stringify(item)}`).join(''),
  last: ']\n',
};
