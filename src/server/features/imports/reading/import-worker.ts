/** Reads import files in a separate thread, because they are large and untrusted. */
import { parentPort } from 'node:worker_threads';
import type { ImportedMessage } from '~/server/features/imports/tree/imported-rows';
import { storableJson } from '~/server/lib/storable-json';
import type { ImportSource } from '~/shared/conversation-import';
import { ImportProblem, type ImportProblemCode } from './import-problem';
import { type ReadElement, readElements, type Unreadable } from './read-elements';

export interface ImportRequest {
  path: string;
  userId: string;
  /** Where the first request to a thread starts; later requests continue from there. */
  position: number;
  /** 'preview': a summary of the content. 'rows': the rows to store. */
  wanted: 'preview' | 'rows';
}

export interface PreviewPart {
  conversations: { id: string; originId: string | null; source: ImportSource; messageIds: string[] }[];
  from: number | null;
  to: number | null;
  shortened: number;
  unreadable: Unreadable[];
}

export interface ImportReply {
  position: number;
  isEnd: boolean;
  preview?: PreviewPart;
  /** JSON for the database function import_conversations(). */
  rows?: string;
}
export type ImportReaderReply = ImportReply | { problem: ImportProblemCode };

const max = { preview: { messages: 5000, characters: Infinity }, rows: { messages: 100, characters: 300_000 } };

/** The rest of a conversation that is too long for one reply. */
interface Rest {
  messages: ImportedMessage[];
  conversation: { id: string };
  /** The last message of the active branch. */
  leaf: string;
  /** The last one of that branch among the messages returned so far. */
  leafSoFar?: string;
}

interface Session {
  elements: AsyncGenerator<ReadElement>;
  position: number;
  rest: Rest | undefined;
}
let session: Session | undefined;

async function reply(request: ImportRequest): Promise<ImportReply> {
  const { path, userId, position } = request;
  session ??= { elements: readElements(path, userId, position), position, rest: undefined };
  return request.wanted === 'preview' ? previewPart(session) : rowsPart(session);
}

async function previewPart(open: Session): Promise<ImportReply> {
  const preview: PreviewPart = { conversations: [], from: null, to: null, shortened: 0, unreadable: [] };
  let messages = 0;
  while (messages < max.preview.messages) {
    const next = await open.elements.next();
    if (next.done) return { position: open.position, isEnd: true, preview };
    open.position = next.value.position;
    messages++;
    if ('unreadable' in next.value) {
      preview.unreadable.push(next.value.unreadable);
      continue;
    }
    const { id, originId, source, messages: found } = next.value.conversation;
    messages += found.length;
    preview.conversations.push({ id, originId, source, messageIds: found.map((message) => message.id) });
    for (const { createdAt, metadata } of found) {
      const time = createdAt.getTime();
      preview.from = Math.min(preview.from ?? time, time);
      preview.to = Math.max(preview.to ?? time, time);
      if (metadata.imported?.isShortened) preview.shortened++;
    }
  }
  return { position: open.position, isEnd: false, preview };
}

/** Whole conversations, or a part of one that is too long. */
async function rowsPart(open: Session): Promise<ImportReply> {
  const rows = { conversations: [] as unknown[], messages: [] as ImportedMessage[], shown: [] as unknown[] };
  const ids = new Set<string>();
  let characters = 0;
  while (rows.messages.length < max.rows.messages && characters < max.rows.characters) {
    if (open.rest) {
      const part = restPart(open, open.rest);
      return { position: open.position, isEnd: false, rows: storableJson(part) };
    }
    const next = await open.elements.next();
    if (next.done) return { position: open.position, isEnd: true, rows: storableJson(rows) };
    if ('conversation' in next.value) {
      const { messages, leaf, source: _, ...conversation } = next.value.conversation;
      const shown = { conversationId: conversation.id, leaf };
      const size = messages.reduce((sum, { content }) => sum + content.length, 0);
      // A conversation that the file contains twice begins another part, because a part is stored in one statement.
      if (messages.length > max.rows.messages || size > max.rows.characters || ids.has(conversation.id)) {
        open.rest = { messages, conversation, leaf };
        break;
      }
      ids.add(conversation.id);
      characters += size;
      rows.conversations.push(conversation);
      rows.messages.push(...messages);
      rows.shown.push(shown);
    }
    open.position = next.value.position;
  }
  return { position: open.position, isEnd: false, rows: storableJson(rows) };
}

/** Each part activates the branch as far as it is stored, because the import may end before the last part. */
function restPart(open: Session, rest: Rest) {
  const part: ImportedMessage[] = [];
  let characters = 0;
  for (let next = rest.messages[0]; next; next = rest.messages[0]) {
    characters += next.content.length;
    if (part.length > 0 && (part.length >= max.rows.messages || characters > max.rows.characters)) break;
    part.push({ ...next, isActive: false });
    if (next.isActive) rest.leafSoFar = next.id;
    rest.messages.shift();
  }
  const isLast = rest.messages.length === 0;
  if (isLast) {
    open.rest = undefined;
    open.position++;
  }
  const leaf = isLast ? rest.leaf : rest.leafSoFar;
  const shown = leaf ? [{ conversationId: rest.conversation.id, leaf }] : [];
  return { conversations: [rest.conversation], messages: part, shown };
}

parentPort?.on('message', (request: ImportRequest) => {
  reply(request).then(
    (part) => parentPort?.postMessage(part satisfies ImportReaderReply),
    (error) => {
      // Any other error is a bug and ends the thread.
      if (!(error instanceof ImportProblem)) throw error;
      parentPort?.postMessage({ problem: error.code } satisfies ImportReaderReply);
    },
  );
});
