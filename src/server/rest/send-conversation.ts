/** A conversation, or one message of it, as a file. */
import { sendPaper } from '~/server/features/papers/papers.http';
import { exportConversationInput, exportedFile, exportMessageInput } from '~/shared/schemas/conversation-exports';
import { callProcedure } from './procedures';
import type { Call } from './route';

export async function sendConversation(call: Call): Promise<void> {
  const file = exportedFile.parse(await callProcedure(call.context, 'conversations.startExport', call.input));
  await sendPaper(call, file, exportConversationInput.parse(call.input));
}

export async function sendMessage(call: Call): Promise<void> {
  const file = exportedFile.parse(await callProcedure(call.context, 'messages.startExport', call.input));
  await sendPaper(call, file, exportMessageInput.parse(call.input));
}
