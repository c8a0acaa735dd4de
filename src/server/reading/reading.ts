/** The request to a reader and its result. Sent between processes, so data only. */
import type { FileKind, ProcessedType } from '~/shared/file-kinds';
import type { ReadingProgress } from '~/shared/schemas/uploads';
import type { PageFacts, PageRequest } from './page-facts';

export interface ReadingJob {
  kind: FileKind;
  name: string;
  /** The type of the bytes, determined by `checkFile`. */
  type: string;
  /** In bytes. A file larger than 10 MB gets proportionally more time. */
  size?: number;
  /** The absolute path of the file; the reader opens it itself, so that the server never holds its bytes. */
  path?: string;
  /** The file's bytes, if it is not on disk. */
  bytes?: Uint8Array;
  /** For kind 'html': read it as a web page, not as a file. */
  page?: PageRequest;
  /** For kind 'image': create only a still image, of a type that every AI model accepts. */
  wantsStill?: true;
}

export interface PageStart {
  /** Page number, from 1. */
  page: number;
  /** Offset of the page in `extractedText`; a page without text contains at most the white space before the next. */
  start: number;
}

export interface ReadImage {
  /** As displayed: with the camera's orientation applied. */
  width: number;
  height: number;
  /** The image without metadata such as location, time and camera. Absent if it cannot be created. */
  cleaned?: Uint8Array;
  /** The type of `cleaned`. TIFF and AVIF, which models don't accept, become JPEG, or WebP if transparent. */
  cleanedType?: string;
  /** WebP, at most 512 pixels wide and high. */
  preview?: Uint8Array;
  /** If requested: the first frame as PNG or JPEG. */
  still?: { type: string; bytes: Uint8Array };
}

export interface Reading {
  processedType: ProcessedType;
  extractedText?: string;
  /** Every page of a PDF that was read, every slide or sheet, in order. */
  pages?: PageStart[];
  /** Why nothing, or too little, could be read, as a message for the user. */
  processingError?: string;
  /** A note for the user about a successful result, such as "Only the first 2,000 of 5,000 pages were read." */
  note?: string;
  image?: ReadImage;
  /** For a web page. */
  page?: PageFacts;
}

/** Called before each page, sheet or slide. */
export type ReportProgress = (progress: ReadingProgress) => void;

export const readingMessages = {
  tooLong: 'Processing this file took too long.',
  tooComplex: 'This file is too complex to process.',
  damaged: "This file is damaged and can't be processed.",
  unreadable: "This file couldn't be processed.",
  pdfLocked: 'This PDF is password-protected.',
  documentLocked: 'This document is password-protected.',
  noTextLayer: "This PDF contains only scanned images, so its text can't be read.",
  noText: 'This document contains no text.',
  onlyBeginning: 'Only the beginning of this document was read.',
  svgKept: 'SVG files can be downloaded, but not previewed or searched.',
  svgActive: 'This SVG file contains scripts or external references. It can only be downloaded.',
  imageKind: 'Images of this type can be downloaded, but not previewed or searched.',
  imageUnclean:
    "This image's location and camera data can't be removed, so only its owner can download it. Convert it to JPEG to share it.",
  noOcr: "This server can't read text in images.",
  ocrFailed: "The text in this image couldn't be read.",
} as const;

export interface ReadingBounds {
  /** Further text is left out with a note. Counted in UTF-16 units. */
  characters: number;
  /** Further pages of a PDF are left out with a note. */
  pages: number;
}
export const defaultBounds: Readonly<ReadingBounds> = { characters: 2_000_000, pages: 2000 };
/** The limits in this process: a reader sets them for each file. */
export const max: ReadingBounds = { ...defaultBounds };

/** A failure with a message for the user; any other error while reading means a damaged file. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** A note for a file of which further pages were left out. */
export const onlyFirstPages = (read: number, total: number): string =>
  read === 1
    ? `Only the first of ${count(total)} pages was read.`
    : `Only the first ${count(read)} of ${count(total)} pages were read.`;
