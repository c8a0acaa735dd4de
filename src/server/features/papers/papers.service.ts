/** Exports a conversation, or one of its messages, as a file. */

import type { Deps } from '~/server/deps';
import { readAnswerReceipt } from '~/server/features/receipts/read-answer-receipt';
import { oneLine } from '~/server/lib/one-line';
import { TooCostly } from '~/server/lib/program-thread';
import { createUserSemaphore } from '~/server/lib/semaphore';
import { extensionOf, safeFileName } from '~/server/reading/detect/file-name';
import type { ExportedFile, ExportFormat } from '~/shared/schemas/conversation-exports';
import { titleFromMessage } from '~/shared/schemas/conversations';
import { textStart } from '~/shared/text-start';
import type { PaperSource } from './make-paper';
import { markdownHead, messageMarkdown } from './markdown-file';
import type { PaperRequest } from './paper-worker';
import { writePaper } from './paper-writer';
import { notFinished, tooBusyForPaper, tooLongForPaper } from './papers.errors';
import { readBlocks } from './read-blocks';
import { findConversation, findMessage, type Written, type WrittenMessage, writtenMessages } from './read-conversation';

/** A few hundred pages: longer than papers anyone reads, and written within seconds. */
const longestPaper = { characters: 2_000_000, messages: 2000 };
/** One thread writes all papers, so that a user with many long ones must not keep it from others. */
const perUser = { slots: 1, queueLength: 4, message: 'Too many exports in progress. Try again in a moment.' };
const semaphore = createUserSemaphore(perUser);
const mediaTypes: Record<ExportFormat, string> = {
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
};

export interface AskedFile {
  conversationId?: string;
  messageId?: string;
  format: ExportFormat;
}

const findWritten = (
  deps: Deps,
  userId: string,
  { conversationId, messageId }: Omit<AskedFile, 'format'>,
): Promise<Written> =>
  messageId ? findMessage(deps, userId, messageId) : findConversation(deps, userId, conversationId ?? '');

/** Checks access to the file and returns its name. */
export async function startExport(deps: Deps, userId: string, asked: AskedFile): Promise<ExportedFile> {
  const { conversation } = await findWritten(deps, userId, asked);
  return { fileName: fileNameOf(conversation.title, asked.format), mediaType: mediaTypes[asked.format] };
}

function fileNameOf(title: string, format: ExportFormat): string {
  const name = safeFileName(textStart(title.replace(/[\\/:*?"<>|.]/g, ' '), 80));
  return `${extensionOf(name) ? name.replaceAll('.', ' ') : name}.${format}`;
}

/** The content of the file, in parts. Throws before the first part if it can't be created. */
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

/** A single message must be finished; a conversation is exported as it is stored. */
function finished(batch: WrittenMessage[], { messageId }: Written): WrittenMessage[] {
  if (messageId && batch[0]?.metadata.processing) throw notFinished();
  return batch;
}

/** All branches of a conversation, or a single message. */
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
  format: PaperRequest['format'],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const release = await semaphore.acquire(userId);
  try {
    // The reader may have left while this waited.
    signal.throwIfAborted();
    const source = await paperSource(deps, userId, written);
    const [message] = source.messages;
    const isPage = format === 'html' && written.messageId !== undefined && message?.role === 'assistant';
    const receipt = isPage ? await readAnswerReceipt(deps, userId, message.id) : undefined;
    return await writePaper({ format, source, ...(receipt && { receipt }) }, signal);
  } catch (error) {
    throw error instanceof TooCostly ? tooLongForPaper(error) : error;
  } finally {
    release();
  }
}

async function paperSource(deps: Deps, userId: string, written: Written): Promise<PaperSource> {
  const messages: WrittenMessage[] = [];
  let characters = 0;
  for await (const batch of writtenMessages(deps, userId, written, 'active')) {
    messages.push(...finished(batch, written));
    characters += batch.reduce((sum, { content }) => sum + content.length, 0);
    if (characters > longestPaper.characters || messages.length > longestPaper.messages) throw tooLongForPaper();
  }
  return { title: written.conversation.title, madeAt: new Date(), messages };
}

type Json = string | number | boolean | null | Json[] | JsonObject;
interface JsonObject {
  [name: string]: Json;
}

export interface FrozenPaper {
  conversationId: string;
  title: string;
  /** A Paper. */
  json: JsonObject;
  isEmpty: boolean;
  /** The messages of the paper. */
  messages: FrozenMessage[];
}

export type FrozenMessage = Pick<WrittenMessage, 'role' | 'content' | 'attachments' | 'metadata' | 'createdAt'>;

const maxPauseMs = 120_000;

/**
 * The current paper, to be stored. `withFiles` controls whether messages keep their files. The paper of a single
 * message does not have the conversation's title, which may repeat another message.
 */
export async function frozenPaper(
  deps: Deps,
  userId: string,
  asked: Omit<AskedFile, 'format'>,
  withFiles: <Message extends FrozenMessage>(message: Message) => Message,
): Promise<FrozenPaper> {
  const written = await findWritten(deps, userId, asked);
  const release = await semaphore.acquire(userId);
  try {
    const source = await paperSource(deps, userId, written);
    const messages = source.messages
      .filter(({ metadata }) => !metadata.processing)
      .map((message) => withFiles(message));
    const [first] = messages;
    const title = asked.messageId && first ? titleOf(first.content) : source.title;
    return {
      conversationId: written.conversation.id,
      title: oneLine(title),
      json: await writeJson({ ...source, title, messages }),
      isEmpty: messages.length === 0,
      messages,
    };
  } finally {
    release();
  }
}

async function writeJson(source: PaperSource): Promise<JsonObject> {
  const signal = AbortSignal.timeout(maxPauseMs);
  const bytes = await writePaper({ format: 'paper', source }, signal).catch((error) => {
    if (signal.aborted) throw tooBusyForPaper(error);
    throw error instanceof TooCostly ? tooLongForPaper(error) : error;
  });
  // The thread writes only this format: a Paper.
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Only the start of a message is used for its title. */
const titleCharacters = 2000;

/** The first words of a message, without Markdown. */
function titleOf(markdown: string): string {
  const blocks = readBlocks(markdown.slice(0, titleCharacters), () => undefined);
  const texts = blocks.flatMap((block) => ('runs' in block ? block.runs.map(({ text }) => text).join('') : []));
  return titleFromMessage(oneLine(texts.find((text) => text.trim() !== '') ?? ''));
}
