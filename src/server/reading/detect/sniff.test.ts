import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { compoundFile, makeDoc } from '~/server/testing/inputs/make-doc';
import { makeDocx, makePdf } from '~/server/testing/inputs/make-files';
import { guessExtension } from './guess-extension';
import { checkFile, type UploadedFile } from './sniff';

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** An upload with only its first bytes in memory; `ranges` counts further reads. */
function uploadOf(name: string, bytes: Buffer, declaredType?: string): UploadedFile & { ranges: number } {
  const upload = {
    name,
    declaredType,
    head: bytes.subarray(0, 4100),
    size: bytes.length,
    ranges: 0,
    async readRange(start: number, end: number) {
      upload.ranges += 1;
      return bytes.subarray(start, end);
    },
  };
  return upload;
}

const pixels = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
const svg =
  '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg [<!ELEMENT a ANY>]>\n<svg xmlns="http://www.w3.org/2000/svg"/>';
const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), Buffer.alloc(100)]);

describe('checkFile', () => {
  it.each([
    ['A report.PDF', 'application/pdf', async () => makePdf([['Hello']]), { kind: 'pdf', type: 'application/pdf' }],
    ['a.pdf', 'application/octet-stream', async () => makePdf([['x']]), { kind: 'pdf', type: 'application/pdf' }],
    ['a.pdf', '', async () => makePdf([['x']]), { kind: 'pdf', type: 'application/pdf' }],
    ['a.docx', docxType, async () => makeDocx(['Hello']), { kind: 'docx', type: docxType }],
    ['a.doc', 'application/msword', async () => makeDoc('Hello'), { kind: 'doc', type: 'application/msword' }],
    ['a.jpg', 'image/jpeg', () => pixels().jpeg().toBuffer(), { kind: 'image', type: 'image/jpeg' }],
    ['a.jpeg', 'image/jpg', () => pixels().jpeg().toBuffer(), { kind: 'image', type: 'image/jpeg' }],
    ['a.png', 'image/png; charset=binary', () => pixels().png().toBuffer(), { kind: 'image', type: 'image/png' }],
    ['a.png.png', 'image/png', () => pixels().png().toBuffer(), { kind: 'image', type: 'image/png' }],
    ['a.gif', 'image/gif', () => pixels().gif().toBuffer(), { kind: 'image', type: 'image/gif' }],
    ['a.webp', 'image/webp', () => pixels().webp().toBuffer(), { kind: 'image', type: 'image/webp' }],
    ['a.avif', 'image/avif', () => pixels().avif().toBuffer(), { kind: 'image', type: 'image/avif' }],
    ['a.tif', 'image/tiff', () => pixels().tiff().toBuffer(), { kind: 'image', type: 'image/tiff' }],
    ['a.heic', 'image/heic', async () => heic, { kind: 'image', type: 'image/heic' }],
    ['a.bmp', 'image/bmp', async () => Buffer.from(`BM${'\0'.repeat(60)}`), { kind: 'image', type: 'image/bmp' }],
    ['a.svg', 'image/svg+xml', async () => Buffer.from(svg), { kind: 'image', type: 'image/svg+xml' }],
  ])('accepts %s declared as "%s"', async (name, declared, make, expected) => {
    const bytes = await make();
    expect(await checkFile(uploadOf(name, bytes, declared))).toEqual(expected);
    const unnamed = `file.${await guessExtension(bytes.subarray(0, 4100))}`;
    expect(await checkFile(uploadOf(unnamed, bytes))).toEqual(expected);
  });

  it('guesses no extension for bytes of an unknown kind', async () => {
    expect(await guessExtension(Buffer.from('plain text'))).toBe('');
    expect(await guessExtension(Buffer.alloc(0))).toBe('');
  });

  it('checks Word files far larger than their first bytes with a few range reads', async () => {
    const random = randomBytes(3_000_000);
    const docx = uploadOf(
      'a.docx',
      makeDocx(['Hello'], { parts: [{ name: 'word/media/a.png', data: random, method: 'stored' }] }),
    );
    expect((await checkFile(docx)).kind).toBe('docx');
    const doc = uploadOf('a.doc', makeDoc('word '.repeat(900_000)));
    expect((await checkFile(doc)).kind).toBe('doc');
    expect(Math.max(docx.ranges, doc.ranges)).toBeLessThan(12);
  });

  it('accepts tags in the title of a PDF', async () => {
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<</Title (All about \\(the\\) <script> tag)>>\nendobj\n');
    expect((await checkFile(uploadOf('a.pdf', pdf))).kind).toBe('pdf');
  });

  it('names the problem in the error, and its details in the log', async () => {
    const refusal = (name: string, bytes: Buffer, declared?: string) =>
      checkFile(uploadOf(name, bytes, declared)).catch((error) => error);
    expect(await refusal('a.png', makePdf([['x']]), 'image/png')).toMatchObject({
      code: 'unsupported_type',
      message: 'This file type is not allowed',
      cause: 'the bytes are application/pdf',
    });
    expect(await refusal('a.pdf', Buffer.alloc(0))).toMatchObject({ code: 'validation', message: 'The file is empty' });
    const locked = compoundFile([{ name: 'EncryptedPackage', data: Buffer.alloc(5000) }]);
    expect(await refusal('a.docx', locked)).toMatchObject({ message: 'This document is password-protected.' });
    const tooLarge = { ...uploadOf('a.pdf', makePdf([['x']])), size: 10_485_761 };
    expect(await checkFile(tooLarge).catch((error) => error)).toMatchObject({
      code: 'too_large',
      message: 'File is larger than 10 MB',
    });
  });

  it('rejects the shortest of files, whatever their name', async () => {
    for (const extension of ['pdf', 'docx', 'doc', 'png', 'heic', 'svg', 'tif']) {
      for (const length of [1, 3, 9]) {
        const file = uploadOf(`a.${extension}`, Buffer.alloc(length, 'P'));
        await expect(checkFile(file)).rejects.toThrow('This file type is not allowed');
      }
    }
  });

  it('reports a storage error, not a bad file, if the storage fails', async () => {
    const away = async () => {
      throw new Error('connection lost');
    };
    const docx = makeDocx(['x'], { parts: [{ name: 'word/media/a.png', data: randomBytes(9000) }] });
    for (const [name, bytes] of [
      ['a.docx', docx],
      ['a.doc', makeDoc('x')],
      ['a.svg', Buffer.from(svg.padEnd(9000))],
    ] as const) {
      await expect(checkFile({ ...uploadOf(name, bytes), readRange: away })).rejects.toThrow('connection lost');
    }
  });

  it('takes no longer for bytes crafted to be slow to check', async () => {
    const slow = [
      '<!doctype svg'.padEnd(65_000, ' '),
      '<!--'.repeat(16_000),
      '<?xml '.repeat(10_000),
      ' '.repeat(65_000),
    ];
    for (const text of slow) {
      await expect(checkFile(uploadOf('a.svg', Buffer.from(text)))).rejects.toThrow('This file type is not allowed');
    }
    const pdf = Buffer.from(`%PDF-1.4\n${'/Title('.repeat(9000)}`);
    expect((await checkFile({ ...uploadOf('a.pdf', pdf), head: pdf })).kind).toBe('pdf');
    for (const xml of ['PartName="x" '.repeat(19_000), '<Override '.repeat(25_000), 'PartName  ='.repeat(20_000)]) {
      const docx = makeDocx([], { parts: [{ name: '[Content_Types].xml', data: xml }] });
      await expect(checkFile(uploadOf('a.docx', docx))).rejects.toThrow('This file type is not allowed');
    }
  });
});
