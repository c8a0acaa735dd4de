/** Continues an answer that was cut off: in another version of it, which begins with the same text. */
import type { Deps } from '~/server/deps';
import { CitedAnswer } from '~/server/features/citations/pages/cited-sentences';
import type { FigureWriter } from '~/server/features/figures/figure-writer';
import { isReport } from '~/server/features/research/write-report';
import { sumOfUsage } from '~/server/features/usage/cost';
import { answerNotFound } from '~/server/generation/generation.errors';
import type { AnswerRequest } from '~/server/generation/library';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import type { AnswerRewriter, PartialAnswer, PlaceInText, PreparedAnswer } from '~/server/generation/prepared-answer';
import { AppError } from '~/server/lib/errors';
import { maxTokens } from '~/server/lib/tokens/count-tokens';
import { endInBytes } from '~/server/lib/tokens/cut-bytes';
import type { ModelLimits, ModelRequest, ModelTurn } from '~/server/providers/llm/types';
import { openFence } from '~/shared/answer-text/open-fence';
import type { Citation } from '~/shared/schemas/citations';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { joinCharacters, lastWords, repeatedStart } from './continued-text';
import { usedCollections } from './hosted-answer';

/** Share of the context window for the earlier text. */
const earlierPart = 1 / 4;
/** Fewer than most texts have in any script. */
const bytesPerToken = 3;

/** The user's cut-off answer. Throws if it can't be continued. */
export async function readPartialAnswer(
  deps: Pick<Deps, 'db'>,
  userId: string,
  messageId: string,
  { model }: ChosenModel,
): Promise<PartialAnswer> {
  const stored = await deps.db.message.findFirst({
    where: { id: messageId, role: 'assistant', conversation: { userId } },
    select: { id: true, parentId: true, content: true, metadata: true },
  });
  const [row] = await deps.db.texts.openMessages(stored ? [stored] : []);
  if (!row) throw answerNotFound();
  const metadata = row.metadata as MessageMetadata;
  const isCut = !metadata.processing && metadata.status !== undefined && metadata.status !== 'complete';
  if (!isCut || row.content.trim() === '')
    throw new AppError('conflict', 'Only an answer that was stopped or cut off can be continued.');
  if (metadata.researchId || (await isReport(deps, userId, row.parentId)))
    throw new AppError('conflict', "A research report can't be continued. Regenerate it instead.");
  if (!model.isConnected)
    throw new AppError('conflict', "The offline analyst can't continue an answer. Regenerate it instead.");
  // The status of the continued answer no longer shows it.
  const hasUnknownSources = metadata.hasUnknownSources || metadata.isUnreviewed || metadata.status === 'interrupted';
  return { text: row.content, metadata: { ...metadata, ...(hasUnknownSources && { hasUnknownSources }) }, sumOfUsage };
}

/** The model with its context window reduced by the earlier text. */
export function reservePartialTokens(chosen: ChosenModel, partial: PartialAnswer | undefined): ChosenModel {
  if (!partial) return chosen;
  const { limits } = chosen;
  const used = Math.ceil(maxTokens(sentPart(partial.text, limits)) / bytesPerToken);
  return { ...chosen, limits: { ...limits, contextTokens: limits.contextTokens - used } };
}

/** Only the end of a very long text, because the continuation depends on that. */
const sentPart = (text: string, { contextTokens }: ModelLimits): string =>
  endInBytes(text, contextTokens * earlierPart * bytesPerToken);

/**
 * The request with the end of the earlier text, `part`, as the model's own. Not every endpoint continues the last
 * assistant message.
 */
function continuedRequest<Request extends ModelRequest>(request: Request, text: string, part: string): Request {
  const turns: ModelTurn[] = [
    { role: 'assistant', content: part },
    { role: 'user', content: instruction(text) },
  ];
  const { shorten, countedTokens: _counted, ...rest } = request;
  return {
    ...(rest as Request),
    turns: [...request.turns, ...turns],
    ...(shorten && {
      shorten: (factor: number) =>
        continuedRequest(shorten(factor), text, part.slice(Math.floor(part.length * (1 - factor))).toWellFormed()),
    }),
  };
}

function instruction(text: string): string {
  return [
    'Your last message was cut off. Continue it exactly where it ends, without an introduction or an apology.',
    `Begin by repeating its last words, so that the two parts can be joined: ${JSON.stringify(lastWords(text))}`,
    'Repeat nothing before them.',
    ...(openFence(text)
      ? ['It ends inside a code block: do not open the block again, and close it where it ends.']
      : []),
    'If it ends inside a table or a list, continue that row or item.',
  ].join(' ');
}

/** Drops text that the model repeats, and maps offsets to the whole text. */
export class ContinuedWriter implements AnswerRewriter {
  private buffer = '';
  private ready = '';
  private isJoined = false;
  private dropped = 0;

  constructor(
    private readonly earlier: string,
    private readonly inner: FigureWriter,
  ) {}

  get spans() {
    const { placed } = this;
    return this.inner.spans
      .map((span) => ({ ...span, start: placed(span.start), end: placed(span.end) }))
      .filter(({ start, end }) => end > start);
  }

  get hasCitations(): boolean {
    return this.inner.hasCitations;
  }

  push(text: string): string {
    return this.take(this.inner.push(text));
  }

  end(): string {
    this.buffer += this.inner.end();
    this.join();
    return this.take('');
  }

  placeOf(offset: number, isEnd = false): number {
    this.join();
    return this.placed(this.inner.placeOf(offset, isEnd));
  }

  takeCitations(): Citation[] {
    const { placed } = this;
    this.join();
    return this.inner.takeCitations().map(({ start, end, ...citation }) => ({
      ...citation,
      ...(start !== undefined && { start: placed(start) }),
      ...(end !== undefined && { end: placed(end) }),
    }));
  }

  private readonly placed = (offset: number): number => this.earlier.length + Math.max(0, offset - this.dropped);

  private take(text: string): string {
    if (!this.isJoined) {
      this.buffer += text;
      if (this.buffer.length < joinCharacters) return '';
      this.join();
      return this.take('');
    }
    const shown = this.ready + text;
    this.ready = '';
    return shown;
  }

  /** From here on, the length of the repeated text is known. */
  private join(): void {
    if (this.isJoined) return;
    this.isJoined = true;
    this.dropped = repeatedStart(this.earlier, this.buffer);
    this.ready = this.buffer.slice(this.dropped);
    this.buffer = '';
  }
}

/**
 * Adapts a request for a continued answer. Figures are not corrected, because that would change the beginning of the
 * text.
 */
export function continuedAnswer(
  { correct: _correct, ...prepared }: PreparedAnswer,
  { text, metadata }: PartialAnswer,
  { limits }: ChosenModel,
): PreparedAnswer {
  const { cite, request, review, soFar } = prepared;
  return {
    ...prepared,
    request: continuedRequest<AnswerRequest>(request, text, sentPart(text, limits)),
    ...(soFar && { soFar: async (citations: readonly Citation[]) => withSources(metadata, await soFar(citations)) }),
    ...(cite && {
      cite: async (whole: string, citations: readonly Citation[]) =>
        withoutRepeated(await cite(whole, withoutOldChecks(whole, citations, text.length))),
    }),
    ...(review && {
      review: async (whole: string, citations: readonly Citation[], place: PlaceInText) =>
        withReview({ text, metadata }, await review(whole, citations, place)),
    }),
  };
}

/** A page that was compared with the beginning of a sentence is compared again with all of it. */
function withoutOldChecks(whole: string, citations: readonly Citation[], begunLength: number): Citation[] {
  const cited = new CitedAnswer(whole, citations);
  return citations.map((citation) => {
    const { check, ...unchecked } = citation;
    const goesOn = citation.url !== undefined && cited.at(citation).some(({ end }) => end > begunLength);
    return check && goesOn ? unchecked : citation;
  });
}

function withoutRepeated(citations: Citation[]): Citation[] {
  const byKey = new Map<string, Citation>();
  for (const citation of citations) {
    const { url, objectId, source, start, quote } = citation;
    const key = JSON.stringify([url ?? objectId ?? source, start, quote]);
    if (!byKey.has(key)) byKey.set(key, citation);
  }
  return [...byKey.values()];
}

/** What both parts were based on. */
function withSources(before: MessageMetadata, now: Partial<MessageMetadata>): Partial<MessageMetadata> {
  const [first, second] = [before.webReading, now.webReading];
  const used = [...(before.collectionsUsed ?? []), ...(now.collectionsUsed ?? [])];
  const collections = [...new Map(used.map((collection) => [collection.id, collection])).values()];
  return {
    ...now,
    ...(first &&
      second && {
        webReading: {
          pages: first.pages + second.pages,
          milliseconds: first.milliseconds + second.milliseconds,
        },
      }),
    ...usedCollections(collections),
  };
}

/**
 * Combines the reviews of the new text and of the earlier answer. Figures of the earlier answer were compared with its
 * own tool results. An interrupted answer has no review, so its figures are compared now, except confirmed ones.
 */
function withReview(
  { text, metadata: before }: Pick<PartialAnswer, 'text' | 'metadata'>,
  now: Partial<MessageMetadata>,
): Partial<MessageMetadata> {
  const isNew = ({ end }: { end: number }) => end > text.length;
  const wasReviewed = before.status !== 'interrupted' && !before.isUnreviewed;
  const wasCited = new Set(before.citedFigures?.map(({ start }) => start));
  // What the earlier review decided stays, except for figures whose sources are compared again.
  const cited = (now.citedFigures ?? []).filter((mark) => isNew(mark) || !wasReviewed || wasCited.has(mark.start));
  const confirmed = [...(before.confirmedFigures ?? []), ...(now.confirmedFigures ?? []).filter(isNew)];
  const unconfirmed = [
    ...(wasReviewed ? (before.unconfirmedFigures ?? []) : []),
    ...(now.unconfirmedFigures ?? []).filter(
      (mark) =>
        isNew(mark) || (!wasReviewed && !confirmed.some(({ start, end }) => mark.start < end && start < mark.end)),
    ),
  ];
  const {
    confirmedFigures: _1,
    unconfirmedFigures: _2,
    citedFigures: _3,
    hasUnconfirmedFigures: isUnsure,
    ...rest
  } = withSources(before, now);
  const isLong = isUnsure && !now.unconfirmedFigures;
  return {
    ...rest,
    ...(confirmed.length > 0 && { confirmedFigures: confirmed }),
    ...(cited.length > 0 && { citedFigures: cited }),
    ...(unconfirmed.length > 0 && { unconfirmedFigures: unconfirmed }),
    ...((unconfirmed.length > 0 || isLong) && { hasUnconfirmedFigures: true }),
    ...((now.isAboutInvestments || before.isAboutInvestments) && { isAboutInvestments: true }),
  };
}
