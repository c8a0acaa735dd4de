/**
 * The program of one reader process, which reads one file after another for the pool. It has no access to the database
 * or secrets, so a hostile file can only harm this process. Imports are relative, because the process may run in
 * another folder when started from sources.
 */

import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { codeOf } from '~/server/lib/caught';
import {
  max,
  type Reading,
  type ReadingBounds,
  ReadingFailure,
  type ReadingJob,
  readingMessages,
} from '~/server/reading/reading';
import { type FileKind, processedTypeOf } from '~/shared/file-kinds';
import type { ReadingProgress } from '~/shared/schemas/uploads';
import { startMemoryGuard } from './memory-guard';

export interface ReaderRequest {
  job: ReadingJob;
  timeoutMs: number;
  max: ReadingBounds;
  /** Whether to create an image for text recognition. */
  wantsOcr: boolean;
  /** If set, only the image of this page of a PDF or image is created. */
  page?: number;
  /** If set, only those of these pages of a PDF are returned as `scanned` that show a large image. */
  stamped?: number[];
}

export interface ReaderReply {
  reading: Reading;
  /** An image for text recognition. */
  ocr?: Uint8Array;
  /** Pages of a PDF or image whose text is to be recognized. */
  scanned?: number[];
  /** Pages of a PDF whose text may be the stamp on a scan. */
  stamped?: number[];
  /** The cause of an error, for the log. */
  fault?: string;
  /** The process is no longer clean: the next file needs a new one. */
  isUsedUp: boolean;
}

/** Sent while a file is being read. */
export interface ReaderProgress {
  progress: ReadingProgress;
}

/** Share of a job's time after which a reader returns what it has, if it can. */
const softDeadline = 0.8;
/** A reader that has been used this much is replaced. */
const maxUsage = 200;
/** What a job counts. A new process takes seconds to warm up, so it may read more web pages than files. */
const usageOf = { file: 4, page: 1 };
/** Lower CPU priority, because answers matter more. */
const lowerPriority = 5;
const progressEveryMs = 200;

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const shapes = prototypes.map((prototype) => Reflect.ownKeys(prototype).length);
let usage = 0;
/** The first report is never too early, however young the process is. */
let reportedAt = Number.NEGATIVE_INFINITY;

function report(progress: ReadingProgress): void {
  if (performance.now() - reportedAt < progressEveryMs) return;
  reportedAt = performance.now();
  send({ progress } satisfies ReaderProgress);
}

async function answer(request: ReaderRequest): Promise<ReaderReply> {
  const { job, timeoutMs, max: allowed } = request;
  Object.assign(max, allowed);
  const deadline = performance.now() + timeoutMs * softDeadline;
  usage += job.page ? usageOf.page : usageOf.file;
  try {
    const file = job.bytes ?? (await readFile(job.path ?? ''));
    // The PDF library rejects a Buffer.
    const bytes = new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength);
    return { ...(await readRequested(request, bytes, deadline)), isUsedUp: isUsedUp() };
  } catch (error) {
    const isPlain = error instanceof ReadingFailure;
    const isMissing = codeOf(error) === 'ENOENT';
    const processingError = isPlain ? error.message : isMissing ? readingMessages.unreadable : readingMessages.damaged;
    const cause = isPlain ? error.cause : error;
    const reading: Reading = { processedType: processedTypeOf(job.kind), processingError };
    return { reading, isUsedUp: isUsedUp(), ...(cause !== undefined && { fault: explain(cause) }) };
  }
}

async function readRequested({ job, wantsOcr, page, stamped }: ReaderRequest, bytes: Uint8Array, deadline: number) {
  if (page !== undefined) return imageOfPage(job.kind, bytes, page);
  if (!stamped) return readByKind(job, bytes, deadline, wantsOcr);
  const { pagesWithLargeImage } = await import('~/server/reading/extract/pdf-large-images');
  return { reading: { processedType: 'pdf' as const }, scanned: await pagesWithLargeImage(bytes, stamped, deadline) };
}

async function imageOfPage(kind: FileKind, bytes: Uint8Array, page: number) {
  const ocr =
    kind === 'image'
      ? await (await images()).imageOfPage(bytes, page)
      : await (await import('~/server/reading/extract/pdf-page-image')).pdfPageImage(bytes, page);
  return { reading: { processedType: processedTypeOf(kind) }, ...(ocr && { ocr }) };
}

const images = () => import('~/server/reading/extract/read-image');

const pages = () => import('~/server/reading/extract/read-page');

/** Each library is loaded with the first file that needs it. */
async function readByKind(job: ReadingJob, bytes: Uint8Array, deadline: number, wantsOcr: boolean) {
  if (job.kind === 'image') {
    const { readImage, readStillImage } = await images();
    return job.wantsStill
      ? { reading: await readStillImage(bytes) }
      : readImage(bytes, job.type, { wantsOcr, deadline });
  }
  if (job.kind === 'pdf') return (await import('~/server/reading/extract/read-pdf')).readPdf(bytes, deadline, report);
  if (job.page) return { reading: (await pages()).readPage(bytes, job.page) };
  return { reading: await (await import('./read-document')).readDocument(job.kind, bytes, report) };
}

/** Detects a file that changed global objects: such a process must not read another user's file. */
function isUsedUp(): boolean {
  return usage >= maxUsage || prototypes.some((value, index) => Reflect.ownKeys(value).length !== shapes[index]);
}

function explain(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const send = (message: unknown) => process.send?.(message);
let current: ReadingJob | null = null;

async function read(request: ReaderRequest): Promise<void> {
  current = request.job;
  const reply = await answer(request);
  current = null;
  send(reply);
}

process.on('message', (request: ReaderRequest) => void read(request));
// Some libraries throw outside of any awaited promise.
process.on('uncaughtException', (error) => {
  if (!current) process.exit(1);
  const reading: Reading = { processedType: processedTypeOf(current.kind), processingError: readingMessages.damaged };
  process.send?.({ reading, isUsedUp: true, fault: explain(error) } satisfies ReaderReply, () => process.exit(1));
});
process.on('disconnect', () => process.exit(0));
// Ctrl+C reaches every process of a terminal, but the server decides when a reader ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

setPriority(lowerPriority);
startMemoryGuard(Number(process.argv[2]));
send('ready');
if (process.argv[3] === 'page') void pages();
