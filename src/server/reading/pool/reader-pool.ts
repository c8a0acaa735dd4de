/**
 * Reads uploaded files outside of the server process: each in a child process with limits of time and memory. Threads
 * would be lighter, but a heap that overflows in one ends the whole process, and their limits count neither buffers nor
 * long strings.
 */

import { availableParallelism } from 'node:os';
import { shuttingDown } from '~/server/lib/errors';
import { createSemaphore, type Semaphore } from '~/server/lib/semaphore';
import { cleanText, withinLimit } from '~/server/reading/extract/clean-text';
import { findProgram, recognizeWords } from '~/server/reading/extract/ocr';
import { withImagePages, withScannedPages } from '~/server/reading/extract/scanned-pages';
import {
  defaultBounds,
  type Reading,
  type ReadingBounds,
  type ReadingJob,
  type ReportProgress,
  readingMessages,
} from '~/server/reading/reading';
import { processedTypeOf } from '~/shared/file-kinds';
import { limits } from '~/shared/limits';
import { ReaderEnded } from './reader-process';
import { createReaders, type Readers } from './readers';
import type { ReaderRequest } from './reading-worker';
import { recognizePages } from './recognize-pages';

/** Number of files that a server reads at the same time. */
export const readerCount = Math.max(1, Math.min(2, availableParallelism() - 1));

export interface ReaderPoolOptions {
  /** Number of files read at the same time. */
  workers?: number;
  /** Time limit for a file of at most 10 MB. */
  timeoutMs?: number;
  /** Limit of the JavaScript heap; with buffers and images, a reader may use three times as much. */
  memoryMb?: number;
  /** Limits of what is read from a file. */
  max?: ReadingBounds;
  /** The kind of file to prepare new readers for. */
  first?: 'page';
  /** How long an idle reader is kept for the next file. */
  idleMs?: number;
  /** The text recognition program: its name in PATH, or its path. */
  ocrProgram?: string;
  /** Time limit for all scanned pages of one file; the remaining ones are counted in its note. */
  ocrMs?: number;
  /** Receives the cause of a `processingError`, for the log. */
  onFault?: (fault: { job: Pick<ReadingJob, 'kind' | 'type'>; error: string }) => void;
}

export interface ReadOptions {
  /** If true, a reader that died is reported as ReaderEnded. */
  mayRetry?: boolean;
  report?: ReportProgress;
}

export interface ReaderPool {
  /**
   * Never throws because of the file: an unreadable one is a Reading with `processingError`. Throws the signal's
   * reason, AppError 'unavailable' once the pool is closed, and, only if the caller may retry, ReaderEnded if the
   * reader did not start or died, possibly because another process used up the memory.
   */
  read(job: ReadingJob, signal?: AbortSignal, options?: ReadOptions): Promise<Reading>;
  /** Announces that a file is likely to come. */
  prepare(): void;
  close(): Promise<void>;
}

const leastOcrMs = 1000;
const noPages: ReadonlyMap<number, string> = new Map();

export const createReaderPool = (options: ReaderPoolOptions = {}): ReaderPool => new Pool(options);

class Pool implements ReaderPool {
  private readonly readers: Readers;
  private readonly semaphore: Semaphore;
  private readonly timeoutMs: number;
  private readonly max: ReadingBounds;
  /** One for each waiting or running file. */
  private readonly jobs = new Set<AbortController>();
  private isClosed = false;
  private ocr: Promise<string | null> | undefined;

  constructor(private readonly options: ReaderPoolOptions) {
    const { workers = readerCount, timeoutMs = 10_000, memoryMb = 256, max = defaultBounds, idleMs = 60_000 } = options;
    this.timeoutMs = timeoutMs;
    this.max = max;
    this.readers = createReaders({ memoryMb, idleMs, first: options.first });
    this.semaphore = createSemaphore(workers);
  }

  async read(job: ReadingJob, askedSignal?: AbortSignal, options: ReadOptions = {}): Promise<Reading> {
    if (this.isClosed) throw shuttingDown();
    askedSignal?.throwIfAborted();
    const control = new AbortController();
    const leave = () => control.abort(askedSignal?.reason);
    askedSignal?.addEventListener('abort', leave, { once: true });
    this.jobs.add(control);
    try {
      return await this.readInTurn(job, control.signal, options);
    } finally {
      this.jobs.delete(control);
      askedSignal?.removeEventListener('abort', leave);
    }
  }

  prepare(): void {
    this.readers.prepare();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const control of this.jobs) control.abort(shuttingDown());
    await this.readers.close();
  }

  private async readInTurn(job: ReadingJob, signal: AbortSignal, options: ReadOptions): Promise<Reading> {
    await this.semaphore.acquire(signal);
    try {
      return await this.readInTime(job, signal, options.report);
    } catch (error) {
      if (!(error instanceof ReaderEnded)) throw error;
      this.reportFault(job, error.message);
      if (options.mayRetry && error.reason !== 'too_long') throw error;
      return { processedType: processedTypeOf(job.kind), processingError: sentences[error.reason] };
    } finally {
      this.semaphore.release();
    }
  }

  private async readInTime(job: ReadingJob, signal: AbortSignal, report?: ReportProgress): Promise<Reading> {
    const program = job.kind === 'image' || job.kind === 'pdf' ? await this.findOcr() : null;
    const started = performance.now();
    const withinMs = this.timeOf(job);
    const reply = await this.runReader({ job, timeoutMs: withinMs, wantsOcr: program !== null }, signal, report);
    if (reply.fault) this.reportFault(job, reply.fault);
    const { reading, ocr, scanned, stamped = [] } = reply;
    if (scanned) {
      const pages = [...scanned, ...(await this.withLargeImage(job, stamped, signal))];
      const found = program ? await this.recognize(program, job, pages, signal, report) : noPages;
      const combine = job.kind === 'image' ? withImagePages : withScannedPages;
      return combine(reading, pages, found, this.max.characters);
    }
    if (!ocr || !program) return isUnread(reading) ? withNote(reading, readingMessages.noOcr) : reading;
    const left = Math.max(leastOcrMs, withinMs - (performance.now() - started));
    const recognized = await recognizeWords(program, ocr, { timeoutMs: left, signal });
    return { ...reading, ...wordsOf(recognized, this.max.characters) };
  }

  /** Asks a reader again, so that a page too complex to be listed does not affect the text. */
  private async withLargeImage(job: ReadingJob, stamped: number[], signal: AbortSignal): Promise<readonly number[]> {
    if (stamped.length === 0) return [];
    try {
      const { scanned } = await this.runReader({ job, timeoutMs: this.timeOf(job), wantsOcr: false, stamped }, signal);
      return scanned ?? [];
    } catch (error) {
      if (!(error instanceof ReaderEnded)) throw error;
      this.reportFault(job, error.message);
      return [];
    }
  }

  private recognize(
    program: string,
    job: ReadingJob,
    pages: readonly number[],
    signal: AbortSignal,
    report?: ReportProgress,
  ) {
    const { ocrMs: withinMs = 120_000 } = this.options;
    const onFault = (error: string) => this.reportFault(job, error);
    const imageOf = async (page: number) => {
      const { ocr } = await this.runReader({ job, timeoutMs: this.timeOf(job), wantsOcr: true, page }, signal);
      return ocr;
    };
    return recognizePages({ program, pages, withinMs, imageOf, onFault, report }, signal);
  }

  /** A reader that fails is not returned to the pool, because it has ended. */
  private async runReader(request: Omit<ReaderRequest, 'max'>, signal: AbortSignal, report?: ReportProgress) {
    const reader = this.readers.acquire();
    const reply = await reader.run({ ...request, max: this.max }, signal, report);
    this.readers.release(reader, reply.isUsedUp);
    return reply;
  }

  private findOcr(): Promise<string | null> {
    this.ocr ??= findProgram(this.options.ocrProgram ?? 'tesseract');
    return this.ocr;
  }

  /** The base time up to 10 MB, and more in proportion. */
  private timeOf({ size = 0 }: ReadingJob): number {
    return this.timeoutMs * Math.max(1, size / limits.attachmentBytes);
  }

  private reportFault({ kind, type }: ReadingJob, error: string): void {
    this.options.onFault?.({ job: { kind, type }, error });
  }
}

const withNote = (reading: Reading, note: string): Reading => ({
  ...reading,
  note: [reading.note, note].filter(Boolean).join(' '),
});

/** A decoded image whose words have not been recognized. */
const isUnread = (reading: Reading): boolean => reading.image?.preview !== undefined;

function wordsOf(recognized: string | null, characters: number): Partial<Reading> {
  if (recognized === null) return { note: readingMessages.ocrFailed };
  const { text, isCut } = withinLimit(cleanText(recognized), characters);
  return text === '' ? {} : { extractedText: text, ...(isCut && { note: readingMessages.onlyBeginning }) };
}

const sentences: Record<ReaderEnded['reason'], string> = {
  too_long: readingMessages.tooLong,
  died: readingMessages.tooComplex,
  not_started: readingMessages.unreadable,
};
