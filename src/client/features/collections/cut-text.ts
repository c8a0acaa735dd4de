/** Splits a document's text into pieces to render: pages, passages, and the found passage. Pure functions. */
import type { WholeDocument } from '~/shared/schemas/collections';

/** A passage found by a search. */
export interface ShownPassage {
  start: number;
  text: string;
}

export interface TextPiece {
  start: number;
  text: string;
  /** The number of the passage that starts here. */
  passage?: number;
  isFound: boolean;
}

export interface TextPage {
  page: number | undefined;
  start: number;
  pieces: TextPiece[];
}

type Cut = Pick<WholeDocument, 'content' | 'pages' | 'passageStarts'>;

/** Splits at pages, at passages only on request, and around the found passage. */
export function cutText(
  { content, pages, passageStarts }: Cut,
  withPassages: boolean,
  shown?: ShownPassage,
): TextPage[] {
  const match = shown && placeOf(content, shown);
  const borders = [...(withPassages ? passageStarts : []), ...(match ? [match.start, match.end] : [])];
  const numbers = new Map(withPassages ? passageStarts.map((start, index) => [start, index + 1]) : []);
  const parts = pages.length > 0 ? pages : [{ page: undefined, start: 0 }];
  return parts.map(({ page, start }, index) => {
    const [from, to] = [index === 0 ? 0 : start, parts[index + 1]?.start ?? content.length];
    const starts = [...new Set([from, ...borders.filter((at) => at > from && at < to)])].sort((a, b) => a - b);
    const pieces = starts.map((at, piece): TextPiece => {
      const passage = numbers.get(at);
      return {
        start: at,
        text: content.slice(at, starts[piece + 1] ?? to),
        ...(passage !== undefined && { passage }),
        isFound: match !== undefined && at >= match.start && at < match.end,
      };
    });
    return { page, start, pieces };
  });
}

/**
 * The given position, or another one with the same text: line endings of a stored article can differ from those that
 * were indexed.
 */
function placeOf(content: string, { start, text }: ShownPassage): { start: number; end: number } | undefined {
  const at = content.startsWith(text, start) ? start : content.indexOf(text);
  return at < 0 || text === '' ? undefined : { start: at, end: at + text.length };
}
