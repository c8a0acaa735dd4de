/**
 * Understands uploaded files away from the server: each is read by a process of its own kind with a limit of time and
 * memory. Threads would be lighter, but they share the server's fate: a heap that runs out inside one ends the whole
 * process, and their limits count neither buffers nor long strings.
 */
import { availableParallelism } from 'node:os';
import { shuttingDown } from '~/server/lib/errors';
import { cleanText, withinLimit } from '~/server/reading/extract/clean-text';
import { findProgram, recogniseWords } from '~/server/reading/extract/ocr';
import { withScannedPages } from '~/server/reading/extract/scanned-pages';
import {
  type Reading,
  type ReadingJob,
  type ReadingMost,
  type ReportProgress,
  standardMost,
  words,
} from '~/server/reading/reading';
import { processedTypeOf } from '~/shared/file-kinds';
import { limits } from '~/shared/limits';
import { createPlaces } from './places';
import { ReaderEnded } from './reader-process';
import { createReaders } from './readers';
import { recognisePages } from './recognise-pages';

/** Files that a server reads at the same time. */
export const readerCount = Math.max(1, Math.min(2, availableParallelism() - 1));

export interface ReaderPoolOptions {
  /** Files read at the same time. */
  workers?: number;
  /** For a file of at most 10 MB. */
  timeoutMs?: number;
  /** Of JavaScript's heap; with buffers and pictures a reader may grow by three times as much. */
  memoryMb?: number;
  /** What is read of a file at most. */
  most?: ReadingMost;
  /** How long an idle reader is kept for the next file. */
  idleMs?: number;
  /** The program that recognises words in pictures: its name in PATH, or where it lies. */
  ocrProgram?: string;
  /** For the scanned pages of one PDF together; those left over are counted in its note. */
  ocrMs?: number;
  /** What went wrong behind a `processingError`, for the log. */
  onFault?: (fault: { job: Pick<ReadingJob, 'kind' | 'type'>; error: string }) => void;
}

export interface ReadOptions {
  /** A reader that died is then reported as ReaderEnded. */
  mayRetry?: boolean;
  report?: ReportProgress;
}

export interface ReaderPool {
  /**
   * Never fails because of the file: what cannot be read is a Reading with `processingError`. Fails with the signal's
   * reason, with AppError 'unavailable' once the pool is closed, and – only if the caller may retry – with ReaderEnded
   * when the reader did not start or died, which another process's hunger for memory may have caused.
   */
  read(job: ReadingJob, signal?: AbortSignal, options?: ReadOptions): Promise<Reading>;
  close(): Promise<void>;
}

const leastOcrMs = 1000;
const noPages: ReadonlyMap<number, string> = new Map();

export function createReaderPool(options: ReaderPoolOptions = {}): ReaderPool {
  const {
    timeoutMs = 10_000,
    memoryMb = 256,
    most = standardMost,
    idleMs = 60_000,
    ocrProgram = 'tesseract',
    ocrMs = 120_000,
    onFault,
  } = options;
  const workers = options.workers ?? readerCount;
  const readers = createReaders({ memoryMb, idleMs });
  const places = createPlaces(workers);
  /** One for each file that waits or is read. */
  const jobs = new Set<AbortController>();
  let isClosed = false;
  let ocr: Promise<string | null> | undefined;
  const findOcr = () => {
    ocr ??= findProgram(ocrProgram);
    return ocr;
  };

  async function readInTime(job: ReadingJob, signal: AbortSignal, report?: ReportProgress): Promise<Reading> {
    const program = job.kind === 'image' || job.kind === 'pdf' ? await findOcr() : null;
    const started = performance.now();
    const reader = readers.take();
    const withinMs = timeoutMs * timesOf(job);
    const reply = await reader.run({ job, timeoutMs: withinMs, wantsOcr: program !== null, most }, signal, report);
    readers.giveBack(reader, reply.isWorn);
    if (reply.fault) onFault?.({ job: { kind: job.kind, type: job.type }, error: reply.fault });
    const { reading, ocr, scanned } = reply;
    if (scanned) {
      const found = program ? await recognise(program, job, scanned, signal, report) : noPages;
      return withScannedPages(reading, scanned, found, most.characters);
    }
    if (!ocr || !program) return isUnread(reading) ? { ...reading, note: words.noOcr } : reading;
    const left = Math.max(leastOcrMs, withinMs - (performance.now() - started));
    return { ...reading, ...(await wordsIn(program, ocr, left, signal)) };
  }

  function recognise(
    program: string,
    job: ReadingJob,
    pages: readonly number[],
    signal: AbortSignal,
    report?: ReportProgress,
  ) {
    const onPageFault = (error: string) => onFault?.({ job: { kind: job.kind, type: job.type }, error });
    const imageOf = async (page: number) => {
      const reader = readers.take();
      const { ocr, isWorn } = await reader.run(
        { job, timeoutMs: timeoutMs * timesOf(job), wantsOcr: true, most, page },
        signal,
      );
      readers.giveBack(reader, isWorn);
      return ocr;
    };
    return recognisePages({ program, pages, withinMs: ocrMs, imageOf, onFault: onPageFault, report }, signal);
  }

  async function readInTurn(job: ReadingJob, signal: AbortSignal, options: ReadOptions): Promise<Reading> {
    await places.take(signal);
    try {
      return await readInTime(job, signal, options.report);
    } catch (error) {
      if (!(error instanceof ReaderEnded)) throw error;
      onFault?.({ job: { kind: job.kind, type: job.type }, error: error.message });
      if (options.mayRetry && error.reason !== 'too_long') throw error;
      return { processedType: processedTypeOf(job.kind), processingError: sentences[error.reason] };
    } finally {
      places.give();
    }
  }

  return {
    async read(job, askedSignal, options = {}) {
      if (isClosed) throw shuttingDown();
      askedSignal?.throwIfAborted();
      const control = new AbortController();
      const leave = () => control.abort(askedSignal?.reason);
      askedSignal?.addEventListener('abort', leave, { once: true });
      jobs.add(control);
      try {
        return await readInTurn(job, control.signal, options);
      } finally {
        jobs.delete(control);
        askedSignal?.removeEventListener('abort', leave);
      }
    },
    async close() {
      isClosed = true;
      for (const control of jobs) control.abort(shuttingDown());
      await readers.close();
    },
  };
}

/** Once the time for 10 MB, and more in proportion. */
const timesOf = ({ size = 0 }: ReadingJob): number => Math.max(1, size / limits.attachmentBytes);

/** A picture that was decoded, and nobody looked for words in it. */
const isUnread = (reading: Reading): boolean => reading.image?.cleaned !== undefined;

async function wordsIn(
  program: string,
  png: Uint8Array,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Partial<Reading>> {
  const recognised = await recogniseWords(program, png, { timeoutMs, signal });
  if (recognised === null) return { note: words.ocrFailed };
  const { text } = withinLimit(cleanText(recognised));
  return text === '' ? {} : { extractedText: text };
}

const sentences: Record<ReaderEnded['reason'], string> = {
  too_long: words.tooLong,
  died: words.tooComplex,
  not_started: words.unreadable,
};
