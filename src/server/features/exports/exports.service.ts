/** Exports a conversation, or one of its messages, as a file. */

import type { Deps } from '~/server/deps';
import { readAnswerReceipt } from '~/server/features/receipts/read-answer-receipt';
import { oneLine } from '~/server/lib/one-line';
import { TooCostly } from '~/server/lib/program-thread';
import { createKeyedSemaphore } from '~/server/lib/semaphore';
import { extensionOf, safeFileName } from '~/server/reading/detect/file-name';
import { type ExportedFile, type ExportFormat, exportMediaTypes } from '~/shared/schemas/conversation-exports';
import { titleFromMessage } from '~/shared/schemas/conversations';
import { textStart } from '~/shared/text-start';
import type { ExportRequest } from './export-worker';
import { writeExport } from './export-writer';
import { notFinished, tooBusyToExport, tooLongToExport } from './exports.errors';
import { type CoverFacts, coverFacts, type ExportSource } from './make-document';
import { markdownHead, messageMarkdown } from './markdown-file';
import { readBlocks } from './read-blocks';
import {
  type ExportedMessage,
  type ExportTarget,
  findConversation,
  findMessage,
  readMessages,
} from './read-conversation';

/** A few hundred pages: longer than documents anyone reads, and written within seconds. */
const maxSize = { characters: 2_000_000, messages: 2000 };
/** One thread writes all documents, so a user with many long ones must not block others. */
const perUser = { slots: 1, queueLength: 4, message: 'Too many exports in progress. Try again in a moment.' };
const semaphore = createKeyedSemaphore(perUser);
export interface RequestedFile {
  conversationId?: string;
  messageId?: string;
  format: ExportFormat;
}

const findTarget = (
  deps: Deps,
  userId: string,
  { conversationId, messageId }: Omit<RequestedFile, 'format'>,
): Promise<ExportTarget> =>
  messageId ? findMessage(deps, userId, messageId) : findConversation(deps, userId, conversationId ?? '');

/** Checks access to the file and returns its name. */
export async function startExport(deps: Deps, userId: string, request: RequestedFile): Promise<ExportedFile> {
  const { conversation } = await findTarget(deps, userId, request);
  return { fileName: fileNameOf(conversation.title, request.format), mediaType: exportMediaTypes[request.format] };
}

function fileNameOf(title: string, format: ExportFormat): string {
  const name = safeFileName(textStart(title.replace(/[\\/:*?"<>|.]/g, ' '), 80));
  return `${extensionOf(name) ? name.replaceAll('.', ' ') : name}.${format}`;
}

/** The content of the file, in parts. Throws before the first part if it can't be created. */
export async function* exportFile(
  deps: Deps,
  userId: string,
  request: RequestedFile,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const target = await findTarget(deps, userId, request);
  if (request.format === 'md') yield* markdownParts(deps, userId, target);
  else if (request.format === 'json') yield* jsonParts(deps, userId, target);
  else yield await fileBytes(deps, userId, target, request.format, signal);
}

async function* markdownParts(deps: Deps, userId: string, target: ExportTarget): AsyncGenerator<string> {
  // The head summarizes all messages, which may be too long to keep, so they are read twice.
  const overview: CoverFacts[] = [];
  for await (const batch of readMessages(deps, userId, target, 'active'))
    overview.push(...finished(batch, target).map(coverFacts));
  yield markdownHead(target.conversation.title, new Date(), overview);
  let number = 0;
  for await (const batch of readMessages(deps, userId, target, 'active'))
    yield batch.map((message) => messageMarkdown(message, ++number)).join('');
}

/** A single message must be finished; a conversation is exported as it is stored. */
function finished(batch: ExportedMessage[], { messageId }: ExportTarget): ExportedMessage[] {
  if (messageId && batch[0]?.metadata.processing) throw notFinished();
  return batch;
}

/** All branches of a conversation, or a single message, without what the model thought before it answered. */
async function* jsonParts(deps: Deps, userId: string, target: ExportTarget): AsyncGenerator<string> {
  const head = JSON.stringify({ ...target.conversation, exportedAt: new Date() });
  let comma = `${head.slice(0, -1)},"messages":[\n`;
  for await (const batch of readMessages(deps, userId, target, 'all'))
    for (const { conversationId: _, metadata, ...message } of finished(batch, target)) {
      const { reasoning: _reasoning, ...kept } = metadata;
      yield comma + JSON.stringify({ ...message, metadata: kept });
      comma = ',\n';
    }
  yield comma === ',\n' ? '\n]}\n' : `${comma}]}\n`;
}

async function fileBytes(
  deps: Deps,
  userId: string,
  target: ExportTarget,
  format: ExportRequest['format'],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const release = await semaphore.acquire(userId);
  try {
    // The reader may have left while this waited.
    signal.throwIfAborted();
    const source = await readSource(deps, userId, target);
    const [message] = source.messages;
    const isPage = format === 'html' && target.messageId !== undefined && message?.role === 'assistant';
    const receipt = isPage ? await readAnswerReceipt(deps, userId, message.id) : undefined;
    return await writeExport({ format, source, ...(receipt && { receipt }) }, signal);
  } catch (error) {
    throw error instanceof TooCostly ? tooLongToExport(error) : error;
  } finally {
    release();
  }
}

async function readSource(deps: Deps, userId: string, target: ExportTarget): Promise<ExportSource> {
  const messages: ExportedMessage[] = [];
  let characters = 0;
  for await (const batch of readMessages(deps, userId, target, 'active')) {
    messages.push(...finished(batch, target));
    characters += batch.reduce((sum, { content }) => sum + content.length, 0);
    if (characters > maxSize.characters || messages.length > maxSize.messages) throw tooLongToExport();
  }
  return { title: target.conversation.title, madeAt: new Date(), messages };
}

type Json = string | number | boolean | null | Json[] | JsonObject;
interface JsonObject {
  [name: string]: Json;
}

export interface FrozenDocument {
  conversationId: string;
  title: string;
  /** An ExportDocument. */
  json: JsonObject;
  isEmpty: boolean;
  /** The messages of the document. */
  messages: FrozenMessage[];
}

export type FrozenMessage = Pick<ExportedMessage, 'role' | 'content' | 'attachments' | 'metadata' | 'createdAt'>;

const maxPauseMs = 120_000;

/**
 * The current document, to be stored. `withFiles` controls whether messages keep their files. The document of a single
 * message does not have the conversation's title, which may repeat another message.
 */
export async function freezeDocument(
  deps: Deps,
  userId: string,
  request: Omit<RequestedFile, 'format'>,
  withFiles: <Message extends FrozenMessage>(message: Message) => Message,
): Promise<FrozenDocument> {
  const target = await findTarget(deps, userId, request);
  const release = await semaphore.acquire(userId);
  try {
    const source = await readSource(deps, userId, target);
    const messages = source.messages
      .filter(({ metadata }) => !metadata.processing)
      .map((message) => withFiles(message));
    const [first] = messages;
    const title = request.messageId && first ? titleOf(first.content) : source.title;
    return {
      conversationId: target.conversation.id,
      title: oneLine(title),
      json: await writeJson({ ...source, title, messages }),
      isEmpty: messages.length === 0,
      messages,
    };
  } finally {
    release();
  }
}

async function writeJson(source: ExportSource): Promise<JsonObject> {
  const signal = AbortSignal.timeout(maxPauseMs);
  const bytes = await writeExport({ format: 'document', source }, signal).catch((error) => {
    if (signal.aborted) throw tooBusyToExport(error);
    throw error instanceof TooCostly ? tooLongToExport(error) : error;
  });
  // The thread writes only this format: an ExportDocument.
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
