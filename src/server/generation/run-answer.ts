/** Generates one answer, with or without subscribers, and stores its end exactly once, with everything that users saw. */
import type { Span } from '@opentelemetry/api';
import { inSpan } from '~/server/lib/tracing/spans';
import type { EndedAnswer } from '~/server/metrics/metrics';
import { ModelError, type ModelRequest, type ReportedUsage } from '~/server/providers/llm/types';
import type { Citation } from '~/shared/schemas/citations';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { citedSources, type EndReason, endMetadata, isOrphaned, readableError, safeMetadata } from './answer-end';
import { AnswerPace } from './answer-pace';
import { isWebActivity, placed, withActivity } from './answer-progress';
import { keeperOf, keptMetadata, limitedTo } from './answer-store';
import { AnswerThoughts } from './answer-thoughts';
import { releaseOwnership } from './hand-over-store';
import { LiveAnswer } from './live-answer';
import type { AnswerRewriter, AnswerStart, CorrectAnswer, PreparedAnswer, WrittenAnswer } from './prepared-answer';
import { saveOwnEnd } from './reclaim-answer';
import { raiseReservation, recordAnswerUsage } from './record-answer-usage';
import { reportAnswer } from './report-answer';
import { reviseText } from './revise-text';
import type { RunSettings } from './run-settings';
import { startEagerly } from './start-eagerly';
import type { Turn } from './turn';
import { untilStored } from './until-stored';

export class AnswerRun {
  readonly live: LiveAnswer;
  /** Text length at the last checkpoint, and when the text was last stored whole. */
  savedLength = 0;
  wholeLength = 0;
  /** Whether the rows of the message and the answer are visible to other connections. */
  isStored = false;
  /** 'lost': another process has closed the answer. While 'ending', storing the end detects that. */
  phase: 'writing' | 'ending' | 'lost' = 'writing';
  /** Resolves when the end is stored, or when there is nothing left to store. */
  readonly ended: Promise<void>;
  private readonly abort = new AbortController();
  endReason: EndReason | null = null;
  /** The request sent to the model. */
  private request: ModelRequest | undefined;
  private span: Span | undefined;
  private readonly pace = new AnswerPace();
  readonly thoughts: AnswerThoughts;
  private metadata: MessageMetadata;
  private isTextWhole = false;
  /** The text is complete; only its correction is running. */
  private isComplete = false;
  private isUsageRecorded = false;
  private usageBeforeEnd: ReportedUsage | undefined;
  /** Stored instead of the live text. */
  private corrected: WrittenAnswer | undefined;

  constructor(
    private readonly settings: RunSettings,
    readonly turn: Turn,
    how: AnswerStart,
  ) {
    const { chosen, sources, partial } = turn;
    this.metadata = { processing: false, modelId: chosen.id, ...limitedTo(sources), ...keptMetadata(partial) };
    this.thoughts = new AnswerThoughts(partial?.metadata.reasoning);
    this.live = new LiveAnswer(turn.messageId, turn.attempt, partial?.text);
    for (const citation of partial?.metadata.citations ?? []) this.live.cite(citation);
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': chosen.id };
    this.ended = inSpan('write answer', { attributes }, (span) => {
      this.span = span;
      return this.run(how);
    });
  }

  /** Whether another process can generate the rest. */
  get canBeHandedOver(): boolean {
    return this.turn.resumable !== undefined && this.endReason === null && !this.isTextWhole;
  }

  /** Ends the run now: closes the model's request and keeps the text so far. The first reason counts. */
  end(reason: EndReason): Promise<void> {
    this.endReason ??= reason;
    this.abort.abort();
    return this.ended;
  }

  private async run({ prepare, prepareEarly, committed }: AnswerStart): Promise<void> {
    let failure: unknown;
    let prepared: PreparedAnswer | undefined;
    const stored = this.whenStored(committed);
    stored.catch(() => {});
    try {
      prepared = (await prepareEarly?.()) ?? undefined;
      // The reservation is raised in the stored row, and the offline analyst reads the stored message.
      if (!prepared?.model.isConnected || this.turn.chosen.prices) await stored;
      prepared ??= await prepare(this.abort.signal);
      await raiseReservation(this.settings.usage, this.turn, prepared.request);
      await this.consume(prepared, stored);
      this.isTextWhole = this.endReason === null;
      this.pace.modelEnded(this.metadata.usage);
      this.write(prepared.rewrite, '', true);
      this.thoughts.settle(this.live);
      const { cite } = prepared;
      if (cite) await this.afterText('citations could not be checked', {}, () => this.check(cite));
    } catch (error) {
      failure = error;
      this.write(prepared?.rewrite, '', true);
      this.thoughts.settle(this.live);
    }
    await stored.catch(() => {});
    if (!this.isStored) return this.drop();
    const review = prepared?.review;
    if (review)
      await this.afterText('an answer could not be reviewed', { isUnreviewed: true }, async () => {
        const place = this.thoughts.placesIn(this.live.text);
        Object.assign(this.metadata, await review(this.content, this.live.citations, place));
      });
    if (prepared?.correct && failure === undefined) await this.correct(prepared.correct);
    await this.store(failure, prepared);
  }

  /** Nothing is shown or stored before the message is. If that fails, the model's request is closed at once. */
  private async whenStored(committed: Promise<void> | undefined): Promise<void> {
    await committed?.catch((error) => {
      this.abort.abort();
      throw error;
    });
    this.isStored = true;
  }

  /** Runs a step after the text. If it fails, the answer is kept, with the metadata `ifFailed`. */
  private async afterText(failed: string, ifFailed: MessageMetadata, work: () => Promise<void>): Promise<void> {
    if (isOrphaned(this.endReason) || this.content === '') return;
    try {
      await work();
    } catch (error) {
      Object.assign(this.metadata, ifFailed);
      this.settings.logger.warn({ err: error, messageId: this.turn.messageId }, failed);
    }
  }

  private async check(cite: NonNullable<PreparedAnswer['cite']>): Promise<void> {
    const citations = await cite(this.content, this.live.citations);
    if (citations.length + this.live.citations.length > 0) this.live.progress(this.live.activities, citations);
  }

  /** From here on the answer is complete: if the correction is cut off, the first text is kept. */
  private async correct(correct: CorrectAnswer): Promise<void> {
    if (this.endReason !== null || !this.metadata.unconfirmedFigures) return;
    const { settings, turn, live } = this;
    this.isComplete = true;
    await untilStored(settings.logger, turn.messageId, () => this.recordUsage(undefined));
    const metadata = { ...this.metadata, ...this.thoughts.metadata };
    const first = { content: this.content, citations: live.citations, metadata };
    const isSaved = () => this.savedLength >= live.length;
    const [place, { signal }] = [this.thoughts.placesIn(live.text), this.abort];
    const written = await reviseText(settings, correct, first, { turn, live, isSaved, place, signal });
    this.metadata = written.metadata;
    if (written.content !== first.content) this.corrected = written;
  }

  /** The text without thoughts. */
  private get content(): string {
    return this.thoughts.without(this.live.text);
  }

  private get citations(): readonly Citation[] {
    return this.corrected?.citations ?? this.live.citations;
  }

  /** Calls the model at once, and reads its first event once the message is stored; before that it runs no tools. */
  private async consume(prepared: PreparedAnswer, stored: Promise<unknown>): Promise<void> {
    const { model, request, rewrite, begin } = prepared;
    const { live, metadata } = this;
    if (this.abort.signal.aborted) return;
    this.request = request;
    const events = startEagerly(model.stream(request, this.abort.signal));
    try {
      await stored;
      await begin?.(this.turn.messageId, keeperOf(this.settings, live, metadata));
    } catch (error) {
      this.abort.abort();
      throw error;
    }
    for await (const event of events) {
      // Text that arrives after the end was requested was never shown and is not kept.
      if (this.endReason !== null) {
        if (event.type === 'usage') this.usageBeforeEnd = event;
        return;
      }
      if (event.type !== 'reasoning') this.thoughts.rest(live);
      switch (event.type) {
        case 'text':
          this.write(rewrite, event.text);
          break;
        case 'reasoning':
          this.thoughts.addThought(live, event.text);
          break;
        case 'not_reasoning':
          this.thoughts.reclaim(event.characters);
          break;
        case 'recall':
          this.thoughts.recall(rewrite ? rewrite.placeOf(event.from) : event.from, live.text);
          break;
        case 'activity':
          live.progress(withActivity(live.activities, event.activity, event.replaces), live.citations);
          if (isWebActivity(event.activity)) metadata.liveSearchUsed = true;
          break;
        case 'citation':
          this.thoughts.cite(live, [rewrite ? placed(event.citation, rewrite) : event.citation]);
          // Perplexity searches without reporting it.
          metadata.liveSearchUsed = true;
          break;
        case 'usage':
          metadata.usage = event.usage;
          break;
        case 'done':
          metadata.model = event.model;
          break;
        case 'files': // Handled earlier, by features/mirror/hosted-search.ts.
      }
    }
  }

  private write(rewrite: AnswerRewriter | undefined, text: string, isEnd = false): void {
    // An answer that was ended from outside keeps only what users saw.
    if (isEnd && this.endReason !== null) return;
    // PostgreSQL rejects NUL and unpaired surrogates, and they have no visible effect.
    const clean = (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed();
    const shown = rewrite ? rewrite.push(clean) + (isEnd ? rewrite.end() : '') : clean;
    if (shown !== '') this.pace.textArrived();
    this.thoughts.append(this.live, shown);
    if (rewrite?.hasCitations) this.thoughts.cite(this.live, rewrite.takeCitations());
  }

  private async store(failure: unknown, prepared: PreparedAnswer | undefined): Promise<void> {
    const { db, owner, bus, logger } = this.settings;
    const { live, turn } = this;
    const { messageId } = turn;
    this.phase = 'ending';
    // A reader who sees the stored end must already have received the whole text.
    this.settings.beforeEnd(messageId);
    // Before the end is stored: if the process dies in between, the model's cost must not be lost.
    await untilStored(logger, messageId, () => this.recordUsage(failure));
    if (this.endReason === 'handed-over') {
      const known = await prepared?.soFar?.(live.citations);
      Object.assign(this.metadata, this.thoughts.metadata, known, { isUnreviewed: true });
      const soFar = { content: this.content, metadata: { ...this.metadata, ...citedSources(live.citations) } };
      this.endReason = await releaseOwnership(this.settings, { ...turn, attempt: live.attempt }, soFar);
      if (this.endReason === 'handed-over') return this.report('handed-over');
    }
    if (this.endReason !== 'gone') {
      const followUps = prepared?.followUps?.(messageId, this.citations) ?? [];
      const metadata = this.endMetadata(failure, prepared?.isForAdmin);
      const end = { messageId, owner, content: this.corrected?.content ?? this.content, metadata, followUps };
      const save = async (less = {}) => (this.endReason === 'gone' ? null : saveOwnEnd(db, { ...end, ...less }, live));
      const ended = await untilStored(logger, messageId, save, () => save({ metadata: safeMetadata(metadata) }));
      if (ended) {
        const { message, isSwitched } = ended;
        live.finish(message);
        this.report(message.metadata.status ?? 'complete');
        const finished = { type: 'finished', messageId, attempt: live.attempt, message } as const;
        bus.publish(`conversation:${turn.conversationId}`, finished);
        if (isSwitched) bus.publish(`conversation:${turn.conversationId}`, { type: 'switched' });
        if (followUps.length > 0) bus.publish('jobs', { type: 'waiting' });
        return;
      }
      this.phase = 'lost';
    }
    this.drop();
  }

  private drop(): void {
    this.live.markDeleted();
    this.report('dropped');
  }

  private report(outcome: EndedAnswer['outcome']): void {
    reportAnswer(this.settings, this.span, { turn: this.turn, outcome, pace: this.pace, usage: this.metadata.usage });
  }

  private async recordUsage(failure: unknown): Promise<void> {
    if (this.isUsageRecorded) return;
    const { settings, turn, request, metadata, thoughts } = this;
    const written = { text: this.content.slice(turn.partial?.text.length ?? 0), ...thoughts.written };
    const wasRejected = failure instanceof ModelError && written.text + written.reasoning === '';
    const reported = { whole: metadata.usage, beforeEnd: this.usageBeforeEnd };
    const usage = await recordAnswerUsage(settings, { turn, request, wasRejected, written }, reported);
    this.isUsageRecorded = true;
    const whole = turn.partial ? turn.partial.sumOfUsage(turn.partial.metadata.usage, usage) : usage;
    if (whole) metadata.usage = whole;
  }

  private endMetadata(failure: unknown, isForAdmin = false): MessageMetadata {
    const { citations, live } = this;
    const reason = this.isComplete ? null : this.endReason;
    const about = { logger: this.settings.logger, messageId: this.turn.messageId, isForAdmin };
    const error = reason === null && failure !== undefined ? readableError(failure, about) : undefined;
    return {
      ...this.metadata,
      ...this.thoughts.metadata,
      ...endMetadata({ reason, error, citations, activities: live.activities }),
    };
  }
}
