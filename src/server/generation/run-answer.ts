/**
 * Writes one answer: takes the model's events, keeps the live text, and stores how it ended – exactly once, with
 * everything that was seen. It belongs to the server; no reader's coming or going touches it.
 */

import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import { ModelError } from '~/server/providers/llm/types';
import type { Bus } from '~/server/realtime/bus';
import type { Activity, AnswerStatus, Citation, MessageMetadata } from '~/shared/schemas/messages';
import { saveEnd } from './answer-store';
import type { AnswerModel, AnswerRequest } from './library';
import { LiveAnswer } from './live-answer';

export interface RunSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  model: AnswerModel;
  owner: string;
}

/** What a run needs to begin, as a feature prepares it. */
export interface PreparedAnswer {
  request: AnswerRequest;
  /** Citations that only the finished text can give. */
  cite?: (text: string) => Promise<Citation[]>;
  rewrite?: AnswerRewriter;
  /** What there is to say of the text once it has ended, however it ended. */
  review?: (text: string, citations: readonly Citation[]) => Promise<Partial<MessageMetadata>>;
}

/** Changes what the model writes before anybody sees it. */
export interface AnswerRewriter {
  /** What may be shown now; the rest is held back. */
  push(text: string): string;
  /** What was held back, when nothing more comes. */
  end(): string;
  /** Where a place of the model's text is in the written one. */
  placeOf(offset: number, isEnd?: boolean): number;
  /** Whether what was written since the last time is cited. */
  readonly hasCitations: boolean;
  /** Citations of what was written since the last time. */
  takeCitations(): Citation[];
}

/** Prepares a run; `signal` aborts when the run is ended before it starts. */
export type PrepareAnswer = (signal: AbortSignal) => Promise<PreparedAnswer>;

/** Which answer is written, at which attempt. */
export interface Turn {
  userId: string;
  conversationId: string;
  messageId: string;
  attempt: number;
}

/** Why a run was ended from outside. */
export type EndReason = 'stopped' | 'interrupted' | 'gone';

export class AnswerRun {
  readonly live: LiveAnswer;
  /** Text length at the last checkpoint, and when the text was last stored whole. */
  savedLength = 0;
  wholeLength = 0;
  /** Resolves when the end is stored, or when there is nothing left to store. */
  readonly ended: Promise<void>;
  private readonly abort = new AbortController();
  private endReason: EndReason | null = null;
  private readonly metadata: MessageMetadata = { processing: false };

  constructor(
    private readonly settings: RunSettings,
    readonly turn: Turn,
    prepare: PrepareAnswer,
  ) {
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
      this.write(prepared.rewrite, '', true);
      for (const citation of (await prepared.cite?.(this.live.text)) ?? []) this.cite(citation);
    } catch (error) {
      failure = error;
      this.write(prepared?.rewrite, '', true);
    }
    if (prepared?.review) await this.review(prepared.review);
    await this.store(failure);
  }

  /** A reader is owed the answer, whether or not something can be said of it. */
  private async review(review: NonNullable<PreparedAnswer['review']>): Promise<void> {
    if (this.endReason === 'gone' || this.live.length === 0) return;
    try {
      Object.assign(this.metadata, await review(this.live.text, this.live.citations));
    } catch (error) {
      this.settings.logger.warn({ err: error, messageId: this.turn.messageId }, 'an answer could not be reviewed');
    }
  }

  private async consume({ request, rewrite }: PreparedAnswer): Promise<void> {
    const { live, metadata } = this;
    const { signal } = this.abort;
    if (signal.aborted) return;
    for await (const event of this.settings.model.stream(request, signal)) {
      // What arrives after the end was asked for was not seen by anyone and is not kept.
      if (this.endReason !== null) return;
      switch (event.type) {
        case 'text':
          this.write(rewrite, event.text);
          break;
        case 'activity':
          this.progress(withActivity(live.activities, event.activity), live.citations);
          if (event.activity.kind === 'web_search' || event.activity.kind === 'x_search')
            metadata.liveSearchUsed = true;
          break;
        case 'citation':
          this.cite(rewrite ? placed(event.citation, rewrite) : event.citation);
          break;
        case 'usage':
          metadata.usage = event.usage;
          break;
        case 'done':
          metadata.model = event.model;
          if (event.collectionsUsed) {
            metadata.numCollectionsUsed = event.collectionsUsed;
            metadata.xaiCollectionsUsed = true;
          }
      }
    }
  }

  private write(rewrite: AnswerRewriter | undefined, text: string, isEnd = false): void {
    // Of an answer that was ended from outside, only what was seen is kept.
    if (isEnd && this.endReason !== null) return;
    // PostgreSQL refuses NUL and halves of surrogate pairs; neither carries anything a reader would miss.
    const clean = (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed();
    this.append(rewrite ? rewrite.push(clean) + (isEnd ? rewrite.end() : '') : clean);
    if (rewrite?.hasCitations) for (const citation of rewrite.takeCitations()) this.cite(citation);
  }

  private cite(citation: Citation): void {
    this.progress(this.live.activities, withCitation(this.live.citations, citation));
  }

  private append(clean: string): void {
    const at = this.live.length;
    this.live.append(clean);
    const { bus } = this.settings;
    if (!bus.reachesOtherProcesses || clean === '') return;
    const { messageId, attempt, conversationId } = this.turn;
    bus.publish(`conversation:${conversationId}`, { type: 'text', messageId, attempt, at, text: clean });
  }

  private progress(activities: Activity[], citations: Citation[]): void {
    this.live.progress(activities, citations);
    const { bus } = this.settings;
    if (!bus.reachesOtherProcesses) return;
    const { messageId, attempt, conversationId } = this.turn;
    bus.publish(`conversation:${conversationId}`, { type: 'progress', messageId, attempt, activities, citations });
  }

  /** The database may be away when the answer ends; its text waits here until it is back. */
  private async store(failure: unknown): Promise<void> {
    const { db, logger, owner, bus } = this.settings;
    const { messageId, attempt, conversationId } = this.turn;
    const end = { messageId, attempt, owner, content: this.live.text, metadata: this.endMetadata(failure) };
    for (let wait = 100; this.endReason !== 'gone'; wait = Math.min(wait * 2, 5000)) {
      try {
        const message = await saveEnd(db, end);
        if (!message) break;
        this.live.finish(message);
        bus.publish(`conversation:${conversationId}`, { type: 'finished', messageId, attempt, message });
        return;
      } catch (error) {
        logger.error({ err: error, messageId }, 'the end of an answer could not be stored yet');
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    this.live.vanish();
  }

  private endMetadata(failure: unknown): MessageMetadata {
    const { activities, citations } = this.live;
    // A person's own documents are cited too, but are no sources of the live search.
    const sources = new Set(citations.flatMap(({ url }) => url ?? []));
    const error = this.endReason === null && failure !== undefined ? this.readable(failure) : undefined;
    const status: AnswerStatus =
      this.endReason === 'stopped'
        ? 'stopped'
        : this.endReason !== null
          ? 'interrupted'
          : error
            ? 'failed'
            : 'complete';
    return {
      ...this.metadata,
      status,
      ...(error && { error }),
      ...(status === 'interrupted' && { error: interruptedError }),
      ...(citations.length > 0 && { citations }),
      ...(sources.size > 0 && { numSourcesUsed: sources.size }),
      ...(activities.length > 0 && { activities: activities.map((a) => ({ ...a, state: 'done' as const })) }),
    };
  }

  private readable(failure: unknown): { code: string; message: string } {
    const { messageId } = this.turn;
    if (failure instanceof ModelError) {
      this.settings.logger.warn({ err: failure, cause: failure.cause, messageId }, 'the model failed');
      return { code: failure.code, message: failure.message };
    }
    this.settings.logger.error({ err: failure, messageId }, 'an answer failed');
    return { code: 'internal', message: 'Something went wrong while writing this answer.' };
  }
}

export const interruptedError = {
  code: 'interrupted',
  message: 'This answer was interrupted before it was finished.',
};

function placed(citation: Citation, rewrite: AnswerRewriter): Citation {
  const { start, end } = citation;
  return {
    ...citation,
    ...(start !== undefined && { start: rewrite.placeOf(start) }),
    ...(end !== undefined && { end: rewrite.placeOf(end, true) }),
  };
}

function withActivity(activities: Activity[], next: Activity): Activity[] {
  const index = activities.findIndex(({ kind, label }) => kind === next.kind && label === next.label);
  return index < 0 ? [...activities, next] : activities.with(index, next);
}

/** Two mentions of one source at different places are both kept: each is a chip where it stands. */
function withCitation(citations: Citation[], next: Citation): Citation[] {
  const isKnown = citations.some(
    (known) =>
      (known.url ?? known.source) === (next.url ?? next.source) &&
      known.start === next.start &&
      known.quote === next.quote,
  );
  return isKnown ? citations : [...citations, next];
}
