import type { IncomingMessage } from 'node:http';
import { cutOff, notAStream, timedOut, toModelError, unreadable } from './openai-errors';
import { parseEvent, type WireReader } from './openai-wire';
import { ResponseBody } from './response-body';
import type { ModelError, ModelEvent } from './types';

/** How long extras (usage, the end of the stream) may lag behind the end of the answer. */
const graceMs = 2_000;
const maxBrokenLines = 1;
/** Without an explicit reason, each abort would create an error with a stack that is never used. */
const closed = 'closed';
const noop = () => {};

/** Timeouts of an endpoint: until the answer begins, and within it. */
export interface StreamTimeouts {
  firstMs: number;
  idleMs: number;
}

/**
 * One request and its stream. Bytes are read as they arrive, even if the consumer is slow: so silence is always the
 * endpoint's, and everything that arrives in between is returned at once. `next` returns the events since the last
 * call, in order, and undefined after the end; it throws a ModelError, but only after the events before it. Always call
 * `close`, which releases the socket.
 */
export class Exchange {
  private readonly upstream = new AbortController();
  private readonly received = new ResponseBody();
  /** Number of lines that were not JSON. A single one is skipped: it costs a token, not the answer. */
  private brokenLines = 0;
  private idle: NodeJS.Timeout;
  /** A timestamp, because restarting a timer with every token would be expensive. */
  private lastDataAt = performance.now();
  private hasBegun = false;
  /**
   * The consumer has stopped. Kept here, because checking a signal is the most expensive part of passing on a token.
   */
  isStopped: boolean;
  private readonly stop = () => {
    this.isStopped = true;
    this.close();
  };
  private grace: NodeJS.Timeout | undefined;
  private body: IncomingMessage | undefined;
  private events: ModelEvent[] = [];
  private failure: ModelError | undefined;
  private isOver = false;
  private wake: () => void = noop;

  constructor(
    open: (signal: AbortSignal) => Promise<IncomingMessage>,
    private readonly reader: WireReader,
    private readonly timeouts: StreamTimeouts,
    private readonly signal: AbortSignal,
  ) {
    this.isStopped = signal.aborted;
    this.idle = setTimeout(this.checkIdle, timeouts.firstMs);
    signal.addEventListener('abort', this.stop, { once: true });
    open(this.upstream.signal).then(
      (message) => this.listen(message),
      (error: unknown) => this.end(toModelError(error)),
    );
  }

  /** A promise only if there are no events yet. */
  next(): ModelEvent[] | undefined | Promise<ModelEvent[] | undefined> {
    if (this.events.length > 0 || this.failure || this.isOver) return this.take();
    return new Promise((resolve, reject) => {
      this.wake = () => {
        // Events that arrive before the consumer has resumed wait for its next call.
        this.wake = noop;
        try {
          resolve(this.take());
        } catch (error) {
          reject(error);
        }
      };
    });
  }

  private take(): ModelEvent[] | undefined {
    const { events } = this;
    if (events.length === 0) {
      if (this.failure) throw this.failure;
      return undefined;
    }
    this.events = [];
    return events;
  }

  close(): void {
    if (!this.isOver) this.end(this.reader.isFinished ? undefined : cutOff());
  }

  private readonly checkIdle = (): void => {
    const allowedMs = this.hasBegun ? this.timeouts.idleMs : this.timeouts.firstMs;
    const leftMs = this.lastDataAt + allowedMs - performance.now();
    // A timer may be early by a fraction of a millisecond.
    if (leftMs < 1) this.end(this.reader.doubt === 'early' ? undefined : timedOut(allowedMs));
    else this.idle = setTimeout(this.checkIdle, leftMs);
  };

  private listen(message: IncomingMessage): void {
    if (this.isOver) return;
    this.lastDataAt = performance.now();
    this.body = message;
    message.on('data', (chunk: Buffer) => this.receive(chunk));
    message.once('end', () => this.handleEnd());
    message.once('error', (error) => this.end(cutOff(error)));
  }

  private receive(chunk: Buffer): void {
    if (this.isOver) return;
    this.lastDataAt = performance.now();
    this.read(() => this.received.push(chunk));
    if (this.reader.isComplete) this.end();
    else if (this.reader.isFinished) this.awaitExtras();
    if (this.events.length === 0) return;
    if (!this.hasBegun) this.begin();
    this.wake();
  }

  /** After a doubtful end, more text may follow, as late as within an answer: `checkIdle` ends the wait. */
  private awaitExtras(): void {
    if (!this.reader.doubt) this.grace ??= setTimeout(() => this.close(), graceMs);
    else if (this.grace) {
      clearTimeout(this.grace);
      this.grace = undefined;
    }
  }

  /** From the first event on, the idle timeout applies. */
  private begin(): void {
    this.hasBegun = true;
    clearTimeout(this.idle);
    if (!this.isOver) this.idle = setTimeout(this.checkIdle, this.timeouts.idleMs);
  }

  private handleEnd(): void {
    if (this.isOver) return;
    this.read(() => this.received.end());
    const { kind, text } = this.received;
    if (kind === 'json') this.readWhole(text);
    else if (kind === 'page') this.end(notAStream());
    else this.close();
  }

  private readWhole(text: string): void {
    const data = parseEvent(text);
    try {
      if (data) this.reader.readWhole(data, this.events);
    } catch (error) {
      this.end(toModelError(error));
    }
    this.end(this.reader.isFinished ? undefined : unreadable(text));
  }

  private read(receive: () => string[]): void {
    try {
      for (const data of receive()) {
        if (this.reader.isComplete || this.isOver) return;
        if (data.startsWith('[DONE]')) this.reader.markDone();
        else if (data !== '') this.readEvent(data);
      }
    } catch (error) {
      this.end(toModelError(error));
    }
  }

  private readEvent(data: string): void {
    const event = parseEvent(data);
    if (event) this.reader.read(event, this.events);
    else this.brokenLines += 1;
    if (this.brokenLines > maxBrokenLines) throw unreadable(data);
  }

  /** Once the vendor has reported the end and nothing contradicts it, later errors do not affect the answer. */
  private end(failure?: ModelError): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.idle);
    clearTimeout(this.grace);
    this.signal.removeEventListener('abort', this.stop);
    if (this.reader.isFinished && !(failure && this.reader.doubt)) {
      this.events.push(...this.reader.closing());
      this.failure = this.reader.failure;
    } else this.failure = failure;
    this.release();
    this.wake();
  }

  private release(): void {
    const { body, upstream } = this;
    if (!body || !this.reader.isComplete) {
      upstream.abort(closed);
      return;
    }
    // Reads the last bytes of the body, so that the socket can be reused.
    const late = setTimeout(() => upstream.abort(closed), graceMs).unref();
    body.once('close', () => clearTimeout(late));
  }
}
