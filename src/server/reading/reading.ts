/** What is asked of a reader and what it answers. These values travel between processes: data only. */
export type FileKind = 'pdf' | 'docx' | 'doc' | 'image';

export interface ReadingJob {
  kind: FileKind;
  name: string;
  /** The type that the bytes have, as `checkFile` found it. */
  type: string;
  /** Where the file lies; the reader opens it itself, so that the server never holds its bytes. An absolute path. */
  path?: string;
  /** The file itself, where it lies nowhere. */
  bytes?: Uint8Array;
}

export interface PageStart {
  /** From 1, as people count. */
  page: number;
  /** Where the page begins in `extractedText`; a page without text holds no more than the space before the next. */
  start: number;
}

export interface ReadImage {
  /** As it is seen: with the orientation that the camera noted applied. */
  width: number;
  height: number;
  /** The picture without place, time, camera and whatever else was written beside it. Absent where it cannot be made. */
  cleaned?: Uint8Array;
  /** The type of `cleaned`. TIFF and AVIF, which models don't take, become JPEG, or WebP where one sees through. */
  cleanedType?: string;
  /** WebP, at most 512 pixels wide and high. */
  preview?: Uint8Array;
}

export interface Reading {
  /**
   * A .doc is 'unknown': the specification names four types and a .doc is none of the other three. Its text is read.
   * Absent for an attached text, where there was nothing to process.
   */
  processedType?: 'pdf' | 'docx' | 'image' | 'unknown';
  extractedText?: string;
  /** Of a PDF: every page that was read, in order. */
  pages?: PageStart[];
  /** Why nothing, or not enough, could be read, in the user's words. */
  processingError?: string;
  /** What the user may want to know about a reading that went well: "Only the first 2,000 of 5,000 pages were read." */
  note?: string;
  image?: ReadImage;
}

export const words = {
  tooLong: 'Reading this file took too long.',
  tooComplex: 'This file is too complex to read.',
  damaged: 'This file is damaged and could not be read.',
  unreadable: 'This file could not be read.',
  pdfLocked: 'This PDF is protected by a password.',
  documentLocked: 'This document is protected by a password.',
  noTextLayer: 'This PDF has no text layer. Its pages are pictures.',
  noText: 'This document contains no text.',
  drawingKept: 'Drawings are kept for download. They are not shown or read here.',
  drawingActive: 'This drawing contains scripts or outside references. It is kept for download only.',
  pictureKind: 'Pictures of this kind are kept for download. They are not shown or read here.',
  noOcr: 'Words in pictures are not read on this server.',
  ocrFailed: 'The words in this picture could not be read.',
} as const;

/** Text beyond this is left out with a note. Counted as JavaScript does. */
export const maxTextLength = 2_000_000;
export const maxPdfPages = 2000;

/** A reason in the user's words; anything else that is thrown while reading means a damaged file. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
}

export function processedTypeOf(kind: FileKind): Reading['processedType'] {
  return kind === 'doc' ? 'unknown' : kind;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}
