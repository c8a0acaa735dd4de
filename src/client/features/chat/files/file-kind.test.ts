import { describe, expect, it } from 'vitest';
import { fileKind } from './file-kind';

describe('fileKind', () => {
  it.each([
    ['application/pdf', 'a', 'PDF'],
    ['', 'a.PDF', 'PDF'],
    ['image/heic', 'a.heic', 'Image'],
    ['application/msword', 'a', 'Document'],
    ['', 'letter.docx', 'Document'],
    ['application/zip', 'a.zip', 'File'],
  ])('identifies %s, %s as %s', (type, name, kind) => {
    expect(fileKind(type, name).kind).toBe(kind);
  });
});
