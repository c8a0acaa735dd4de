/** A position in a file, and whether it matches the source that an answer names. */
import type { Citation } from '~/shared/schemas/citations';
import type { Span } from './fold-text';
import type { NamedPlace } from './named-place';
import type { SourceFile, SourceWindow } from './source-texts';

export interface TextRange {
  file: SourceFile;
  /** Pages of the first and last character; absent for a file without pages. */
  page?: number;
  lastPage?: number;
  /** Offsets in the text of the file. */
  start: number;
  end: number;
  text: string;
}

/** Longer passages are cut. */
const maxCharacters = 4000;

export function placeIn(window: SourceWindow, span: Span): TextRange {
  const start = window.start + span.start;
  const end = Math.min(window.start + span.end, start + maxCharacters);
  const pageAt = (offset: number) => window.pages.findLast((page) => page.start <= offset)?.page;
  const page = pageAt(start);
  const lastPage = pageAt(end - 1);
  return {
    file: window.file,
    ...(page !== undefined && { page }),
    ...(lastPage !== undefined && { lastPage }),
    start,
    end,
    text: window.text.slice(span.start, end - window.start).toWellFormed(),
  };
}

/** How the position differs from the source that the answer names; empty if they agree. */
export function deviationsFrom({ pages, file }: NamedPlace, place: TextRange): string[] {
  const { page, lastPage } = place;
  const isOtherFile = file !== undefined && file.toLowerCase() !== place.file.name.toLowerCase();
  const isOtherPage =
    pages !== undefined &&
    (page === undefined || lastPage === undefined || pages.last < page || pages.first > lastPage);
  return [
    ...(isOtherFile ? [file] : []),
    ...(isOtherPage ? [pages.first === pages.last ? `page ${pages.first}` : `pages ${pages.first}–${pages.last}`] : []),
  ];
}

export function citationAt({ file, page, start, end }: TextRange): Citation {
  return {
    source: file.name,
    title: page === undefined ? file.name : `${file.name}, page ${page}`,
    ...(file.objectId && { objectId: file.objectId }),
    ...(file.documentId && { documentId: file.documentId }),
    ...(page !== undefined && { page }),
    sourceStart: start,
    sourceEnd: end,
  };
}
