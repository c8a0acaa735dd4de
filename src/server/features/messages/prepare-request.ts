/** Builds the model's request: system prompt, the conversation so far within a budget, and access to the user's data. */
import { buffer } from 'node:stream/consumers';
import type { Deps } from '~/server/deps';
import { checkAnswer } from '~/server/features/citations/check-answer';
import { bookTools } from '~/server/features/figures/book-tools';
import { FigureWriter } from '~/server/features/figures/figure-writer';
import { Figures } from '~/server/features/figures/figures';
import { reviewAnswer } from '~/server/features/figures/review-answer';
import { cleanKey } from '~/server/features/uploads/object-keys';
import { untilRead } from '~/server/features/uploads/read-upload';
import type { Library } from '~/server/generation/library';
import type { ChosenModel } from '~/server/generation/model-catalog';
import type { PreparedAnswer } from '~/server/generation/run-answer';
import type { ModelImage, ModelTurn } from '~/server/providers/llm/types';
import { conversationLibrary } from './conversation-library';
import { type FramedFile, frameFiles } from './file-frame';
import { systemPrompt } from './system-prompt';

const historyTurns = 40;
/** About 12,000 tokens of conversation; older turns are left out first. */
const historyCharacters = 48_000;
/** About 8,000 tokens of the conversation's files; what does not fit is found by retrieval. */
const documentCharacters = 32_000;
const retrievedPassages = 24;
const imagesPerQuestion = 5;

export interface EarlierTurn extends ModelTurn {
  id: string;
  hasFiles: boolean;
}

/** What a question is asked with. */
export interface Background {
  /** The turns of its conversation before it, oldest first. */
  history: EarlierTurn[];
  /** Only a connected model follows them. */
  customInstructions: string;
}

/** Reads both in one statement. The turns are those before the message `before`, or all so far. */
export async function readBackground(
  deps: Deps,
  userId: string,
  conversationId: string | null,
  before?: string,
): Promise<Background> {
  const rows = await deps.db.sql<{ id: string; role: string | null; content: string; hasFiles: boolean }>`
    SELECT id, role, content, "hasFiles" FROM (
      (SELECT NULL::uuid AS id, NULL AS role, coalesce(instructions, '') AS content, false AS "hasFiles", NULL::bigint AS seq
       FROM users WHERE id = ${userId}::uuid)
      UNION ALL
      (SELECT id, role, left(content, ${historyCharacters}::int), attachments <> '[]'::jsonb, seq FROM messages
       WHERE conversation_id = ${conversationId}::uuid
         AND (${before ?? null}::uuid IS NULL OR seq < (SELECT seq FROM messages WHERE id = ${before ?? null}::uuid))
       ORDER BY seq DESC LIMIT ${historyTurns})
    ) AS background ORDER BY seq DESC NULLS FIRST`;
  const background: Background = { history: [], customInstructions: '' };
  let characters = 0;
  for (const { id, role, content, hasFiles } of rows) {
    if (role === null) {
      background.customInstructions = content;
      continue;
    }
    characters += content.length;
    if (characters > historyCharacters) break;
    // An answer that failed before its first word says nothing to a model; a question can be a file without words.
    if (content !== '' || hasFiles) {
      background.history.unshift({ id, role: role === 'assistant' ? 'assistant' : 'user', content, hasFiles });
    }
  }
  return background;
}

export interface Question {
  conversationId: string;
  questionId: string;
  content: string;
  customInstructions: string;
  /** Files attached to the question. */
  objectIds: readonly string[];
}

/** Waits for the question's files to be read; `signal` ends the waiting. */
export async function prepareRequest(
  deps: Deps,
  { model }: ChosenModel,
  history: readonly EarlierTurn[],
  question: Question,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  await untilRead(deps, question.objectIds, signal);
  const library = conversationLibrary(deps, question.conversationId, question.questionId);
  const last: ModelTurn = { role: 'user', content: question.content };
  const hasFiles = question.objectIds.length > 0 || history.some((turn) => turn.hasFiles);
  if (model.isConnected && hasFiles) {
    // A connected model gets the files in its prompt; the offline analyst reads them from the library.
    last.content = [question.content, await documentsInWords(library, question.content)].filter(Boolean).join('\n\n');
    const images = await imagesOf(deps, question.objectIds);
    if (images.length > 0) last.images = images;
  }
  const turns = [...history.map(({ role, content }) => ({ role, content })), last];
  const request = { systemPrompt: systemPrompt(new Date(), question.customInstructions), turns, library };
  const cite: PreparedAnswer['cite'] = (text, citations) =>
    checkAnswer(deps, { conversationId: question.conversationId, text, citations, isByModel: model.isConnected });
  // The offline analyst writes figures and advice itself, out of the library.
  if (!model.isConnected) return { model, request, ...(hasFiles && { cite }) };
  const figures = new Figures();
  const writer = new FigureWriter(figures);
  return {
    model,
    request: { ...request, tools: bookTools(deps, figures) },
    rewrite: writer,
    review: (text, citations) => reviewAnswer(deps, { question: question.content, text, citations, writer, figures }),
    ...(hasFiles && { cite }),
  };
}

/** The files as text for a prompt: whole when they fit, else how they begin and the passages that match the question. */
async function documentsInWords(library: Library, question: string): Promise<string> {
  const documents = await library.documents();
  if (documents.length === 0) return '';
  const budget = { left: documentCharacters };
  const matches = await library.passages(question, retrievedPassages);
  const files = documents.map((document): FramedFile => {
    const found = [...matches.filter(({ objectId }) => objectId === document.objectId), ...document.opening];
    const seen = new Set<string>();
    const passages: string[] = [];
    for (const { text, page } of found) {
      if (seen.has(text) || text.length > budget.left) continue;
      seen.add(text);
      budget.left -= text.length;
      passages.push(page === undefined ? text : `[page ${page}] ${text}`);
    }
    return { name: document.name, problem: document.problem, passages };
  });
  return frameFiles(files);
}

/** Images of the question as vision input, in the formats that models accept. */
async function imagesOf(deps: Deps, objectIds: readonly string[]): Promise<ModelImage[]> {
  if (objectIds.length === 0) return [];
  const rows = await deps.db.storedObject.findMany({
    where: { id: { in: [...objectIds] }, type: { in: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] } },
    select: { id: true, type: true },
    take: imagesPerQuestion,
  });
  const images = await Promise.all(
    rows.map(async ({ id, type }) => {
      // Only the copy without location and camera is sent to the provider.
      if (!(await deps.store.stat(cleanKey(id)))) return [];
      return [{ type, base64: (await buffer(await deps.store.read(cleanKey(id)))).toString('base64') }];
    }),
  );
  return images.flat();
}
