import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReadingJob } from '~/server/reading/reading';
import {
  makeBombPdf,
  makeDocx,
  makeEndlessPdf,
  makePdf,
  makeScannedPdf,
  makeStampedPdf,
  pdfOfObjects,
  pdfStream,
} from '~/server/testing/inputs/make-files';
import { makePptx } from '~/server/testing/inputs/make-slides';
import { makeXlsx } from '~/server/testing/inputs/make-workbook';
import { createTestFolder } from '~/server/testing/test-folder';
import { until } from '~/server/testing/until';
import { limits } from '~/shared/limits';
import type { ReadingProgress } from '~/shared/schemas/uploads';
import { createReaderPool, type ReaderPool, type ReaderPoolOptions } from './reader-pool';

const folder = createTestFolder();
const pools: ReaderPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function poolOf(options: ReaderPoolOptions = {}): ReaderPool {
  const pool = createReaderPool({ workers: 1, ...options });
  pools.push(pool);
  return pool;
}

const pdfJob = (text: string): ReadingJob => ({
  kind: 'pdf',
  type: 'application/pdf',
  name: 'a.pdf',
  bytes: makePdf([[text]]),
});
const endlessJob = (): ReadingJob => ({ ...pdfJob(''), bytes: makeEndlessPdf() });
const bombJob = (megabytes: number): ReadingJob => ({ ...pdfJob(''), bytes: makeBombPdf(megabytes) });

/** The running reader processes of this process, as listed by the system. */
function readers(): string[] {
  const rows = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args=']).toString().split('\n');
  return rows.filter((row) => row.trim().startsWith(`${process.pid} `) && row.includes('reading-worker'));
}

describe('the limit of what is read from a file', () => {
  const pdf = (pages: number): ReadingJob => ({
    ...pdfJob(''),
    bytes: makePdf(Array.from({ length: pages }, (_, index) => [`Words of page ${index + 1}`])),
  });

  it('is the configured number of pages, with a note', async () => {
    const { extractedText, pages, note } = await poolOf({ max: { pages: 2, characters: 10_000 } }).read(pdf(3));
    expect(extractedText).toBe('Words of page 1\n\nWords of page 2');
    expect(pages).toHaveLength(2);
    expect(note).toBe('Only the first 2 of 3 pages were read.');
  });

  it('is the configured number of characters, with a note', async () => {
    const bytes = new TextEncoder().encode('Words fill the line. '.repeat(50));
    const job: ReadingJob = { kind: 'txt', type: 'text/plain', name: 'a.txt', bytes };
    const { extractedText, note } = await poolOf({ max: { pages: 1, characters: 100 } }).read(job);
    expect(extractedText).toHaveLength(100);
    expect(note).toBe('Only the beginning of this document was read.');
  });
});

describe('a pool of readers', () => {
  it('starts no reader before the first file, keeps it for the next, and ends it when idle', async () => {
    const pool = poolOf({ idleMs: 300 });
    expect(readers()).toHaveLength(0);
    await pool.read(pdfJob('One'));
    const first = readers();
    expect(first).toHaveLength(1);
    await pool.read(pdfJob('Two'));
    expect(readers()).toEqual(first);
    await until(() => readers().length === 0);
  });

  it('starts one reader for an announced file', async () => {
    const pool = poolOf({ workers: 2 });
    pool.prepare();
    const announced = readers();
    expect(announced).toHaveLength(1);
    pool.prepare();
    await pool.read(pdfJob('One'));
    expect(readers()).toEqual(announced);
    await pool.close();
    pool.prepare();
    expect(readers()).toHaveLength(0);
  });

  it('replaces a reader after many files, before the next file arrives', async () => {
    const pool = poolOf();
    const bytes = new TextEncoder().encode('Words.');
    const job: ReadingJob = { kind: 'txt', type: 'text/plain', name: 'a.txt', bytes };
    await pool.read(job);
    const [first] = readers();
    for (let file = 1; file < 50; file++) await pool.read(job);
    await until(() => readers().length === 1 && readers()[0] !== first);
    const [second] = readers();
    expect(await pool.read(job)).toMatchObject({ extractedText: 'Words.' });
    expect(readers()).toEqual([second]);
  });

  it('passes none of the server’s settings to a reader', async () => {
    process.env.SOME_SECRET = 'x';
    await poolOf().read(pdfJob('One'));
    const environment = execFileSync('ps', [
      'eww',
      '-o',
      'args=',
      '-p',
      `${readers()[0]?.trim().split(/\s+/)[1]}`,
    ]).toString();
    expect(environment).toContain('reading-worker');
    expect(environment).not.toContain('SOME_SECRET');
  });

  it('reads more files than it has readers, without mixing them up', async () => {
    const pool = poolOf({ workers: 2 });
    const texts = Array.from({ length: 9 }, (_, index) => `File ${index}`);
    const readings = await Promise.all(texts.map((text) => pool.read(pdfJob(text))));
    expect(readings.map(({ extractedText }) => extractedText)).toEqual(texts);
    expect(readers().length).toBeLessThanOrEqual(2);
  });

  it('reads a file from its path, and reports if it is missing', async () => {
    const file = path.join(folder, 'a.docx');
    await writeFile(file, makeDocx(['From the disk.']));
    const job: ReadingJob = { kind: 'docx', type: '', name: 'a.docx', path: file };
    const pool = poolOf();
    expect(await pool.read(job)).toEqual({ processedType: 'docx', extractedText: 'From the disk.' });
    expect(await pool.read({ ...job, path: `${file}.gone` })).toEqual({
      processedType: 'docx',
      processingError: "This file couldn't be processed.",
    });
  });

  it('allows more time for a larger file', async () => {
    const pool = poolOf({ timeoutMs: 1 });
    const job = pdfJob('The rate is 7.25 percent.');
    expect((await pool.read(job)).processingError).toBe('Processing this file took too long.');
    const large = { ...job, size: 30_000 * limits.attachmentBytes };
    expect((await pool.read(large)).extractedText).toContain('7.25 percent');
  });

  it('gives up on a file that takes too long, and reads the next with a new reader', async () => {
    const pool = poolOf({ timeoutMs: 1000 });
    // Declared as large, so it has a hundred times as long.
    const other = { ...pdfJob('Next'), size: 100 * limits.attachmentBytes };
    const [slow, next] = await Promise.all([pool.read(endlessJob()), pool.read(other)]);
    expect(slow).toEqual({ processedType: 'pdf', processingError: 'Processing this file took too long.' });
    expect(next.extractedText).toBe('Next');
  });

  it('ends a reader that exceeds its memory limit, and continues', async () => {
    const pool = poolOf({ memoryMb: 64, timeoutMs: 240_000 });
    const [large, next] = await Promise.all([pool.read(bombJob(2000)), pool.read(pdfJob('Next'))]);
    expect(large).toEqual({ processedType: 'pdf', processingError: 'This file is too complex to process.' });
    expect(next.extractedText).toBe('Next');
  });

  it('can be aborted while waiting and while reading', async () => {
    const pool = poolOf();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const slow = pool.read(endlessJob(), running.signal);
    const queued = pool.read(pdfJob('Never'), waiting.signal);
    const last = pool.read(pdfJob('Last'));
    waiting.abort(new Error('left the queue'));
    await expect(queued).rejects.toThrow('left the queue');
    running.abort(new Error('left'));
    await expect(slow).rejects.toThrow('left');
    expect((await last).extractedText).toBe('Last');
    await expect(pool.read(pdfJob('x'), AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  it('closes with unread files, and accepts no more', async () => {
    const pool = poolOf();
    const unread = [pool.read(endlessJob()), pool.read(pdfJob('x'))];
    const ends = Promise.allSettled(unread);
    await until(() => readers().length === 1);
    await pool.close();
    expect(readers()).toHaveLength(0);
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    await expect(pool.read(pdfJob('x'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('does not block the server while it reads five files of ten megabytes', async ({ annotate }) => {
    const pool = poolOf({ workers: 2 });
    const attached = pdfStream(Buffer.alloc(10_000_000, 1));
    const large = pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>', attached]);
    await pool.read(pdfJob('Warm'));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await Promise.all(Array.from({ length: 5 }, () => pool.read({ ...pdfJob(''), bytes: large })));
    await pool.read(bombJob(5));
    delay.disable();
    const [p99, max] = [delay.percentile(99), delay.max].map((value) => Math.round(value / 1e5) / 10);
    await annotate(`event loop delay: p99 ${p99} ms, longest ${max} ms`);
    expect(p99).toBeLessThan(500);
  });
});

describe('progress', () => {
  const slides = [{ body: '' }, { body: '' }];
  const jobs: [unit: ReadingProgress['unit'], job: ReadingJob, total: number][] = [
    ['page', { ...pdfJob(''), bytes: makePdf([['One'], ['Two'], ['Three']]) }, 3],
    ['sheet', { kind: 'xlsx', type: '', name: 'a.xlsx', bytes: makeXlsx([{ name: 'A', rows: [[1]] }]) }, 1],
    ['slide', { kind: 'pptx', type: '', name: 'a.pptx', bytes: makePptx(slides) }, 2],
  ];
  it.each(jobs)('is reported by %s', async (unit, job, total) => {
    const seen: ReadingProgress[] = [];
    await poolOf().read(job, undefined, { report: (progress) => seen.push(progress) });
    expect(seen[0]).toEqual({ activity: 'reading', unit, current: 1, total });
  });
});

describe('words in an image', () => {
  /** A fake of the external program: receives a PNG and returns its text. */
  async function program(name: string, source: string): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, `#!${process.execPath}\n${source}`);
    await chmod(file, 0o755);
    return file;
  }
  const picture = async (): Promise<ReadingJob> => {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 4, background: 'white' } })
      .png()
      .toBuffer();
    return { kind: 'image', type: 'image/png', name: 'a.png', bytes };
  };

  it('are recognized by the installed program', async () => {
    const source = `const chunks = []; process.stdin.on('data', (c) => chunks.push(c)).on('end', () => {
      const png = Buffer.concat(chunks);
      console.log(process.argv.slice(2).join(' '), ' ', png.toString('latin1', 1, 4), png.readUInt32BE(16), '\\f');
    });`;
    const reading = await poolOf({ ocrProgram: await program('ocr', source) }).read(await picture());
    expect(reading).toMatchObject({ extractedText: 'stdin stdout PNG 40', image: { width: 40 } });
    expect(reading.note).toBeUndefined();
  });

  it('are recognized page by page in a scan, which is reported', async () => {
    const seen: ReadingProgress[] = [];
    const pool = poolOf({ ocrProgram: await program('ocr-pages', 'process.exit(1)') });
    await pool.read({ ...pdfJob(''), bytes: makeScannedPdf() }, undefined, {
      report: (progress) => seen.push(progress),
    });
    expect(seen).toEqual([
      { activity: 'reading', unit: 'page', current: 1, total: 1 },
      { activity: 'recognizing', unit: 'page', current: 1, total: 1 },
    ]);
  });

  describe('of several pages', () => {
    const scan = async (pages: number): Promise<ReadingJob> => {
      const page = sharp({ create: { width: 300, height: 300, channels: 3, background: 'white' } });
      const lines = Array.from({ length: pages }, () => '');
      return { ...pdfJob(''), bytes: makeStampedPdf(lines, await page.jpeg().toBuffer(), 300, 300) };
    };
    const fax = async (pages: number): Promise<ReadingJob> => {
      const page = { create: { width: 40, height: 30, channels: 3, background: 'white' } } as const;
      const images = await Promise.all(Array.from({ length: pages }, () => sharp(page).png().toBuffer()));
      const bytes = await sharp(images, { join: { animated: true } })
        .tiff()
        .toBuffer();
      return { kind: 'image', type: 'image/tiff', name: 'a.tiff', bytes };
    };
    const words = 'console.log("Words of a page.\\f")';

    it('have a note if further pages were not read', async () => {
      const pool = poolOf({ ocrProgram: await program('ocr-first', words), max: { pages: 2, characters: 10_000 } });
      expect(await pool.read(await scan(3))).toMatchObject({
        extractedText: 'Words of a page.\n\nWords of a page.',
        note: 'Only the first 2 of 3 pages were read. The text of 2 pages was recognized in their images.',
      });
    });

    it.each([
      ['a PDF', scan],
      ['an image', fax],
    ])('have a note if the text of %s is cut', async (name, make) => {
      const ocrProgram = await program(`ocr-cut-${name.slice(-3)}`, words);
      const { extractedText, note } = await poolOf({ ocrProgram, max: { pages: 9, characters: 20 } }).read(
        await make(2),
      );
      expect(extractedText).toBe('Words of a page.\n\nWo');
      expect(note).toContain('Only the beginning of this document was read.');
    });
  });

  it('have a note if they are cut', async () => {
    const ocrProgram = await program('ocr-cut', 'console.log("Words of a page.\\f")');
    const pool = poolOf({ ocrProgram, max: { pages: 1, characters: 5 } });
    expect(await pool.read(await picture())).toMatchObject({
      extractedText: 'Words',
      note: 'Only the beginning of this document was read.',
    });
  });

  it('are counted as unread for each page that fails', async () => {
    const page = { create: { width: 40, height: 30, channels: 3, background: 'white' } } as const;
    const pages = await Promise.all([page, page].map((one) => sharp(one).png().toBuffer()));
    const bytes = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer();
    const pool = poolOf({ ocrProgram: await program('ocr-images', 'process.exit(1)') });
    const { note } = await pool.read({ kind: 'image', type: 'image/tiff', name: 'a.tiff', bytes });
    expect(note).toContain("The text of 2 pages couldn't be read.");
  });

  it.each([
    ['fails', 'process.exit(1)'],
    ['never ends', 'setInterval(() => {}, 1000)'],
    ['never stops writing', 'setInterval(() => process.stdout.write("x".repeat(100000)), 1)'],
  ])('are given up if the program %s', async (name, source) => {
    const ocrProgram = await program(name.replaceAll(' ', '-'), source);
    const reading = await poolOf({ ocrProgram, timeoutMs: 5000 }).read(await picture());
    expect(reading).toMatchObject({ note: "The text in this image couldn't be read.", image: { width: 40 } });
  });
});
