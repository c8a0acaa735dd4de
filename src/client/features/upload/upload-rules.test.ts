import { describe, expect, it } from 'vitest';
import { uploadWords } from '~/client/words/upload';
import { fileErrorOf, withExtensionOf } from './upload-rules';

const max = 10_485_760;
const file = (name: string, type = '', size = 1000) => ({ name, type, size });

describe('fileErrorOf', () => {
  it('accepts documents by their extension and images by their type', () => {
    for (const taken of [file('a.pdf'), file('A.PDF'), file('b.doc'), file('c.docx'), file('paste', 'image/png')]) {
      expect(fileErrorOf(taken, max)).toBeUndefined();
    }
  });

  it('accepts images by their extension where the browser does not know their type', () => {
    for (const name of ['IMG_1.HEIC', 'IMG_1.heif', 'a.tif', 'a.bmp', 'a.avif', 'a.jpg'])
      expect(fileErrorOf(file(name), max)).toBeUndefined();
  });

  it('returns the reason for a rejection', () => {
    expect(fileErrorOf(file('a.exe', 'application/x-msdownload'), max)).toBe('This file type is not allowed');
    expect(fileErrorOf(file('photo.png.exe'), max)).toBe('This file type is not allowed');
    expect(fileErrorOf(file('no-extension'), max)).toBe('This file type is not allowed');
    expect(fileErrorOf(file('a.pdf', '', max + 1), max)).toBe('File is larger than 10 MB');
    expect(fileErrorOf(file('a.pdf', '', max), max)).toBeUndefined();
    expect(fileErrorOf(file('a.pdf', '', 0), max)).toBe('This file is empty');
  });

  it('returns the number of files', () => {
    expect(uploadWords.tooMany(5)).toBe('At most 5 files per message');
  });
});

describe('withExtensionOf', () => {
  it('keeps the extension that determines the type', () => {
    expect(withExtensionOf('scan.pdf', 'Contract')).toBe('Contract.pdf');
    expect(withExtensionOf('scan.pdf', ' Contract.PDF ')).toBe('Contract.PDF');
    expect(withExtensionOf('scan.pdf', '  ')).toBe('scan.pdf');
    expect(withExtensionOf('noextension', 'Other')).toBe('Other');
  });
});
