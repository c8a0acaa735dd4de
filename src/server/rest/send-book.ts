/** The book and its ledger as files. */
import Papa from 'papaparse';
import type { ExportFile } from '~/shared/schemas/positions';
import type { LedgerPage } from '~/shared/schemas/track-record';
import { readList } from './lists';
import { type Call, procedureOf } from './route';
import { writePart } from './send-csv';

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
export async function sendLedger({ deps, context, request, response }: Call): Promise<void> {
  const read = procedureOf(context, 'trackRecord.ledger') as (input: object) => Promise<LedgerPage>;
  // A refusal comes with the first part, while the answer can still be JSON.
  let page = await read({});
  response.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="ledger.csv"',
  });
  if (request.method === 'HEAD') return void response.end();
  try {
    response.write(lines([[...ledgerColumns]]));
    for (;;) {
      const rows = page.entries.map((entry) => ledgerColumns.map((column) => cellOf(entry[column])));
      await writePart(response, lines(rows));
      if (!page.nextCursor || response.closed) break;
      page = await read({ cursor: page.nextCursor });
    }
    response.end();
  } catch (error) {
    // A file that ends early must not look whole: the connection is cut, and the browser says so.
    deps.logger.error({ err: error, requestId: context.requestId }, 'the ledger could not be sent to its end');
    response.destroy();
  }
}

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
