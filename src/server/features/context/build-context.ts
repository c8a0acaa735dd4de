/**
 * Builds the request for a connected model within its context window. The message and its files come first, earlier
 * messages get the rest. Whatever does not fit is excerpted or summarized, and the answer's metadata reports it.
 */
import type { Deps } from '~/server/deps';
import type { AnswerRequest, FileTexts, Library, Passage } from '~/server/generation/library';
import { sha256 } from '~/server/lib/hash';
import { maxTokens } from '~/server/lib/tokens/count-tokens';
import { tokensAbout } from '~/server/lib/tokens/tokens-about';
import type { ModelLimits, ModelTools, ModelTurn } from '~/server/providers/llm/types';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { assembleRequest } from './assemble-request';
import type { Background } from './background';
import { collectionRoom, inputBudget, tokensPerTurn } from './budget';
import { type ConversationFile, type FileContext, readFiles } from './file-context';
import { boundaryOf } from './file-frame';
import { type FittedHistory, fitHistory } from './fit-history';
import { withFileNames } from './notes';
import { fitPassages } from './passage-context';
import { type ConversationImages, imageNotesOf, readImages, tokensPerImage } from './read-images';
import { tokensPerFrame, tokensPerGap, tokensPerSummary } from './token-costs';
import { announceCount, type Countable, messageText, sizesOf } from './token-sizes';

/** Minimum share of the room for earlier messages if files would fill it. */
const historyPart = 1 / 4;
const imagePart = 1 / 2;

export interface ContextInput {
  conversationId: string;
  questionId: string;
  content: string;
  /** The words by which passages of long files are chosen. */
  query: string;
  hasFiles: boolean;
  /** False for a model known not to support images. */
  seesImages: boolean;
  limits: ModelLimits;
  /** The endpoint's tokens per token of ours. */
  tokenFactor?: number | undefined;
  systemPrompt: string;
  personalization: string;
  tools: ModelTools;
  library: Library & FileTexts;
  background: Background;
  /** Passages of collections that match the message, best first. */
  passages: readonly Passage[];
}

export interface BuiltContext {
  request: AnswerRequest;
  metadata: Pick<MessageMetadata, 'summarizedMessages' | 'omittedMessages'>;
  /** The passages of collections and long files that fit. */
  givenPassages: Passage[];
  /** The files that fit whole. */
  wholeIds: string[];
  /** Whether older turns should be summarized before the next message. */
  isNearlyFull: boolean;
  /** Tokens that earlier messages may take in requests like this one. */
  historyRoom: number;
  /** Tokens of the budget that are not used. */
  leftTokens: number;
}

export async function buildContext(deps: Deps, input: ContextInput): Promise<BuiltContext> {
  const { background, content, systemPrompt, personalization, tools, library } = input;
  const budget = inputBudget(input.limits, input.tokenFactor);
  const toolText = [tools.instructions, ...tools.list.map(describe)].join('\n');
  if (certainlyFits(input, toolText, budget)) return shortContext(input, toolText, budget);
  announceCount(input.conversationId);
  const questionText = messageText(input.questionId, content);
  const sizes = await measure(background, [
    ofOwnText(systemPrompt),
    ofOwnText(personalization),
    ofOwnText(toolText),
    questionText,
  ]);
  const fitting = await fitParts(deps, input, sizes, budget);
  const { images, collections, files, fitted, historyRoom, leftTokens, tokens } = fitting;
  const request = assembleRequest({
    systemPrompt,
    personalization,
    tools,
    library,
    summary: fitted.summary,
    omittedMessages: fitted.omittedMessages,
    history: withImages(fitted, images),
    // The same text as in the next requests, where it is an earlier message.
    question: [
      withFileNames(content, files.newNames),
      images.leftOut > 0 && `(${images.leftOut} more images did not fit.)`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    images: images.byMessage.get(input.questionId) ?? [],
    boundary: boundaryOf(input.conversationId),
    lastingFiles: files.files.filter(({ isLasting }) => isLasting),
    files: [...files.files.filter(({ isLasting }) => !isLasting), ...collections.files],
  });
  const counted = countedTokens(background, sizes, fitted);
  return {
    request: {
      ...request,
      ...(counted !== null && images.count === 0 && { countedTokens: counted + tokens }),
    },
    metadata: metadataOf(fitted),
    givenPassages: [...collections.givenPassages, ...files.givenPassages],
    wholeIds: files.wholeIds,
    isNearlyFull: fitted.isNearlyFull,
    historyRoom,
    leftTokens,
  };
}

/** Everything is sent, and nothing needs to be counted. */
function shortContext(input: ContextInput, toolText: string, budget: number): BuiltContext {
  const { background, content, systemPrompt, personalization, tools, library } = input;
  const history = background.history.map(({ role, content }) => ({ role, content }));
  const request = assembleRequest({
    systemPrompt,
    personalization,
    tools,
    library,
    history,
    question: content,
    images: [],
    boundary: '',
    lastingFiles: [],
    files: [],
  });
  const texts = [systemPrompt, personalization, toolText, content, ...history.map((turn) => turn.content)];
  const leftTokens = budget - texts.reduce((sum, text) => sum + tokensAbout(text) + tokensPerTurn, 0);
  return {
    request,
    metadata: {},
    givenPassages: [],
    wholeIds: [],
    isNearlyFull: false,
    historyRoom: budget,
    leftTokens,
  };
}

/** Images, passages of collections and files, then messages in the remaining room. `tokens` excludes messages. */
async function fitParts(deps: Deps, input: ContextInput, sizes: Sizes, budget: number) {
  const { background, query, library, questionId, hasFiles } = input;
  const availableTokens = budget - sizes.fixed - tokensPerTurn;
  const images =
    hasFiles && input.seesImages ? await readImages(deps, questionId, availableTokens * imagePart) : noImages;
  const textRoom = availableTokens - images.count * tokensPerImage;
  const collections = await fitPassages(input.passages, collectionRoom(textRoom, hasFiles));
  // Files can be in two places: whole ones before the messages, excerpts and passages behind the question.
  const frame = (hasFiles ? tokensPerFrame : 0) + (hasFiles || collections.files.length > 0 ? tokensPerFrame : 0);
  const leftRoom = textRoom - collections.tokens - frame - tokensOfNotes(background);
  const historyTokens = sizes.turns.reduce((sum, size) => sum + size + tokensPerTurn, 0);
  const reserved = Math.floor(leftRoom * historyPart);
  const fileRoom = leftRoom - Math.min(historyTokens, reserved);
  // Which messages are sent is known after the files, so room is kept for the longest notes.
  const notes = imageNotesOf(images, questionId, () => false);
  const files = hasFiles ? await readFiles(library, query, fileRoom, notes) : noFiles;
  const left = leftRoom - files.tokens;
  const historyRoom = Math.max(0, left, reserved);
  const fitted = fitHistory(background, sizes, left, historyRoom);
  const shown = imageNotesOf(images, questionId, (id) => fitted.turns.some((turn) => turn.id === id));
  const noted = files.files.map((file) => withImageNote(file, notes, shown));
  const tokens = collections.tokens + frame + files.tokens;
  const leftTokens = left - fitted.tokens;
  return { images, collections, files: { ...files, files: noted }, fitted, historyRoom, leftTokens, tokens };
}

type Notes = ReadonlyMap<string, string>;
function withImageNote(file: ConversationFile, before: Notes, after: Notes): ConversationFile {
  const [first, then] = [before.get(file.objectId), after.get(file.objectId)];
  return first && then ? { ...file, note: file.note?.replace(first, () => then) } : file;
}

/** Room for what is put around the summary, and for the note about messages that are left out. */
const tokensOfNotes = ({ history, summary }: Background): number =>
  (summary ? tokensPerSummary : 0) + (history.length > 0 ? tokensPerGap : 0);

const noFiles: FileContext = { files: [], givenPassages: [], wholeIds: [], newNames: [], tokens: 0 };
const noImages: ConversationImages = { byMessage: new Map(), count: 0, leftOut: 0, places: new Map() };
const describe = ({ name, description, parameters }: ModelTools['list'][number]) =>
  `${name}\n${description}\n${JSON.stringify(parameters)}`;

/** Skips counting for short conversations: no text has more tokens than bytes. */
function certainlyFits(
  { background, hasFiles, passages, content, systemPrompt, personalization }: ContextInput,
  toolText: string,
  budget: number,
) {
  if (hasFiles || passages.length > 0 || background.unreadMessages > 0) return false;
  const turns = background.history.reduce((sum, turn) => sum + maxTokens(turn.content) + tokensPerTurn, 0);
  const texts = [content, systemPrompt, personalization, toolText];
  return turns + tokensPerTurn + texts.reduce((sum, text) => sum + maxTokens(text), 0) <= budget;
}

type Sizes = Awaited<ReturnType<typeof measure>>;

/** Prompts and tools stay the same between messages, so their counts can be cached. */
const ofOwnText = (text: string): Countable => ({ key: sha256(text), text });

async function measure({ history, summary }: Background, fixedTexts: readonly Countable[]) {
  const counted = await sizesOf([
    ...fixedTexts,
    ofOwnText(summary?.content ?? ''),
    ...history.map(({ id, content, fileNames }) => messageText(id, withFileNames(content, fileNames))),
  ]);
  const fixed = counted.slice(0, fixedTexts.length).reduce((sum, size) => sum + size, 0);
  return { fixed, summary: counted[fixedTexts.length] ?? 0, turns: counted.slice(fixedTexts.length + 1) };
}

/** Tokens of everything except files; null if messages or the summary were cut. */
function countedTokens({ history, summary }: Background, sizes: Sizes, { turns, summary: sent }: FittedHistory) {
  const from = history.length - turns.length;
  if (turns.some((turn, index) => turn !== history[from + index])) return null;
  if (sent !== undefined && sent !== summary?.content) return null;
  const ofTurns = sizes.turns.slice(from).reduce((sum, size) => sum + size + tokensPerTurn, 0);
  return sizes.fixed + tokensPerTurn + ofTurns + (sent === undefined ? 0 : sizes.summary + tokensPerSummary);
}

function withImages({ turns }: FittedHistory, { byMessage }: ConversationImages): ModelTurn[] {
  return turns.map(({ id, role, content, fileNames }) => {
    const images = byMessage.get(id);
    return { role, content: withFileNames(content, fileNames), ...(images && { images }) };
  });
}

const metadataOf = ({ summarizedMessages, omittedMessages }: FittedHistory): BuiltContext['metadata'] => ({
  ...(summarizedMessages > 0 && { summarizedMessages }),
  ...(omittedMessages > 0 && { omittedMessages }),
});
