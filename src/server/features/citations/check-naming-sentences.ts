/**
 * Compares sentences that name a page or file with its content. They never count as verified quotations: the best
 * passage is cited, and figures missing from it are listed.
 */
import { createYieldPoint } from '~/server/lib/yield-point';
import type { Citation, CitationCheck } from '~/shared/schemas/citations';
import { markedSentences, type NamingSentence, namingSentences, statesFigures, withoutPlace } from './answer-sentences';
import { type ClaimCheck, ClaimSource, checkClaim } from './claims/check-claim';
import { citationAt, placeIn, type TextRange } from './place';
import type { SourceTexts, SourceWindow } from './source-texts';

/** Files without pages, and searches of the whole text, are read in pieces of about this length. */
const pieceCharacters = 12_000;

interface CheckedPlace {
  check: ClaimCheck;
  place: TextRange;
}

export async function checkNamingSentences(
  answer: string,
  texts: SourceTexts,
  taken: readonly Citation[],
  now = new Date(),
  marks: readonly { start: number; end: number; file: string }[] = [],
): Promise<Citation[]> {
  const places = taken.flatMap(({ start, end }) => (start === undefined || end === undefined ? [] : [{ start, end }]));
  const marked = markedSentences(answer, marks, places);
  const named = namingSentences(
    answer,
    texts.files.map(({ name }) => name),
    [...places, ...marked],
  );
  const sentences = [...marked, ...named];
  if (sentences.length === 0) return [];
  const best = new Map<NamingSentence, CheckedPlace>();
  const turn = createYieldPoint();
  for await (const window of texts.windows()) {
    for (const piece of piecesOf(window)) {
      const relevant = sentences.filter((sentence) => isAbout(sentence, piece));
      if (relevant.length === 0) continue;
      const source = new ClaimSource(piece.text);
      for (const sentence of relevant) {
        await turn();
        const found = compare(sentence, piece, source);
        const known = best.get(sentence);
        if (!known || rank(found.check) > rank(known.check)) best.set(sentence, found);
      }
    }
  }
  return sentences.flatMap((sentence) => toCitations(answer, sentence, best.get(sentence), now));
}

interface Piece extends SourceWindow {
  page?: number;
}

/**
 * The pages of a window, or pieces of its text. Where windows overlap in the middle of a page, both halves are
 * included.
 */
function* piecesOf(window: SourceWindow): Generator<Piece> {
  const { text, start, pages } = window;
  const borders =
    pages.length > 0
      ? pages.map((page) => ({ ...page, at: Math.max(0, page.start - start) }))
      : [{ at: 0, page: undefined }];
  for (const [index, { at, page }] of borders.entries()) {
    const end = borders[index + 1]?.at ?? text.length;
    for (let from = at; from < end; from += pieceCharacters) {
      const part = text.slice(from, Math.min(end, from + pieceCharacters));
      yield { ...window, start: start + from, text: part, ...(page !== undefined && { page }) };
    }
  }
}

function isAbout({ named: { pages, file } }: NamingSentence, piece: Piece): boolean {
  if (file !== undefined && file.toLowerCase() !== piece.file.name.toLowerCase()) return false;
  return pages === undefined || (piece.page !== undefined && pages.first <= piece.page && piece.page <= pages.last);
}

function compare({ text, named, head }: NamingSentence, piece: Piece, source: ClaimSource): CheckedPlace {
  const check = checkClaim(withoutPlace(text, named), source, head);
  const span = check.passage === undefined ? undefined : source.spanOf(check.passage);
  return { check, place: placeIn(piece, span ?? { start: 0, end: 0 }) };
}

const ranks = { quote: 3, figures: 3, partial: 2, absent: 1 };
const rank = ({ verdict, missing = [] }: ClaimCheck): number => ranks[verdict] - missing.length / 100;

function toCitations(answer: string, sentence: NamingSentence, found: CheckedPlace | undefined, now: Date): Citation[] {
  // The named page or file does not exist, so there is nothing to cite.
  if (!found) return [];
  const { check, place } = found;
  const { sourceStart, sourceEnd, ...where } = citationAt(place);
  const verdict: CitationCheck['verdict'] = check.verdict === 'quote' ? 'figures' : check.verdict;
  return partsOf(answer, sentence).map(({ start, end }) => ({
    ...where,
    ...(place.text !== '' && { quote: place.text, sourceStart, sourceEnd }),
    start,
    end,
    ...(statesFigures(sentence) && {
      check: {
        verdict,
        ...(check.missing && { missing: check.missing }),
        ...(place.text !== '' && { passage: place.text }),
        checkedAt: now.toISOString(),
      },
    }),
  }));
}

/** A quotation has a verdict of its own, so the verdict of the sentence covers only its figures beside quotations. */
function partsOf(answer: string, { start, end, named, besideQuotations }: NamingSentence) {
  if (!besideQuotations) return [{ start, end }];
  return besideQuotations.filter((part) => statesFigures({ text: answer.slice(part.start, part.end), named }));
}
