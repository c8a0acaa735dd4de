/**
 * Writes one answer: takes the model's events, keeps the live text, and stores how it ended – exactly once, with
 * everything that readers saw. It belongs to the server and does not depend on any reader.
 */

import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import type { EndedAnswer, Metrics } from '~/server/metrics/metrics';
import { ModelError, type ModelRequest } from '~/server/providers/llm/types';
import type { Bus } from '~/server/realtime/bus';
import type { AnswerSources } from '~/shared/answer-sources';
import type { Citation } from '~/shared/schemas/citations';
import type { Activity, MessageMetadata } from '~/shared/schemas/messages';
import { type EndReason, endMetadata, readableError } from './answer-end';
import { AnswerPace } from './answer-pace';
import { isWebActivity, placed, withActivity } from './answer-progress';
import { limitedTo, saveEnd } from './answer-store';
import { AnswerThoughts, thinking } from './answer-thoughts';
import { estimateUsage } from './estimate-usage';
import { LiveAnswer } from './live-answer';
import type { ChosenModel } from './model-catalog';
import type { AnswerRewriter, PrepareAnswer, PreparedAnswer } from './prepared-answer';
import { answerKey, type UsageLedger } from './usage-ledger';

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

/** Which answer is written, at which attempt. */
export interface Turn {
  userId: string;
  conversationId: string;
  messageId: string;
  attempt: number;
  chosen: ChosenModel;
  sources: AnswerSources | null;
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
  private readonly pace = new AnswerPace();
  private readonly thoughts = new AnswerThoughts();
  private areThoughtsSettled = false;
  private readonly citationKeys = new Set<string>();
  private readonly metadata: MessageMetadata;

  constructor(
    private readonly settings: RunSettings,
    readonly turn: Turn,
    prepare: PrepareAnswer,
  ) {
    this.metadata = { processing: false, modelId: turn.chosen.id, ...limitedTo(turn.sources) };
    this.live = new LiveAnswer(turn.messageId, turn.attempt);
    this.ended = this.run(prepare);
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
      await this.consume(prepared);
      this.pace.modelEnded();
      this.write(prepared.rewrite, '', true);
      this.settleThoughts();
      if (prepared.cite) await this.check(prepared.cite);
    } catch (error) {
      failure = error;
      this.write(prepared?.rewrite, '', true);
      this.settleThoughts();
    }
    if (prepared?.review) await this.review(prepared.review);
    await this.store(failure, prepared?.followUps);
  }

  /** A failed check must not cost the reader the answer. */
  private async check(cite: NonNullable<PreparedAnswer['cite']>): Promise<void> {
    if (this.endReason === 'gone' || this.content === '') return;
    try {
      const citations = await cite(this.content, this.live.citations);
      if (citations.length + this.live.citations.length > 0) this.progress(this.live.activities, citations);
    } catch (error) {
      this.settings.logger.warn({ err: error, messageId: this.turn.messageId }, 'citations could not be checked');
    }
  }

  /** A failed review must not cost the reader the answer. */
  private async review(review: NonNullable<PreparedAnswer['review']>): Promise<void> {
    if (this.endReason === 'gone' || this.content === '') return;
    try {
      Object.assign(this.metadata, await review(this.content, this.live.citations));
    } catch (error) {
      this.settings.logger.warn({ err: error, messageId: this.turn.messageId }, 'an answer could not be reviewed');
    }
  }

  /** The text without what turned out to be thoughts. */
  private get content(): string {
    return this.thoughts.without(this.live.text);
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
    const { signal } = this.abort;
    if (signal.aborted) return;
    this.request = request;
    for await (const event of model.stream(request, signal)) {
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
        case 'recall':
          this.thoughts.recall(rewrite ? rewrite.placeOf(event.from) : event.from, live.text);
          break;
        case 'activity':
          this.progress(withActivity(live.activities, event.activity), live.citations);
          if (isWebActivity(event.activity)) metadata.liveSearchUsed = true;
          break;
        case 'citation':
          this.cite(rewrite ? placed(event.citation, rewrite) : event.citation);
          // Perplexity searches without saying so.
          metadata.liveSearchUsed = true;
          break;
        case 'usage':
          metadata.usage = event.usage;
          break;
        case 'done':
          metadata.model = event.model;
      }
    }
  }

  private write(rewrite: AnswerRewriter | undefined, text: string, isEnd = false): void {
    // An answer that was ended from outside keeps only what readers saw.
    if (isEnd && this.endReason !== null) return;
    // PostgreSQL rejects NUL and unpaired surrogates; readers lose nothing without them.
    const clean = (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed();
    this.append(rewrite ? rewrite.push(clean) + (isEnd ? rewrite.end() : '') : clean);
    if (rewrite?.hasCitations) for (const citation of rewrite.takeCitations()) this.cite(citation);
  }

  private cite(citation: Citation): void {
    // A source cited in two places is kept twice: each citation is shown as a chip in its place.
    const key = JSON.stringify([citation.url ?? citation.source, citation.start, citation.quote]);
    if (this.citationKeys.has(key)) return;
    this.citationKeys.add(key);
    this.progress(this.live.activities, [...this.live.citations, citation]);
  }

  private append(clean: string): void {
    if (clean === '') return;
    this.pace.textArrived();
    this.live.append(clean);
  }

  private progress(activities: Activity[], citations: Citation[]): void {
    this.live.progress(activities, citations);
  }

  private async store(failure: unknown, followUpsOf: PreparedAnswer['followUps']): Promise<void> {
    const { db, owner, bus } = this.settings;
    const { messageId, attempt, conversationId } = this.turn;
    // A reader who sees the stored end must already have received the whole text.
    this.settings.beforeEnd(messageId);
    // Before the end is stored: a process that dies in between must not lose what the model has cost.
    await this.untilStored(() => this.recordUsage(failure));
    if (this.endReason !== 'gone') {
      const followUps = followUpsOf?.(messageId, this.live.citations) ?? [];
      const metadata = this.endMetadata(failure);
      const end = { messageId, attempt, owner, content: this.content, metadata, followUps };
      const message = await this.untilStored(async () => (this.endReason === 'gone' ? null : saveEnd(db, end)));
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
    const { pace, metadata } = this;
    const times = { firstTextMs: pace.firstTextMs, tokenMs: pace.tokenMs(metadata.usage) };
    this.settings.metrics.answerEnded({ model: this.turn.chosen.id, outcome, ...times });
  }

  /** The database may be away when the answer ends; what is to be stored waits here until it is back. */
  private async untilStored<T>(store: () => Promise<T>): Promise<T> {
    for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
      try {
        return await store();
      } catch (error) {
        this.settings.logger.error(
          { err: error, messageId: this.turn.messageId },
          'failed to save a finished answer, retrying',
        );
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  /** Counts what the model has used, whatever becomes of its answer. A request that was refused has used nothing. */
  private async recordUsage(failure: unknown): Promise<void> {
    const { usage: ledger } = this.settings;
    const { userId, chosen } = this.turn;
    if (!chosen.model.isConnected) return;
    const key = answerKey(this.turn);
    const wasRefused = failure instanceof ModelError && this.live.length === 0;
    const { request, metadata } = this;
    if (!metadata.usage && (!request || wasRefused)) return ledger.release(key);
    // Only what costs something is worth counting.
    if (request && chosen.prices) metadata.usage ??= await estimateUsage(request, this.live.text, this.settings.logger);
    const usage = await ledger.record({ key, userId, purpose: 'answer', chosen }, metadata.usage);
    if (usage) metadata.usage = usage;
  }

  private endMetadata(failure: unknown): MessageMetadata {
    const { activities, citations } = this.live;
    const { endReason: reason, isForAdmin } = this;
    const about = { logger: this.settings.logger, messageId: this.turn.messageId, isForAdmin };
    const error = reason === null && failure !== undefined ? readableError(failure, about) : undefined;
    return {
      ...this.metadata,
      ...this.thoughts.metadata,
      ...endMetadata({ reason, error, citations, activities }),
    };
  }
}
