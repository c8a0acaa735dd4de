/** Gives a model whose answer has unconfirmed figures one chance to replace them with references or to remove them. */
import type { Deps } from '~/server/deps';
import { askWithinBudget, type ModelText } from '~/server/features/usage/ask-model';
import { sumOfUsage } from '~/server/features/usage/cost';
import { placed } from '~/server/generation/answer-progress';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import type { CorrectAnswer, Correction, PreparedAnswer, WrittenAnswer } from '~/server/generation/prepared-answer';
import { tokensAbout } from '~/server/lib/tokens/tokens-about';
import { ModelError, type ModelTools } from '~/server/providers/llm/types';
import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { correctionRequest } from './correction-request';
import { FigureWriter } from './figure-writer';
import type { Figures } from './figures';
import { isBetter } from './is-better-answer';
import { movedCitations } from './moved-citations';
import { reviewAnswer } from './review-answer';

/** The share of the window for the text, which is in the request, and again in the output. */
const maxPart = 1 / 4;
/** How long readers wait for the corrected text. */
const maxWaitMs = 60_000;

interface CorrectionContext {
  chosen: ChosenModel;
  userId: string;
  question: string;
  figures: Figures;
  /** The writer of the first text. */
  writer: FigureWriter;
  /** Absent if the answer may not use the portfolio. */
  tools?: ModelTools;
  cite: NonNullable<PreparedAnswer['cite']>;
}

type SecondAnswer = Omit<WrittenAnswer, 'metadata'> & { metadata: Awaited<ReturnType<typeof reviewAnswer>> };

export function answerCorrector(deps: Deps, about: CorrectionContext, timeoutMs = maxWaitMs): CorrectAnswer {
  return async (first, correction) => {
    const { unconfirmedFigures: wrong = [] } = first.metadata;
    if (wrong.length === 0 || tokensAbout(first.content) > about.chosen.limits.contextTokens * maxPart) return first;
    correction.announce(`Checking figures – correcting ${wrong.length} figure${wrong.length === 1 ? '' : 's'}`);
    const signal = AbortSignal.any([correction.signal, AbortSignal.timeout(timeoutMs)]);
    let spent: AnswerUsage | undefined;
    const onUsage = async (usage: AnswerUsage | undefined) => {
      spent = usage;
    };
    const written = await write(deps, about, first, { ...correction, signal }, onUsage);
    const usage = sumOfUsage(first.metadata.usage, spent);
    const paid = { ...first, metadata: { ...first.metadata, ...(usage && { usage }) } };
    const second = written && (await read(deps, about, first, written));
    if (!second || correction.signal.aborted || !isBetter(first, second)) return paid;
    return { content: second.content, citations: second.citations, metadata: joined(paid, second) };
  };
}

async function write(
  deps: Deps,
  { chosen, userId, question, figures, writer, tools }: CorrectionContext,
  first: WrittenAnswer,
  { key, signal, place }: Pick<Correction, 'key' | 'signal' | 'place'>,
  onUsage: (usage: AnswerUsage | undefined) => Promise<void>,
): Promise<ModelText | null> {
  const request = {
    ...correctionRequest(question, first, figures, writer.spans.flatMap(place)),
    ...(tools && { tools }),
    sources: first.citations.flatMap(({ url, title }) => (url ? [{ url, ...(title && { title }) }] : [])),
    isWebOff: true,
  };
  const use = { key, userId, purpose: 'answer' as const, chosen };
  const maxCharacters = first.content.length * 2 + 1000;
  try {
    return await askWithinBudget(deps, use, request, signal, { maxCharacters, onUsage });
  } catch (error) {
    if (!signal.aborted && !(error instanceof ModelError)) throw error;
    deps.logger.info({ err: error, key }, 'a model could not correct its figures');
    return null;
  }
}

/** The second text as readers would see it, reviewed like the first. */
async function read(
  deps: Deps,
  { question, figures, cite }: CorrectionContext,
  first: WrittenAnswer,
  written: ModelText,
): Promise<SecondAnswer> {
  const writer = new FigureWriter(figures);
  const content = writer.push(written.text) + writer.end();
  const allCitations = [
    ...written.citations.map((citation) => placed(citation, writer)),
    ...writer.takeCitations(),
    ...movedCitations(first, content),
  ];
  const citations = await cite(content, withoutRepetitions(allCitations));
  return {
    content,
    citations,
    metadata: await reviewAnswer(deps, { question, text: content, citations, writer, figures }),
  };
}

function withoutRepetitions(citations: readonly Citation[]): Citation[] {
  const known = new Set<string>();
  return citations.filter(({ url, source, start }) => {
    const key = JSON.stringify([url ?? source, start]);
    return !known.has(key) && known.add(key);
  });
}

function joined({ content, metadata }: WrittenAnswer, second: SecondAnswer): WrittenAnswer['metadata'] {
  const { unconfirmedFigures = [], hasUnconfirmedFigures: _has, ...others } = metadata;
  const { confirmedFigures: _confirmed, citedFigures: _cited, ...kept } = others;
  const corrected = unconfirmedFigures.length - (second.metadata.unconfirmedFigures?.length ?? 0);
  return {
    ...kept,
    ...second.metadata,
    isAboutInvestments: true,
    correction: { firstText: content, figures: unconfirmedFigures, corrected },
  };
}
