/** The book and its ledger as files. */
import Papa from 'papaparse';
import type { ExportFile } from '~/shared/schemas/positions';
import type { LedgerPage, PublishedCloses } from '~/shared/schemas/track-record';
import { readList } from './lists';
import { type Call, procedureOf } from './route';
import { sendParts } from './send-parts';

export async function sendPositions({ context, request, response, input }: Call): Promise<void> {
  const read = procedureOf(context, 'positions.export') as (input: unknown) => Promise<ExportFile>;
  const { fileName, mediaType, text } = await read(input);
  response.status(200).set({
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

const ledgerColumns = ['seq', 'at', 'kind', 'body', 'previousHash', 'hash'] as const;

/** The whole ledger, oldest first. No cell of it can begin like a formula, and none may be changed on its way. */
export const sendLedger = (call: Call): Promise<void> =>
  sendParts<LedgerPage>(call, 'trackRecord.ledger', {
    fileName: 'ledger.csv',
    mediaType: 'text/csv; charset=utf-8',
    first: lines([[...ledgerColumns]]),
    write: ({ entries }) => lines(entries.map((entry) => ledgerColumns.map((column) => cellOf(entry[column])))),
    last: '',
  });

/** All published prices: a list of their parts, as they are read. */
export const sendPrices = (call: Call): Promise<void> =>
  sendParts<PublishedCloses>(call, 'trackRecord.closes', {
    fileName: 'prices.json',
    mediaType: 'application/json; charset=utf-8',
    first: '[',
    write: (part, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(part)}`,
    last: ']\n',
  });

const cellOf = (value: string | number | Date) => (value instanceof Date ? value.toISOString() : String(value));
const lines = (rows: string[][]) => (rows.length === 0 ? '' : `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`);

/** The ledger as a list among the API's lists. */
export function listLedger(call: Call): Promise<unknown[]> {
  const read = procedureOf(call.context, 'trackRecord.ledger') as (input: unknown) => Promise<LedgerPage>;
  const pages = async (input: unknown) => {
    const { entries, nextCursor } = await read(input);
    return { items: entries, nextCursor };
  };
  return readList({ list: 'pages' }, pages, call);
}
