/** A conversation, or one message of it, as a file. */
import type { Deps } from '~/server/deps';
import { TooCostly } from '~/server/lib/program-thread';
import { extensionOf, safeFileName } from '~/server/reading/detect/file-name';
import type { ExportedFile, ExportFormat } from '~/shared/schemas/conversation-exports';
import { markdownHead, messageMarkdown } from './markdown-file';
import { writePaper } from './paper-writer';
import { notFinished, tooLongForPaper } from './papers.errors';
import { findConversation, findMessage, type Written, type WrittenMessage, writtenMessages } from './read-conversation';

/** A few hundred pages: more than a paper that is read, and written within seconds. */
const longestPaper = { characters: 2_000_000, messages: 2000 };
const mediaTypes: Record<ExportFormat, string> = {
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};

export interface AskedFile {
  conversationId?: string;
  messageId?: string;
  format: ExportFormat;
}

const findWritten = (deps: Deps, userId: string, { conversationId, messageId }: AskedFile): Promise<Written> =>
  messageId ? findMessage(deps, userId, messageId) : findConversation(deps, userId, conversationId ?? '');

/** Whether the user may have the file, and what it is called. */
export async function startExport(deps: Deps, userId: string, asked: AskedFile): Promise<ExportedFile> {
  const { conversation } = await findWritten(deps, userId, asked);
  return { fileName: fileNameOf(conversation.title, asked.format), mediaType: mediaTypes[asked.format] };
}

function fileNameOf(title: string, format: ExportFormat): string {
  const name = safeFileName(title.replace(/[\\/:*?"<>|.]/g, ' ').slice(0, 80));
  return `${extensionOf(name) ? name.replaceAll('.', ' ') : name}.${format}`;
}

/** The bytes of the file, in parts. Fails before the first part where it cannot be made. */
export async function* exportFile(
  deps: Deps,
  userId: string,
  asked: AskedFile,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const written = await findWritten(deps, userId, asked);
  if (asked.format === 'md') yield* markdownParts(deps, userId, written);
  else if (asked.format === 'json') yield* jsonParts(deps, userId, written);
  else yield await paperBytes(deps, userId, written, asked.format, signal);
}

async function* markdownParts(deps: Deps, userId: string, written: Written): AsyncGenerator<string> {
  let number = 0;
  for await (const batch of writtenMessages(deps, userId, written, 'active')) {
    const messages = number === 0 ? finished(batch, written) : batch;
    if (number === 0) yield markdownHead(written.conversation.title, new Date(), messages);
    yield messages.map((message) => messageMarkdown(message, ++number)).join('');
  }
  if (number === 0) yield markdownHead(written.conversation.title, new Date(), []);
}

/** One message alone is exported when it is finished; of a conversation what is stored. */
function finished(batch: WrittenMessage[], { messageId }: Written): WrittenMessage[] {
  if (messageId && batch[0]?.metadata.processing) throw notFinished();
  return batch;
}

/** All branches of a conversation; of one message nothing else of its conversation. */
async function* jsonParts(deps: Deps, userId: string, written: Written): AsyncGenerator<string> {
  const head = JSON.stringify({ ...written.conversation, exportedAt: new Date() });
  let comma = `${head.slice(0, -1)},"messages":[\n`;
  for await (const batch of writtenMessages(deps, userId, written, 'all'))
    for (const { conversationId: _, ...message } of finished(batch, written)) {
      yield comma + JSON.stringify(message);
      comma = ',\n';
    }
  yield comma === ',\n' ? '\n]}\n' : `${comma}]}\n`;
}

async function paperBytes(
  deps: Deps,
  userId: string,
  written: Written,
  format: 'docx' | 'pdf',
  signal: AbortSignal,
): Promise<Uint8Array> {
  const messages: WrittenMessage[] = [];
  let characters = 0;
  for await (const batch of writtenMessages(deps, userId, written, 'active')) {
    messages.push(...finished(batch, written));
    characters += batch.reduce((sum, { content }) => sum + content.length, 0);
    if (characters > longestPaper.characters || messages.length > longestPaper.messages) throw tooLongForPaper();
  }
  const source = { title: written.conversation.title, madeAt: new Date(), messages };
  try {
    return await writePaper({ format, source }, signal);
  } catch (error) {
    throw error instanceof TooCostly ? tooLongForPaper(error) : error;
  }
}
