/** Conversations, positions, the track record, the waitlist and AI model usage as files. */
import { sendExport } from '~/server/features/exports/exports.http';
import { ledgerFile, pricesFile, timestampsFile } from '~/server/features/track-record/published-files.http';
import { usageDownload } from '~/server/features/usage/usage.http';
import { waitlistFile } from '~/server/features/waitlist/waitlist.http';
import { sendParts } from '~/server/http/send-parts';
import { createCaller } from '~/server/router';
import { exportConversationInput, exportedFile, exportMessageInput } from '~/shared/schemas/conversation-exports';
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

export const sendLedger = (call: Call): Promise<void> =>
  sendParts(call, (cursor) => createCaller(call.context).trackRecord.ledger({ cursor }), ledgerFile);

export const sendPrices = (call: Call): Promise<void> =>
  sendParts(call, (cursor) => createCaller(call.context).trackRecord.closes({ ...call.input, cursor }), pricesFile);

export const sendTimestamps = (call: Call): Promise<void> =>
  sendParts(
    call,
    (cursor) => createCaller(call.context).trackRecord.timestamps({ cursor, responses: true }),
    timestampsFile,
  );

export const sendWaitlist = (call: Call): Promise<void> =>
  sendParts(call, (cursor) => createCaller(call.context).waitlist.export({ cursor }), waitlistFile());

export const sendUsage = (call: Call): Promise<void> =>
  sendParts(
    call,
    (cursor) => createCaller(call.context).usage.export({ ...call.input, ...(cursor && { cursor }) }),
    usageDownload(),
  );

/** The ledger as one of the API's lists. */
export function listLedger(call: Call): Promise<unknown[]> {
  const caller = createCaller(call.context);
  return readList({ list: 'pages', filters: [] }, call, async (page) => {
    const { entries, nextCursor } = await caller.trackRecord.ledger(page);
    return { items: entries, nextCursor };
  });
}

export async function sendConversation(call: Call): Promise<void> {
  const file = exportedFile.parse(await callProcedure(call.context, 'conversations.startExport', call.input));
  await sendExport(call, file, exportConversationInput.parse(call.input));
}

export async function sendMessage(call: Call): Promise<void> {
  const file = exportedFile.parse(await callProcedure(call.context, 'messages.startExport', call.input));
  await sendExport(call, file, exportMessageInput.parse(call.input));
}
