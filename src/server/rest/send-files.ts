/** The positions, the ledger, its prices, the waitlist and the usage of AI models as files. */

import { sendParts } from '~/server/http/send-parts';
import { formulaSafeCsv } from '~/server/lib/csv';
import { ledgerHeader, ledgerRows } from '~/server/lib/ledger-file';
import { createCaller } from '~/server/router';
import { exportFile } from '~/shared/schemas/positions';
import { readList } from './lists';
import { callProcedure } from './procedures';
import type { Call } from './route';

export async function sendPositions({ context, request, response, input }: Call): Promise<void> {
  const { fileName, mediaType, text } = exportFile.parse(await callProcedure(context, 'positions.export', input));
  response.status(200).set({
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** The whole ledger, oldest first. */
export const sendLedger = (call: Call): Promise<void> =>
  sendParts(call, (cursor) => createCaller(call.context).trackRecord.ledger({ cursor }), {
    fileName: 'ledger.csv',
    mediaType: 'text/csv; charset=utf-8',
    first: ledgerHeader,
    write: ({ entries }) => ledgerRows(entries),
    last: '',
  });

/** All published prices: an array of their parts, as they are read. */
export const sendPrices = (call: Call): Promise<void> =>
  sendParts(call, (cursor) => createCaller(call.context).trackRecord.closes({ cursor }), {
    fileName: 'prices.json',
    mediaType: 'application/json; charset=utf-8',
    first: '[',
    write: (part, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(part)}`,
    last: ']\n',
  });

/** All timestamps with the responses of the authorities. */
export const sendTimestamps = (call: Call): Promise<void> =>
  sendParts(call, (cursor) => createCaller(call.context).trackRecord.timestamps({ cursor, responses: true }), {
    fileName: 'timestamps.json',
    mediaType: 'application/json; charset=utf-8',
    first: '[',
    write: ({ items }, isFirst) =>
      items.map((item, n) => `${isFirst && n === 0 ? '' : ',\n'}${JSON.stringify(item)}`).join(''),
    last: ']\n',
  });

export const sendWaitlist = (call: Call): Promise<void> =>
  sendParts(call, (cursor) => createCaller(call.context).waitlist.export({ cursor }), {
    fileName: `waitlist-${new Date().toISOString().slice(0, 10)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    first: formulaSafeCsv([['Email', 'Signed Up']]),
    write: ({ items }) => formulaSafeCsv(items.map(({ email, createdAt }) => [email, createdAt.toISOString()])),
    last: '',
  });

const usageColumns = {
  day: 'Day',
  email: 'User',
  model: 'Model',
  modelName: 'Name',
  requests: 'Requests',
  unknownRequests: 'Unknown',
  estimatedRequests: 'Estimated',
  inputTokens: 'Input tokens',
  outputTokens: 'Output tokens',
  reasoningTokens: 'Reasoning tokens',
  cachedTokens: 'Cached tokens',
  cost: 'Cost (USD)',
} as const;
const usageFields = Object.keys(usageColumns) as (keyof typeof usageColumns)[];

export const sendUsage = (call: Call): Promise<void> =>
  sendParts(call, (cursor) => createCaller(call.context).usage.export({ ...call.input, ...(cursor && { cursor }) }), {
    fileName: `ai-usage-${new Date().toISOString().slice(0, 10)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    first: formulaSafeCsv([Object.values(usageColumns)]),
    write: ({ items }) => formulaSafeCsv(items.map((row) => usageFields.map((column) => String(row[column] ?? '')))),
    last: '',
  });

/** The ledger as one of the API's lists. */
export function listLedger(call: Call): Promise<unknown[]> {
  const caller = createCaller(call.context);
  return readList({ list: 'pages', filters: [] }, call, async (page) => {
    const { entries, nextCursor } = await caller.trackRecord.ledger(page);
    return { items: entries, nextCursor };
  });
}
