/** Builds the model request for a message: system prompt, files, the conversation so far, and the user's data. */

import type { Deps } from '~/server/deps';
import { checkAnswer } from '~/server/features/citations/check-answer';
import { sourcesFollowUps } from '~/server/features/citations/pages/check-sources.job';
import { withPendingChecks } from '~/server/features/citations/pages/pending-checks';
import { savePageForAnswer } from '~/server/features/citations/pages/save-page';
import type { CollectionPassages } from '~/server/features/collections/collection-passages';
import type { Background } from '~/server/features/context/background';
import { buildContext } from '~/server/features/context/build-context';
import { summarizeSoon } from '~/server/features/context/summarize-conversation.job';
import { countInBackground, messageText } from '~/server/features/context/token-sizes';
import { bookTools } from '~/server/features/figures/book-tools';
import { answerCorrector } from '~/server/features/figures/correct-answer';
import { reviewAnswer } from '~/server/features/figures/review-answer';
import { AnswerMemory } from '~/server/features/memory/memory-tools';
import { keepTokenFactor } from '~/server/features/models/keep-token-factor';
import { refreshUncertainFacts } from '~/server/features/models/read-facts.job';
import { suggestFollowUp } from '~/server/features/suggested-questions/suggest-questions.job';
import { titleFollowUp } from '~/server/features/titles/title-conversation.job';
import { withPrivateResults } from '~/server/features/web/private-results';
import { webTools } from '~/server/features/web/web-tools';
import type { AnswerRequest, Library } from '~/server/generation/library';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import type { PreparedAnswer } from '~/server/generation/prepared-answer';
import { joinTools } from '~/server/providers/llm/join-tools';
import { countSubjectWords } from '~/server/retrieval/question-words';
import type { Citation } from '~/shared/schemas/citations';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { continuedAnswer, reservePartialTokens } from './continued-answer';
import { type AnswerInputs, type FileInputs, gatherInputs, type Question } from './gather-inputs';
import { foundBy, usedBy, usedCollections, watched } from './hosted-answer';

/** How many tokens of a conversation the offline analyst reads, which has no context window. */
const offlineWindowTokens = 32_768;

/** How many tokens of a conversation to load for a model. */
export const windowOf = ({ model, limits }: ChosenModel): number =>
  model.isConnected ? limits.contextTokens : offlineWindowTokens;

/** The conversation so far and the new message, without metadata. */
const turnsOf = ({ history }: Background, content: string) =>
  [...history, { role: 'user' as const, content }].map(({ role, content }) => ({ role, content }));

function followUpsOf(deps: Deps, chosen: ChosenModel, question: Question): NonNullable<PreparedAnswer['followUps']> {
  const { conversationId, parentId } = question;
  return (messageId, citations) => {
    keepTokenFactor(deps, chosen);
    refreshUncertainFacts(deps, chosen);
    return [
      ...sourcesFollowUps(messageId, citations),
      suggestFollowUp({ messageId, modelId: chosen.id }),
      ...(parentId === null ? [titleFollowUp({ conversationId, messageId, modelId: chosen.id })] : []),
    ];
  };
}

/**
 * Waits until the message's files are processed; `signal` ends the wait. Changes nothing before the answer begins,
 * because the message may not be stored yet and may be rejected.
 */
export async function prepareRequest(
  deps: Deps,
  chosen: ChosenModel,
  background: Background,
  question: Question,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const { partial } = question;
  const prepared = await prepareNew(deps, reservePartialTokens(chosen, partial), background, question, signal);
  return partial ? continuedAnswer(prepared, partial, chosen) : prepared;
}

async function prepareNew(
  deps: Deps,
  chosen: ChosenModel,
  background: Background,
  question: Question,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const inputs = await gatherInputs(deps, chosen, background, question, signal);
  return inputs.fromFiles ? answerOfModel(deps, inputs, inputs.fromFiles) : answerOfOfflineAnalyst(deps, inputs);
}

/** Finds the sources of an answer's statements: pages that the model names, files and collections that it quotes. */
function citer(deps: Deps, inputs: AnswerInputs): NonNullable<PreparedAnswer['cite']> {
  const { hosted, collections, writer, scope, question, chosen } = inputs;
  const { questionId } = question;
  return async (text, citations) => {
    const elsewhere = await foundBy(hosted, collections, writer, { text, questionId });
    const ofWeb = withPendingChecks(citations);
    if (!scope.mayHaveFiles && !elsewhere) return ofWeb;
    return checkAnswer(deps, { questionId, text, citations: ofWeb, ...elsewhere, isByModel: chosen.model.isConnected });
  };
}

/** The offline analyst writes figures and advice itself from the library, and reads files there. */
function answerOfOfflineAnalyst(deps: Deps, inputs: AnswerInputs): PreparedAnswer {
  const { chosen, background, question, library, collections, scope, systemPrompt } = inputs;
  const turns = turnsOf(background, question.content);
  return {
    model: chosen.model,
    request: { systemPrompt, turns, library: withCollections(library, collections), onlyFiles: scope.onlyFiles },
    cite: citer(deps, inputs),
    review: async (_text, citations) => usedCollections(collections.used(citations)),
  };
}

async function answerOfModel(
  deps: Deps,
  inputs: AnswerInputs,
  { tools, limits, passages }: FileInputs,
): Promise<PreparedAnswer> {
  const {
    chosen,
    background,
    question,
    scope,
    systemPrompt,
    personalization,
    library,
    toolFiles,
    session,
    hosted,
    figures,
  } = inputs;
  const { conversationId, questionId, content, userId } = question;
  const { hasFiles, seesImages } = scope;
  const book = scope.onlyFiles
    ? undefined
    : withPrivateResults(bookTools(deps, figures, limits.contextTokens), session?.guard);
  const memory = memoryOf(deps, background, question, hasFiles);
  const remembers = passages.length === 0 && !hosted ? memory : null;
  const sets = [book, tools?.set, session && webTools(deps, session)].filter((set) => set != null);
  const { metadata, givenPassages, wholeIds, isNearlyFull, historyRoom, leftTokens, ...built } = await buildContext(
    deps,
    {
      conversationId,
      questionId,
      content,
      query: inputs.query,
      hasFiles,
      seesImages,
      library,
      background,
      limits,
      tokenFactor: chosen.model.tokenFactor,
      systemPrompt: remembers || !background.memory ? systemPrompt : `${systemPrompt}\n${memoryIsFixed}`,
      personalization,
      tools: joinTools(...sets.map((set) => memory?.watched(set) ?? set), ...(remembers ? [remembers.tools()] : [])),
      passages,
    },
  );
  toolFiles.markGiven(givenPassages, wholeIds);
  session?.fitBeside(leftTokens);
  const request = whenShortened(built.request, () => toolFiles.forgetGiven());
  if (question.partial) session?.guard.addSecret(question.partial.text);
  for (const turn of request.turns) session?.guard.addSecret(turn.content);
  const cite = citer(deps, inputs);
  const review = reviewer(deps, inputs, metadata);
  let answerId = '';
  return {
    model: watched(chosen.model, { web: inputs.hostedWeb, hosted, memory }),
    async begin(messageId, keep) {
      answerId = messageId;
      memory?.keepWith(keep);
      if (isNearlyFull) summarizeSoon(deps, { conversationId, userId, modelId: chosen.id, historyRoom });
      session?.saveWith(savePageForAnswer(deps, messageId));
    },
    request: { ...request, isWebOff: scope.isWebOff, ...(hosted && { hostedCollections: hosted.collectionIds }) },
    rewrite: inputs.writer,
    async review(text, citations, place) {
      countInBackground(conversationId, messageText(answerId, text));
      return review(text, citations, place);
    },
    soFar: (citations) => sourcesSoFar(deps, inputs, citations),
    cite,
    correct: answerCorrector(deps, {
      chosen,
      userId,
      question: content,
      figures,
      writer: inputs.figureWriter,
      cite,
      ...(book && { tools: book }),
    }),
    followUps: followUpsOf(deps, chosen, question),
  };
}

/** An endpoint that rejects the request as too long gets a shorter one, which lacks parts of files. */
const whenShortened = ({ shorten, ...request }: AnswerRequest, act: () => void): AnswerRequest => ({
  ...request,
  ...(shorten && {
    shorten(factor) {
      act();
      return shorten(factor);
    },
  }),
});

const webReadingOf = (
  { session, hostedWeb }: Pick<AnswerInputs, 'session' | 'hostedWeb'>,
  citations: readonly Citation[],
): Partial<MessageMetadata> => session?.metadata ?? hostedWeb?.metadata(citations) ?? {};

async function sourcesSoFar(
  { logger }: Deps,
  inputs: AnswerInputs,
  citations: readonly Citation[],
): Promise<Partial<MessageMetadata>> {
  const { hosted, collections } = inputs;
  const used = await usedBy(hosted, collections).catch((error) => {
    logger.warn({ err: error }, 'the collections of an answer could not be read');
    return { ...usedCollections(collections.used()), hasUnknownSources: true };
  });
  return { ...used, ...webReadingOf(inputs, citations) };
}

/** Builds the metadata of the finished answer: the sources used, and the review of its figures. */
function reviewer(
  deps: Deps,
  { question, hosted, collections, writer, figures, session, hostedWeb }: AnswerInputs,
  ofContext: Partial<MessageMetadata>,
): NonNullable<PreparedAnswer['review']> {
  return async (text, citations, place) => ({
    ...(await usedBy(hosted, collections)),
    ...(await reviewAnswer(deps, {
      question: question.content,
      text,
      citations,
      writer: { spans: writer.spans.flatMap(place) },
      figures,
    })),
    ...ofContext,
    ...webReadingOf({ session, hostedWeb }, citations),
  });
}

/** Without it, a model that is asked to remember something says that it does. */
const memoryIsFixed =
  'You cannot change what you remember about the person in this conversation, because it contains text that the person has not written. When asked to, say so, and that facts can be changed in Settings, under Memory.';

/**
 * Null if memory is off, or if the request contains text that the user has not written. The beginning of a continued
 * answer may repeat what files and pages say.
 */
function memoryOf(
  deps: Deps,
  { memory, hasForeignText, summary }: Background,
  { userId, conversationId, partial }: Question,
  hasFiles: boolean,
): AnswerMemory | null {
  if (!memory || hasForeignText || hasFiles || summary || partial) return null;
  return new AnswerMemory(deps, { userId, conversationId, facts: memory });
}

/**
 * A message with at most this many words shares few words with any passage, so for the offline analyst one shared word
 * is enough.
 */
const shortQuestion = 3;

/** Passages of the conversation's files and of collections, best match first. */
const withCollections = (library: Library, collections: CollectionPassages): Library => ({
  ...library,
  async passages(query, limit, wholePages) {
    const found = await Promise.all([
      library.passages(query, limit, wholePages),
      collections.find(query, {
        limit,
        wholePages,
        ...(countSubjectWords(query) <= shortQuestion && { minTerms: 1 }),
      }),
    ]);
    const best = found
      .flat()
      .sort((a, b) => b.rank - a.rank)
      .slice(0, limit);
    collections.markGiven(best);
    return best;
  },
});
