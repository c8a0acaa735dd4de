/**
 * Writes one answer: takes the model's events, keeps the live text, and stores how it ended – exactly once, with
 * everything that readers saw. It belongs to the server and does not depend on any reader.
 */
import type { Span } from '@opentelemetry/api';
import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import { inSpan } from '~/server/lib/tracing/spans';
import type { EndedAnswer, Metrics } from '~/server/metrics/metrics';
import { ModelError, type ModelRequest } from '~/server/providers/llm/types';
import type { Bus } from '~/server/realtime/bus';
import type { Citation } from '~/shared/schemas/citations';
import type { Activity, MessageMetadata } from '~/shared/schemas/messages';
import { type EndReason, endMetadata, isLeft, readableError } from './answer-end';
import { AnswerPace } from './answer-pace';
import { isWebActivity, placed, withActivity } from './answer-progress';
import { limitedTo, saveEnd } from './answer-store';
import { AnswerThoughts, thinking } from './answer-thoughts';
import { giveUp } from './hand-over';
import { LiveAnswer } from './live-answer';
import type { AnswerRewriter, CorrectAnswer, PrepareAnswer, PreparedAnswer, WrittenAnswer } from './prepared-answer';
import { raiseReservation, recordAnswerUsage } from './record-answer-usage';
import { reportAnswer } from './report-answer';
import { trySecondText } from './second-try';
import type { Turn } from './turn';
import { untilStored } from './until-stored';
import type { UsageLedger } from './usage-ledger';

export interface RunSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  owner: string;
  usage: UsageLedger;
  metrics: Metrics;
  /** Called when an answer's text is complete, before its end is stored. */
  beforeEnd(messageId: string): void;
}

export class AnswerRun {
  readonly live: LiveAnswer;
  /** Text length at the last checkpoint, and when the text was last stored whole. */
  savedLength = 0;
  wholeLength = 0;
  /** Resolves when the end is stored, or when there is nothing left to store. */
  readonly ended: Promise<void>;
  private readonly abort = new AbortController();
  private endReason: EndReason | null = null;
  /** What the model was sent. */
  private request: ModelRequest | undefined;
  private isForAdmin = false;
  private span: Span | undefined;
  private readonly pace = new AnswerPace();
  private readonly thoughts = new AnswerThoughts();
  private areThoughtsSettled = false;
  private metadata: MessageMetadata;
  private isTextWhole = false;
  /** Only its correction is missing. */
  private isComplete = false;
  private isUsageRecorded = false;
  /** What is stored instead of the live text. */
  private corrected: WrittenAnswer | undefined;

  constructor(
    private readonly settings: RunSettings,
    readonly turn: Turn,
    prepare: PrepareAnswer,
  ) {
    this.metadata = { processing: false, modelId: turn.chosen.id, ...limitedTo(turn.sources) };
    this.live = new LiveAnswer(turn.messageId, turn.attempt, turn.begun?.text);
    if (turn.begun?.metadata.liveSearchUsed) this.metadata.liveSearchUsed = true;
    for (const citation of turn.begun?.metadata.citations ?? []) this.live.cite(citation);
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': turn.chosen.id };
    this.ended = inSpan('write answer', { attributes }, (span) => {
      this.span = span;
      return this.run(prepare);
    });
  }

  /** Another process can write the rest. */
  get canBeHandedOver(): boolean {
    return this.turn.resumable !== undefined && this.endReason === null && !this.isTextWhole;
  }

  /** Ends the run now: the upstream request is closed, the text so far is kept. The first reason counts. */
  end(reason: EndReason): Promise<void> {
    this.endReason ??= reason;
    this.abort.abort();
    return this.ended;
  }

  private async run(prepare: PrepareAnswer): Promise<void> {
    let failure: unknown;
    let prepared: PreparedAnswer | undefined;
    try {
      prepared = await prepare(this.abort.signal);
      await raiseReservation(this.settings.usage, this.turn, prepared.request);
      await prepared.begin?.(this.turn.messageId);
      await this.consume(prepared);
      this.isTextWhole = this.endReason === null;
      this.pace.modelEnded(this.metadata.usage);
      this.write(prepared.rewrite, '', true);
      this.settleThoughts();
      if (prepared.cite) await this.check(prepared.cite);
    } catch (error) {
      failure = error;
      this.write(prepared?.rewrite, '', true);
      this.settleThoughts();
    }
    if (prepared?.review) await this.review(prepared.review);
    if (prepared?.correct && failure === undefined) await this.correct(prepared.correct);
    await this.store(failure, prepared?.followUps);
  }

  /** A failed check must not cost the reader the answer. */
  private async check(cite: NonNullable<PreparedAnswer['cite']>): Promise<void> {
    if (isLeft(this.endReason) || this.content === '') return;
    try {
      const citations = await cite(this.content, this.live.citations);
      if (citations.length + this.live.citations.length > 0) this.progress(this.live.activities, citations);
    } catch (error) {
      this.settings.logger.warn({ err: error, messageId: this.turn.messageId }, 'citations could not be checked');
    }
  }

  /** A failed review must not cost the reader the answer. */
  private async review(review: NonNullable<PreparedAnswer['review']>): Promise<void> {
    if (isLeft(this.endReason) || this.content === '') return;
    try {
      Object.assign(this.metadata, await review(this.content, this.live.citations));
    } catch (error) {
      this.settings.logger.warn({ err: error, messageId: this.turn.messageId }, 'an answer could not be reviewed');
    }
  }

  /** From here on the answer is complete: whatever ends its correction, the first text stays. */
  private async correct(correct: CorrectAnswer): Promise<void> {
    if (this.endReason !== null || !this.metadata.unconfirmedFigures) return;
    const { settings, turn, live } = this;
    this.isComplete = true;
    await untilStored(settings.logger, turn.messageId, () => this.recordUsage(undefined));
    const first = {
      content: this.content,
      citations: live.citations,
      metadata: { ...this.metadata, ...this.thoughts.metadata },
    };
    const isSaved = () => this.savedLength >= live.length;
    const written = await trySecondText(settings, correct, first, { turn, live, isSaved, signal: this.abort.signal });
    this.metadata = written.metadata;
    if (written.content !== first.content) this.corrected = written;
  }

  /** The text without what turned out to be thoughts. */
  private get content(): string {
    return this.thoughts.without(this.live.text);
  }

  private get citations(): readonly Citation[] {
    return this.corrected?.citations ?? this.live.citations;
  }

  /** From here on, citations count in the text that is stored. */
  private settleThoughts(): void {
    const { live, thoughts } = this;
    if (this.areThoughtsSettled) return;
    this.areThoughtsSettled = true;
    if (!thoughts.hasRecalled) return;
    this.progress(
      live.activities,
      live.citations.flatMap((citation) => thoughts.placed(citation, live.text)),
    );
  }

  private think(text: string): void {
    if (!this.thoughts.isRunning) this.progress(withActivity(this.live.activities, thinking), this.live.citations);
    this.thoughts.take(text);
  }

  private endThinking(): void {
    if (!this.thoughts.isRunning) return;
    this.thoughts.pause();
    this.progress(withActivity(this.live.activities, { ...thinking, state: 'done' }), this.live.citations);
  }

  private async consume({ model, request, rewrite, isForAdmin = false }: PreparedAnswer): Promise<void> {
    const { live, metadata } = this;
    this.isForAdmin = isForAdmin;
    if (this.abort.signal.aborted) return;
    this.request = request;
    for await (const event of model.stream(request, this.abort.signal)) {
      // Text that arrives after the end was requested reached no reader and is not kept.
      if (this.endReason !== null) return;
      if (event.type !== 'reasoning') this.endThinking();
      switch (event.type) {
        case 'text':
          this.write(rewrite, event.text);
          break;
        case 'reasoning':
          this.think(event.text);
          break;
        case 'not_reasoning':
          this.thoughts.takeBack(event.characters);
          break;
        case 'recall':
          this.thoughts.recall(rewrite ? rewrite.placeOf(event.from) : event.from, live.text);
          break;
        case 'activity':
          this.progress(withActivity(live.activities, event.activity, event.replaces), live.citations);
          if (isWebActivity(event.activity)) metadata.liveSearchUsed = true;
          break;
        case 'citation':
          this.live.cite(rewrite ? placed(event.citation, rewrite) : event.citation);
          // Perplexity searches without saying so.
          metadata.liveSearchUsed = true;
          break;
        case 'usage':
          metadata.usage = event.usage;
          break;
        case 'done':
          metadata.model = event.model;
          break;
        case 'files': // Read before this, by features/mirror/hosted-search.ts.
      }
    }
  }

  private write(rewrite: AnswerRewriter | undefined, text: string, isEnd = false): void {
    // An answer that was ended from outside keeps only what readers saw.
    if (isEnd && this.endReason !== null) return;
    // PostgreSQL rejects NUL and unpaired surrogates; readers lose nothing without them.
    const clean = (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed();
    const shown = rewrite ? rewrite.push(clean) + (isEnd ? rewrite.end() : '') : clean;
    if (shown !== '') this.pace.textArrived();
    this.live.append(shown);
    if (rewrite?.hasCitations) for (const citation of rewrite.takeCitations()) this.live.cite(citation);
  }

  private progress(activities: Activity[], citations: Citation[]): void {
    this.live.progress(activities, citations);
  }

  private async store(failure: unknown, followUpsOf: PreparedAnswer['followUps']): Promise<void> {
    const { db, owner, bus, logger } = this.settings;
    const { messageId, attempt, conversationId } = this.turn;
    // A reader who sees the stored end must already have received the whole text.
    this.settings.beforeEnd(messageId);
    // Before the end is stored: a process that dies in between must not lose what the model has cost.
    await untilStored(logger, messageId, () => this.recordUsage(failure));
    if (this.endReason === 'handed-over') {
      const soFar = { content: this.content, metadata: { ...this.metadata, citations: [...this.live.citations] } };
      if (await giveUp(this.settings, this.turn, soFar)) return this.report('handed-over');
      this.endReason = 'interrupted';
    }
    if (this.endReason !== 'gone') {
      const followUps = followUpsOf?.(messageId, this.citations) ?? [];
      const metadata = this.endMetadata(failure);
      const end = { messageId, attempt, owner, content: this.corrected?.content ?? this.content, metadata, followUps };
      const message = await untilStored(logger, messageId, async () =>
        this.endReason === 'gone' ? null : saveEnd(db, end),
      );
      if (message) {
        this.live.finish(message);
        this.report(message.metadata.status ?? 'complete');
        bus.publish(`conversation:${conversationId}`, { type: 'finished', messageId, attempt, message });
        if (followUps.length > 0) bus.publish('jobs', { type: 'waiting' });
        return;
      }
    }
    this.live.vanish();
    this.report('dropped');
  }

  private report(outcome: EndedAnswer['outcome']): void {
    reportAnswer(this.settings, this.span, { turn: this.turn, outcome, pace: this.pace, usage: this.metadata.usage });
  }

  private async recordUsage(failure: unknown): Promise<void> {
    if (this.isUsageRecorded) return;
    const { settings, turn, request, metadata, live } = this;
    const written = live.textFrom(turn.begun?.text.length ?? 0);
    const wasRefused = failure instanceof ModelError && written === '';
    const usage = await recordAnswerUsage(settings, { turn, request, wasRefused, written }, metadata.usage);
    this.isUsageRecorded = true;
    const whole = turn.begun ? turn.begun.sumOfUsage(turn.begun.metadata.usage, usage) : usage;
    if (whole) metadata.usage = whole;
  }

  private endMetadata(failure: unknown): MessageMetadata {
    const { activities } = this.live;
    const { citations, isForAdmin } = this;
    const reason = this.isComplete ? null : this.endReason;
    const about = { logger: this.settings.logger, messageId: this.turn.messageId, isForAdmin };
    const error = reason === null && failure !== undefined ? readableError(failure, about) : undefined;
    return {
      ...this.metadata,
      ...this.thoughts.metadata,
      ...endMetadata({ reason, error, citations, activities }),
    };
  }
}
