/** What is asked of a reader and what it answers. These values travel between processes: data only. */
import type { FileKind, ProcessedType } from '~/shared/file-kinds';
import type { ReadingProgress } from '~/shared/schemas/uploads';
import type { PageFacts, PageRequest } from './page-facts';

export interface ReadingJob {
  kind: FileKind;
  name: string;
  /** The type that the bytes have, as `checkFile` found it. */
  type: string;
  /** In bytes. A file larger than 10 MB has more time, in proportion. */
  size?: number;
  /** Where the file lies; the reader opens it itself, so that the server never holds its bytes. An absolute path. */
  path?: string;
  /** The file itself, where it lies nowhere. */
  bytes?: Uint8Array;
  /** Of kind 'html': read it as a page of the web, not as a file. */
  page?: PageRequest;
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
  processedType: ProcessedType;
  extractedText?: string;
  /** Of a PDF every page that was read, of slides and workbooks every slide and sheet, in order. */
  pages?: PageStart[];
  /** Why nothing, or not enough, could be read, in the user's words. */
  processingError?: string;
  /** A note for the user about a successful result, such as "Only the first 2,000 of 5,000 pages were read." */
  note?: string;
  image?: ReadImage;
  /** Of a page of the web. */
  page?: PageFacts;
}

/** Called before each page, sheet or slide. */
export type ReportProgress = (progress: ReadingProgress) => void;

export const words = {
  tooLong: 'Processing this file took too long.',
  tooComplex: 'This file is too complex to process.',
  damaged: "This file is damaged and can't be processed.",
  unreadable: "This file couldn't be processed.",
  pdfLocked: 'This PDF is password-protected.',
  documentLocked: 'This document is password-protected.',
  noTextLayer: "This PDF contains only scanned images, so its text can't be read.",
  noText: 'This document contains no text.',
  onlyBeginning: 'Only the beginning of this document was read.',
  drawingKept: 'SVG files can be downloaded, but not previewed or searched.',
  drawingActive: 'This SVG file contains scripts or external references. It can only be downloaded.',
  pictureKind: 'Images of this type can be downloaded, but not previewed or searched.',
  noOcr: "This server can't read text in images.",
  ocrFailed: "The text in this image couldn't be read.",
} as const;

export interface ReadingMost {
  /** Text beyond this is left out with a note. Counted as JavaScript does. */
  characters: number;
  /** Further pages of a PDF are left out with a note. */
  pages: number;
}
export const standardMost: Readonly<ReadingMost> = { characters: 2_000_000, pages: 2000 };
/** What a file may have at most, here: a reader sets it for each file that it is given. */
export const most: ReadingMost = { ...standardMost };

/** A reason in the user's words; anything else that is thrown while reading means a damaged file. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}
