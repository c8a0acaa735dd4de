/** Gathers the sources of an answer before its model is called. */
import type { Deps } from '~/server/deps';
import { type CollectionPassages, collectionPassages } from '~/server/features/collections/collection-passages';
import type { Background } from '~/server/features/context/background';
import { collectionRoom, inputBudget, passageLimitsFor } from '~/server/features/context/budget';
import { personalization, systemPrompt } from '~/server/features/context/system-prompt';
import { FigureWriter } from '~/server/features/figures/figure-writer';
import { Figures } from '~/server/features/figures/figures';
import { hostedSearch } from '~/server/features/mirror/hosted-search';
import { waitForFiles } from '~/server/features/uploads/read-upload';
import { HostedWeb } from '~/server/features/web/hosted-web';
import { webOf } from '~/server/features/web/web.service';
import { WebSession } from '~/server/features/web/web-session';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import type { PartialAnswer } from '~/server/generation/prepared-answer';
import { searchQuery } from '~/server/retrieval/search-query';
import type { AnswerSources } from '~/shared/answer-sources';
import { ContinuedWriter } from './continued-answer';
import { conversationLibrary } from './conversation-library';
import { offerFileTools } from './file-tools';
import { ToolFiles } from './tool-files';

export interface Question {
  conversationId: string;
  questionId: string;
  /** The message before it on its branch; null for the first one. */
  parentId: string | null;
  content: string;
  userId: string;
  /** Files attached to the message. */
  objectIds: readonly string[];
  timeZone?: string | null | undefined;
  /** The kinds of sources that the answer may use; all if absent. */
  sources?: AnswerSources | null | undefined;
  /** The cut-off answer to continue. */
  partial?: PartialAnswer | undefined;
}

export type AnswerInputs = Awaited<ReturnType<typeof gatherInputs>>;
export type FileInputs = NonNullable<AnswerInputs['fromFiles']>;

/** Waits until the message's files are processed; `signal` ends the wait. */
export async function gatherInputs(
  deps: Deps,
  chosen: ChosenModel,
  background: Background,
  question: Question,
  signal: AbortSignal,
) {
  const { conversationId, questionId, content } = question;
  await waitForFiles(deps, question.objectIds, signal);
  const scope = await scopeOf(deps, chosen, background, question);
  const prompt = promptOf(question, {
    ...scope,
    hasFiles: scope.mayHaveFiles,
    canSearch: scope.web !== 'none',
  });
  const collections = collectionPassages(deps, { ...question, hasCollections: background.hasCollections });
  const toolFiles = new ToolFiles(deps, question, collections);
  const session = scope.web === 'own' ? webSessionFor(chosen, background, content) : null;
  const { hasFiles, mayHaveFiles } = scope;
  const query = queryOf(question, background);
  const fileQuery = { query, hasFiles, mayHaveFiles, session };
  // In parallel, because the first word has to wait for the slowest.
  const [hosted, fromFiles] = await Promise.all([
    hostedSearch(deps, chosen, question),
    chosen.model.isConnected ? collectFromFiles(toolFiles, chosen, collections, fileQuery) : null,
  ]);
  const figures = new Figures();
  const figureWriter = new FigureWriter(figures);
  return {
    chosen,
    background,
    question,
    scope,
    /** For the search of passages. */
    query,
    systemPrompt: prompt,
    personalization: personalization({ ...background, memory: background.memory ?? [] }),
    library: conversationLibrary(deps, conversationId, questionId),
    collections,
    toolFiles,
    /** For a model that searches with our tools. */
    session,
    /** For a model with its own search, or without any. */
    hostedWeb: session ? null : new HostedWeb(question.partial?.metadata.citations),
    hosted,
    /** Null for the offline analyst. */
    fromFiles,
    figures,
    figureWriter,
    writer: question.partial ? new ContinuedWriter(question.partial.text, figureWriter) : figureWriter,
  };
}

/** A message with files of its own is about these. */
const queryOf = ({ content, objectIds }: Question, { history }: Background) =>
  objectIds.length > 0
    ? content
    : searchQuery(
        content,
        history.flatMap((turn) => (turn.role === 'user' ? [turn.content] : [])),
      );

/** Which kinds of sources the answer may use, and which the conversation has. */
async function scopeOf(deps: Deps, chosen: ChosenModel, background: Background, question: Question) {
  const { sources = 'web', objectIds } = question;
  const onlyFiles = sources === 'files';
  const isWebOff = sources === 'offline' || onlyFiles;
  const hasFiles = objectIds.length > 0 || background.history.some((turn) => turn.hasFiles);
  return {
    onlyFiles,
    isWebOff,
    web: isWebOff ? ('none' as const) : await webOf(deps, chosen),
    hasFiles,
    /** Messages that were not loaded may have files. The file tools find these, and an answer may quote them. */
    mayHaveFiles: hasFiles || background.unreadMessages > 0,
    seesImages: chosen.abilities.images !== false,
  };
}

interface FileQuery {
  query: string;
  hasFiles: boolean;
  /** Messages that were not loaded may have files. */
  mayHaveFiles: boolean;
  session: WebSession | null;
}

/** The file tools, and the passages of collections that fit into the remaining tokens. */
async function collectFromFiles(
  toolFiles: ToolFiles,
  { model, limits: all }: ChosenModel,
  collections: CollectionPassages,
  { query, hasFiles, mayHaveFiles, session }: FileQuery,
) {
  const documents = collections.documents();
  const preloaded = { hasOwn: mayHaveFiles, documents };
  const tools = await offerFileTools(toolFiles, all, (text) => session?.guard.addSecret(text), preloaded);
  const limits = {
    ...all,
    contextTokens: all.contextTokens - (tools?.tokenLimit ?? 0) - (session?.reservedTokens ?? 0),
  };
  const tokenBudget = collectionRoom(inputBudget(limits, model.tokenFactor), hasFiles);
  const passages = await collections.find(query, { ...passageLimitsFor(tokenBudget), among: await documents });
  return { tools, limits, passages };
}

function promptOf(
  question: Question,
  facts: Pick<Parameters<typeof systemPrompt>[0], 'canSearch' | 'onlyFiles' | 'hasFiles' | 'seesImages'>,
) {
  return systemPrompt({
    now: new Date(),
    timeZone: question.timeZone ?? undefined,
    ...facts,
  });
}

/**
 * Only URLs in the user's own messages may be fetched directly, because an earlier answer may repeat text from a page.
 */
function webSessionFor(
  { limits }: ChosenModel,
  { history, customInstructions, memory, project }: Background,
  content: string,
) {
  const session = new WebSession(limits.contextTokens);
  session.guard.allowIn(content);
  for (const turn of history) if (turn.role === 'user') session.guard.allowIn(turn.content);
  if (customInstructions) session.guard.addSecret(customInstructions);
  for (const { text } of memory ?? []) session.guard.addSecret(text);
  if (project) session.guard.addSecret(`${project.name}\n${project.customInstructions}`);
  return session;
}
