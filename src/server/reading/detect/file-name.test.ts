import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition, showsInline } from '~/server/features/uploads/image-inline';
import { extensionOf, safeFileName } from './file-name';

describe('safeFileName', () => {
  it('turns any name into one non-empty line, and is idempotent', () => {
    const pieces = fc.constantFrom(
      'a',
      '.',
      ' ',
      '/',
      '\\',
      '\0',
      '\n',
      '\u202e',
      '\ud83d',
      '😀',
      'é',
      'e\u0301',
      '..',
      '\u2066',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: pieces, maxLength: 400 })), (raw) => {
        const name = safeFileName(raw);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(255);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[/\\\p{Cc}\u2028-\u202e\u2066-\u2069]|^[. ]|[. ]$/u);
        expect(safeFileName(name)).toBe(name);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Report 2026.pdf', 'Report 2026.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\Plan.docx', 'Plan.docx'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['page.html\0.png', 'page.html.png'],
    ['report.pdf. ', 'report.pdf'],
    ['.pdf', 'file.pdf'],
    ['..', 'file'],
    ['', 'file'],
    ['گزارش\u200cها.pdf', 'گزارش\u200cها.pdf'],
    [`${'x'.repeat(300)}.docx`, `${'x'.repeat(250)}.docx`],
  ])('turns %j into %j', (raw, name) => {
    expect(safeFileName(raw)).toBe(name);
  });

  it('uses the extension after the last dot', () => {
    expect(['a.pdf.exe', 'A.PDF', 'a', 'The end. Not an extension'].map(extensionOf)).toEqual(['exe', 'pdf', '', '']);
  });
});

describe('serving a file', () => {
  it('displays only raster images', () => {
    const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
    expect(types.every(showsInline)).toBe(true);
    const others = ['image/svg+xml', 'image/tiff', 'image/heic', 'image/bmp', 'application/pdf', 'text/html', ''];
    expect(others.some(showsInline)).toBe(false);
  });

  it('names the file in ASCII and in full', () => {
    expect(contentDisposition('Résumé "final" (2).pdf', 'application/pdf')).toBe(
      `attachment; filename="R_sum_ _final_ (2).pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%22final%22%20%282%29.pdf`,
    );
    expect(contentDisposition('a.png', 'image/png')).toBe(`inline; filename="a.png"; filename*=UTF-8''a.png`);
  });

  it('prevents header injection by a name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(contentDisposition(name, 'image/png')).toMatch(
          /^inline; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/,
        );
      }),
    );
  });
});
