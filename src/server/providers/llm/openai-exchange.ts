import type { IncomingMessage } from 'node:http';
import { cutOff, notAStream, timedOut, toModelError } from './openai-errors';
import { parseEvent, type WireReader } from './openai-wire';
import { SseDecoder } from './sse';
import { ModelError, type ModelEvent } from './types';

/** How long extras (usage, the end of the stream) may lag behind the end of the answer. */
const graceMs = 2_000;

/**
 * One request and its stream. `next` answers the events of the next piece of the wire, in the order of the wire, and
 * undefined after the end; it throws a ModelError. Silence is measured only while waiting for the endpoint, so a slow
 * reader is never taken for a dead model. `close` must be called in any case: it frees the socket.
 */
export class Exchange {
  private readonly upstream = new AbortController();
  private readonly decoder = new SseDecoder();
  private readonly abort = () => this.upstream.abort();
  private readonly idle: NodeJS.Timeout;
  private body: IncomingMessage | undefined;
  private chunks: AsyncIterator<Uint8Array> | undefined;
  private grace: NodeJS.Timeout | undefined;
  /** A failure behind events that the reader has not got yet. */
  private failure: { error: unknown } | undefined;
  private isWaiting = false;
  private isTimedOut = false;
  private isOver = false;

  constructor(
    private readonly open: (signal: AbortSignal) => Promise<Response>,
    private readonly reader: WireReader,
    private readonly idleMs: number,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', this.abort, { once: true });
    if (signal.aborted) this.abort();
    this.idle = setTimeout(() => {
      if (!this.isWaiting) return;
      this.isTimedOut = true;
      this.abort();
    }, idleMs);
  }

  async next(): Promise<ModelEvent[] | undefined> {
    if (this.isOver) return undefined;
    const events: ModelEvent[] = [];
    try {
      if (this.failure) throw this.failure.error;
      const chunks = this.chunks ?? (await this.start());
      while (events.length === 0) await this.readChunk(chunks, events);
      return events;
    } catch (error) {
      if (events.length === 0) return this.fail(error);
      this.failure = { error };
      return events;
    }
  }

  close(): void {
    clearTimeout(this.idle);
    clearTimeout(this.grace);
    this.signal.removeEventListener('abort', this.abort);
    const { body } = this;
    if (!body || !this.isOver) {
      this.abort();
      return;
    }
    // Let the few bytes that remain run out, so that the socket serves the next question.
    const late = setTimeout(this.abort, graceMs).unref();
    body.once('close', () => clearTimeout(late));
    void this.chunks?.return?.().then(() => body.resume());
  }

  private async start(): Promise<AsyncIterator<Uint8Array>> {
    const response = await this.waitFor(this.open(this.upstream.signal));
    if (!response.headers.get('content-type')?.includes('text/event-stream')) throw notAStream();
    // http-fetch.ts answers with the message of node:http as the body.
    this.body = response.body as unknown as IncomingMessage;
    this.chunks = this.body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
    return this.chunks;
  }

  private async readChunk(chunks: AsyncIterator<Uint8Array>, events: ModelEvent[]): Promise<void> {
    const chunk = await this.waitFor(chunks.next());
    for (const data of chunk.done ? this.decoder.end() : this.decoder.push(chunk.value)) this.read(data, events);
    if (chunk.done && !this.reader.isFinished) throw cutOff();
    if (chunk.done || this.reader.isComplete) {
      this.isOver = true;
      events.push(...this.reader.closing());
    } else if (this.reader.isFinished) {
      this.grace ??= setTimeout(this.abort, graceMs);
    }
  }

  private read(data: string, events: ModelEvent[]): void {
    if (this.reader.isComplete) return;
    if (data.startsWith('[DONE]')) this.reader.markDone();
    else this.reader.read(parseEvent(data), events);
  }

  private async waitFor<T>(promise: Promise<T>): Promise<T> {
    this.isWaiting = true;
    this.idle.refresh();
    const value = await promise;
    this.isWaiting = false;
    return value;
  }

  private fail(error: unknown): ModelEvent[] | undefined {
    this.isOver = !(error instanceof ModelError) && this.reader.isFinished;
    // The answer itself was whole; only the extras after it are missing.
    if (this.isOver && !this.signal.aborted) return this.reader.closing();
    if (this.isTimedOut) throw timedOut(this.idleMs);
    if (error instanceof ModelError) throw error;
    throw this.body ? cutOff(error) : toModelError(error);
  }
}
