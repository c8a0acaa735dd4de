/**
 * Asks a model while its question is still being stored. Nothing that the model says is read beyond its first event, so
 * no tool runs and no reader sees a word, until the stored question's answer takes it over. Decision 76 says when.
 */
import type { PreparedAnswer } from '~/server/generation/prepared-answer';
import type { ModelEvent } from '~/server/providers/llm/types';

/** What could be prepared beforehand, and whether its model may be asked at once. */
export interface Preparation {
  answer: PreparedAnswer;
  mayAsk: boolean;
}

export class EarlyAnswer {
  private readonly dropped = new AbortController();
  private readonly begun: Promise<PreparedAnswer | null>;

  constructor(preparing: Promise<Preparation | null>) {
    this.begun = preparing.then((prepared) => {
      if (!prepared) return null;
      const isAsked = prepared.mayAsk && !this.dropped.signal.aborted;
      return isAsked ? asked(prepared.answer, this.dropped.signal) : prepared.answer;
    });
    this.begun.catch(() => {});
  }

  /** For the answer of the stored question; `signal` ends it. Null where nothing could be prepared. */
  take(signal: AbortSignal): Promise<PreparedAnswer | null> {
    if (signal.aborted) this.drop();
    else signal.addEventListener('abort', () => this.drop(), { once: true });
    return this.begun;
  }

  /** The question was not stored, or must be asked differently. */
  drop(): void {
    this.dropped.abort();
  }
}

/** The first event is waited for from now on; the ones after it only when the answer reads them. */
function asked(answer: PreparedAnswer, signal: AbortSignal): PreparedAnswer {
  const { model, request } = answer;
  const events = model.stream(request, signal)[Symbol.asyncIterator]();
  const first = events.next();
  // A failure is the answer's, once there is one.
  first.catch(() => {});
  return { ...answer, model: { ...model, stream: () => heldBack(first, events) } };
}

/** Passes the promises of the model on: another generator would cost every token a turn more. */
function heldBack(
  first: Promise<IteratorResult<ModelEvent>>,
  events: AsyncIterator<ModelEvent>,
): AsyncIterable<ModelEvent> {
  let held: typeof first | undefined = first;
  const reading: AsyncIterator<ModelEvent> = {
    next() {
      const next = held ?? events.next();
      held = undefined;
      return next;
    },
    ...(events.return && { return: (value) => (events.return as NonNullable<typeof events.return>)(value) }),
  };
  return { [Symbol.asyncIterator]: () => reading };
}
