/** What the sources of an answer support: exactly the words that were compared with them, and nothing else. */
import { CitedAnswer } from '~/server/features/citations/pages/cited-sentences';
import type { Citation } from '~/shared/schemas/citations';
import type { TextSpan } from './sentence';

/** Confirmed by a source, or the indexes of the citations that may still confirm it; empty if there are none. */
export type Support = 'confirmed' | number[];

/** Sources that contain the cited statement. */
export const confirms = ({ check }: Citation): boolean => check?.verdict === 'quote' || check?.verdict === 'figures';

interface Statement extends TextSpan {
  index: number;
  isConfirmed: boolean;
}

/**
 * Returns how the sources support a place of a block. The mere existence of a source proves nothing, and neither does a
 * statement next to it. Call with blocks in text order, because statements are consumed.
 */
export function citedStatements(
  text: string,
  citations: readonly Citation[],
): (block: { start: number; text: string }) => (place: TextSpan) => Support {
  const statements = statementsOf(text, citations).sort((a, b) => a.start - b.start);
  let next = 0;
  let open: Statement[] = [];
  return (block) => {
    const end = block.start + block.text.length;
    for (let one = statements[next]; one && one.start < end; one = statements[++next]) open.push(one);
    open = open.filter((one) => one.end > block.start);
    const inBlock = open;
    return (place) => {
      const around = inBlock.filter((one) => one.start <= place.start && place.end <= one.end);
      if (around.some(({ isConfirmed }) => isConfirmed)) return 'confirmed';
      return [...new Set(around.map(({ index }) => index))];
    };
  };
}

function statementsOf(text: string, citations: readonly Citation[]): Statement[] {
  let cited: CitedAnswer | undefined;
  return citations.flatMap((citation, index) => {
    const isConfirmed = confirms(citation);
    if (!isConfirmed && citation.check?.verdict !== 'pending') return [];
    // A page is compared with sentences, or with their parts if they cite several pages. A file is compared with the
    // quotation or the sentence that the citation covers.
    if (citation.url === undefined) return rangeOf(citation).map((range) => ({ ...range, index, isConfirmed }));
    cited ??= new CitedAnswer(text, citations);
    return cited.at(citation).map(({ own, ...sentence }) => {
      const { start, end } = own ?? sentence;
      return { start, end, index, isConfirmed };
    });
  });
}

const rangeOf = ({ start, end }: Citation): TextSpan[] =>
  start === undefined || end === undefined ? [] : [{ start, end }];
