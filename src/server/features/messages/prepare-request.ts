/** Builds the model's request for a question: system prompt, files, the conversation so far, and the user's data. */

import type { Deps } from '~/server/deps';
import { checkAnswer } from '~/server/features/citations/check-answer';
import { sourcesFollowUps } from '~/server/features/citations/pages/check-sources.job';
import { keepForAnswer } from '~/server/features/citations/pages/keep-page';
import { withPendingChecks } from '~/server/features/citations/pages/pending-checks';
import { type CollectionPassages, collectionPassages } from '~/server/features/collections/collection-passages';
import type { Background } from '~/server/features/context/background';
import { collectionRoom, inputBudget, wantedFor } from '~/server/features/context/budget';
import { buildContext } from '~/server/features/context/build-context';
import { summarizeSoon } from '~/server/features/context/summarize-conversation.job';
import { systemPrompt } from '~/server/features/context/system-prompt';
import { bookTools } from '~/server/features/figures/book-tools';
import { answerCorrector } from '~/server/features/figures/correct-answer';
import { FigureWriter } from '~/server/features/figures/figure-writer';
import { Figures } from '~/server/features/figures/figures';
import { reviewAnswer } from '~/server/features/figures/review-answer';
import { AnswerMemory } from '~/server/features/memory/memory-tools';
import { hostedSearch } from '~/server/features/mirror/hosted-search';
import { readFactsIfDoubtful } from '~/server/features/models/read-facts.job';
import { suggestFollowUp } from '~/server/features/suggested-questions/suggest-questions.job';
import { titleFollowUp } from '~/server/features/titles/title-conversation.job';
import { untilRead } from '~/server/features/uploads/read-upload';
import type { AddressGuard } from '~/server/features/web/address-guard';
import { HostedWeb } from '~/server/features/web/hosted-web';
import { withPrivateResults } from '~/server/features/web/private-results';
import { webOf } from '~/server/features/web/web.service';
import { WebSession } from '~/server/features/web/web-session';
import { webTools } from '~/server/features/web/web-tools';
import type { Library } from '~/server/generation/library';
import type { ChosenModel } from '~/server/generation/model-catalog';
import type { BegunAnswer, PreparedAnswer } from '~/server/generation/prepared-answer';
import { joinTools } from '~/server/providers/llm/join-tools';
import { countSubjectWords } from '~/server/retrieval/question-words';
import type { AnswerSources } from '~/shared/answer-sources';
import { ContinuedWriter, continuedAnswer, fitBegun } from './continued-answer';
import { conversationLibrary } from './conversation-library';
import { FileShelf } from './file-shelf';
import { offerFileTools } from './file-tools';
import { foundBy, usedBy, usedCollections, watched } from './hosted-answer';

/** How much of a conversation the offline analyst looks at, which has no window of its own. */
const offlineWindowTokens = 32_768;

/** How many tokens of a conversation are worth reading for a model. */
export const windowOf = ({ model, limits }: ChosenModel): number =>
  model.isConnected ? limits.contextTokens : offlineWindowTokens;

export interface Question {
  conversationId: string;
  questionId: string;
  /** The message before it on its branch; null for a first one. */
  parentId: string | null;
  content: string;
  userId: string;
  /** Files attached to the question. */
  objectIds: readonly string[];
  timeZone?: string | null | undefined;
  /** What the answer may draw on; everything without it. */
  sources?: AnswerSources | null | undefined;
  /** The cut answer that is continued. */
  begun?: BegunAnswer | undefined;
}

/** The file tools that are offered, and the passages of collections in the room that is left. */
async function drawOnFiles(
  shelf: FileShelf,
  { model, limits: all }: ChosenModel,
  collections: CollectionPassages,
  { content, hasFiles, guard }: { content: string; hasFiles: boolean; guard: AddressGuard | undefined },
) {
  const tools = await offerFileTools(shelf, all, (text) => guard?.keepPrivate(text));
  const limits = { ...all, contextTokens: all.contextTokens - (tools?.room ?? 0) };
  const room = collectionRoom(inputBudget(limits, model.tokenFactor), hasFiles);
  return { tools, limits, passages: await collections.find(content, wantedFor(room)) };
}

function promptOf(
  question: Question,
  background: Background,
  facts: Pick<Parameters<typeof systemPrompt>[0], 'canSearch' | 'onlyFiles' | 'hasFiles' | 'seesImages'>,
) {
  return systemPrompt({
    now: new Date(),
    timeZone: question.timeZone ?? undefined,
    ...facts,
    customInstructions: background.customInstructions,
    memory: background.memory ?? [],
    project: background.project,
  });
}

/** The conversation so far and the question, without what is stored beside the texts. */
const turnsOf = ({ history }: Background, content: string) =>
  [...history, { role: 'user' as const, content }].map(({ role, content }) => ({ role, content }));

function followUpsOf(deps: Deps, chosen: ChosenModel, question: Question): NonNullable<PreparedAnswer['followUps']> {
  const { conversationId, parentId } = question;
  return (messageId, citations) => {
    readFactsIfDoubtful(deps, chosen);
    return [
      ...sourcesFollowUps(messageId, citations),
      suggestFollowUp({ messageId, modelId: chosen.id }),
      ...(parentId === null ? [titleFollowUp({ conversationId, messageId, modelId: chosen.id })] : []),
    ];
  };
}

/**
 * Waits for the question's files to be read; `signal` ends the waiting. Changes nothing before the answer begins: the
 * question may not be stored yet, and may be rejected.
 */
export async function prepareRequest(
  deps: Deps,
  chosen: ChosenModel,
  background: Background,
  question: Question,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const { begun } = question;
  const prepared = await prepareNew(deps, fitBegun(chosen, begun), background, question, signal);
  return begun ? continuedAnswer(prepared, begun, chosen) : prepared;
}

async function prepareNew(
  deps: Deps,
  chosen: ChosenModel,
  background: Background,
  question: Question,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const { model } = chosen;
  const { conversationId, questionId, content, objectIds, userId } = question;
  await untilRead(deps, objectIds, signal);
  const library = conversationLibrary(deps, conversationId, questionId);
  const hasFiles = objectIds.length > 0 || background.history.some((turn) => turn.hasFiles);
  const seesImages = chosen.abilities.images !== false;
  const { sources = 'web' } = question;
  const isWebOff = sources === 'offline' || sources === 'files';
  const onlyFiles = sources === 'files';
  const web = isWebOff ? 'none' : await webOf(deps, chosen);
  const prompt = promptOf(question, background, { canSearch: web !== 'none', onlyFiles, hasFiles, seesImages });
  const collections = collectionPassages(deps, question);
  const shelf = new FileShelf(deps, question, collections);
  const session = web === 'own' ? webSessionFor(chosen, background, content) : null;
  const hostedWeb = session ? null : new HostedWeb();
  session?.guard.keepPrivate(prompt);
  // Neither waits for the other: the first word waits for the slowest.
  const [hosted, ofFiles] = await Promise.all([
    hostedSearch(deps, chosen, question),
    model.isConnected ? drawOnFiles(shelf, chosen, collections, { content, hasFiles, guard: session?.guard }) : null,
  ]);
  const figures = new Figures();
  const figureWriter = new FigureWriter(figures);
  const writer = question.begun ? new ContinuedWriter(question.begun.text, figureWriter) : figureWriter;
  const cite: PreparedAnswer['cite'] = async (text, citations) => {
    const elsewhere = await foundBy(hosted, collections, writer, { text, questionId });
    const ofWeb = withPendingChecks(citations);
    if (!hasFiles && !elsewhere) return ofWeb;
    return checkAnswer(deps, { questionId, text, citations: ofWeb, ...elsewhere, isByModel: model.isConnected });
  };
  // The offline analyst writes figures and advice itself, out of the library, and reads files there.
  if (!ofFiles) {
    const turns = turnsOf(background, content);
    return {
      model,
      request: { systemPrompt: prompt, turns, library: withCollections(library, collections), onlyFiles },
      cite,
      review: async (_text, citations) => usedCollections(collections.used(citations)),
    };
  }
  const { tools, limits, passages } = ofFiles;
  const book = onlyFiles ? [] : [withPrivateResults(bookTools(deps, figures), session?.guard)];
  const memory = memoryOf(deps, background, question, hasFiles);
  const { request, metadata, given, wholeIds, isNearlyFull } = await buildContext(deps, {
    conversationId,
    questionId,
    content,
    hasFiles,
    seesImages,
    library,
    background,
    limits,
    tokenFactor: model.tokenFactor,
    systemPrompt: prompt,
    tools: joinTools(
      ...[...book, ...(tools ? [tools.set] : []), ...(session ? [webTools(deps, session)] : [])].map(
        (set) => memory?.watched(set) ?? set,
      ),
      ...(memory && passages.length === 0 && !hosted ? [memory.tools()] : []),
    ),
    passages,
  });
  shelf.give(given, wholeIds);
  if (question.begun) session?.guard.keepPrivate(question.begun.text);
  for (const turn of request.turns) session?.guard.keepPrivate(turn.content);
  return {
    model: watched(model, { web: hostedWeb, hosted, memory }),
    async begin(messageId) {
      if (isNearlyFull) summarizeSoon(deps, { conversationId, userId, modelId: chosen.id });
      session?.keepWith(keepForAnswer(deps, messageId));
    },
    request: { ...request, isWebOff, ...(hosted && { hostedCollections: hosted.collectionIds }) },
    rewrite: writer,
    review: async (text, citations) => ({
      ...(await usedBy(hosted, collections)),
      ...(await reviewAnswer(deps, { question: content, text, citations, writer, figures })),
      ...metadata,
      ...(session?.metadata ?? hostedWeb?.metadata(citations)),
      ...memory?.metadata(),
    }),
    cite,
    correct: answerCorrector(deps, {
      chosen,
      userId,
      question: content,
      figures,
      writer: figureWriter,
      cite,
      ...(book[0] && { tools: book[0] }),
    }),
    followUps: followUpsOf(deps, chosen, question),
  };
}

/** Absent where memory is off, or where the request contains text that the user has not written. */
function memoryOf(
  deps: Deps,
  { memory, hasForeignText, summary }: Background,
  { userId, conversationId }: Question,
  hasFiles: boolean,
): AnswerMemory | null {
  if (!memory || hasForeignText || hasFiles || summary) return null;
  return new AnswerMemory(deps, { userId, conversationId, facts: memory });
}

/** Only addresses in the user's own messages may be read as they are: an earlier answer may repeat what a page said. */
function webSessionFor(
  { limits }: ChosenModel,
  { history, customInstructions, memory, project }: Background,
  content: string,
) {
  const session = new WebSession(limits.contextTokens);
  session.guard.allowIn(content);
  for (const turn of history) if (turn.role === 'user') session.guard.allowIn(turn.content);
  if (customInstructions) session.guard.keepPrivate(customInstructions);
  for (const { text } of memory ?? []) session.guard.keepPrivate(text);
  if (project) session.guard.keepPrivate(project.customInstructions);
  return session;
}

/** A question of so few words has little that a passage could share: one of them is enough for the offline analyst. */
const shortQuestion = 3;

/** Passages of the conversation's files and of collections, best first. */
const withCollections = (library: Library, collections: CollectionPassages): Library => ({
  ...library,
  async passages(query, limit, wholePages) {
    const found = await Promise.all([
      library.passages(query, limit, wholePages),
      collections.find(query, {
        limit,
        wholePages,
        ...(countSubjectWords(query) <= shortQuestion && { leastTerms: 1 }),
      }),
    ]);
    const best = found
      .flat()
      .sort((a, b) => b.rank - a.rank)
      .slice(0, limit);
    collections.give(best);
    return best;
  },
});
