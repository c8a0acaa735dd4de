/**
 * Looks up every quotation of an answer in its possible sources. A quotation is verified only if it occurs word for
 * word at the page and in the file that the answer names.
 */
import { createYieldPoint } from '~/server/lib/yield-point';
import type { Citation, CitationCheck } from '~/shared/schemas/citations';
import { diffWords } from '~/shared/word-diff';
import { clauseReach } from './cut-meaning';
import { findExact } from './find-exact';
import { NearSearch } from './find-near';
import { findParts, formsOf, partsOf } from './find-parts';
import { findQuotations, type Quotation } from './find-quotations';
import { type FoldedText, foldText, type Span } from './fold-text';
import { type NamedPlace, placeNamedFor } from './named-place';
import { citationAt, deviationsFrom, placeIn, type TextRange } from './place';
import { plainText } from './plain-text';
import type { SourceTexts, SourceWindow } from './source-texts';
import { comparableLength } from './spaceless-scripts';

/** A shorter quotation without a match may be a figure of speech and is not flagged. */
const minMarked = 20;
const maxPlaces = 20;
const maxMissing = 8;

interface QuotationSearch {
  quotation: Quotation;
  forms: FoldedText[];
  parts: string[];
  textBefore: string;
  named: NamedPlace;
  places: TextRange[];
  near?: { share: number; place: TextRange };
}

export interface AnswerToCheck {
  text: string;
  /** The user's own messages: quoting them needs no source. */
  userText: string;
  /**
   * Whether quotations may also come from the web. If so, a quotation that is not found is only flagged if it names a
   * file or page.
   */
  hasWebSources: boolean;
}

/** Returns one citation for each quotation that was found, resembles a passage, or was not found at all. */
export async function checkQuotations(
  answer: AnswerToCheck,
  texts: SourceTexts,
  now = new Date(),
): Promise<Citation[]> {
  const names = texts.files.map(({ name }) => name);
  const searches = findQuotations(answer.text).map((quotation) => toSearch(answer.text, quotation, names));
  if (searches.length === 0) return [];
  await findAllExact(searches, texts);
  await findAllNear(
    searches.filter(({ places }) => places.length === 0),
    texts,
  );
  const folded = foldText(answer.userText);
  return searches.flatMap((item) => toCitation(item, { ...answer, folded }, names, now) ?? []);
}

function toSearch(answer: string, quotation: Quotation, names: readonly string[]): QuotationSearch {
  const named = quotation.attribution
    ? placeNamedFor(`"" (${plainText(quotation.attribution)})`, { start: 0, end: 2 }, names)
    : placeNamedFor(answer, quotation, names);
  return {
    quotation,
    forms: formsOf(quotation.text),
    parts: partsOf(quotation.text),
    textBefore: answer.slice(Math.max(0, quotation.start - clauseReach), quotation.start),
    named,
    places: [],
  };
}

async function findAllExact(searches: readonly QuotationSearch[], texts: SourceTexts): Promise<void> {
  const turn = createYieldPoint();
  for await (const window of texts.windows()) {
    const folded = foldText(window.text);
    for (const item of searches) {
      await turn();
      const { places, named } = item;
      const isNamed = (place: TextRange) => deviationsFrom(named, place).length === 0;
      const from = namedStart(named, window);
      if (places.some(isNamed) || (from === undefined && places.length >= maxPlaces)) continue;
      const found = placesOf(item, folded, window);
      const match =
        found.find(isNamed) ?? (found.length > 0 && from ? placesFrom(from, item, window).find(isNamed) : undefined);
      places.push(...(match ? [match] : found.slice(0, Math.max(0, maxPlaces - places.length))));
    }
  }
}

/** Where the named pages begin in a window of the named file; undefined in any other window. */
function namedStart({ file, pages }: NamedPlace, window: SourceWindow): number | undefined {
  if (file !== undefined && file.toLowerCase() !== window.file.name.toLowerCase()) return undefined;
  if (!pages) return 0;
  const page = window.pages.find((one) => pages.first <= one.page && one.page <= pages.last);
  return page && Math.max(0, page.start - window.start);
}

const placesOf = (item: QuotationSearch, source: FoldedText, window: SourceWindow): TextRange[] =>
  spansOf(item, source, window.text).map((span) => placeIn(window, span));

/** Skips earlier pages, because the words may occur there more often than places are compared. */
function placesFrom(from: number, item: QuotationSearch, window: SourceWindow): TextRange[] {
  const cut = Math.max(0, from - 2 * item.quotation.text.length - clauseReach);
  const rest = { ...window, start: window.start + cut, text: window.text.slice(cut) };
  return placesOf(item, foldText(rest.text), rest);
}

function spansOf({ forms, parts, textBefore }: QuotationSearch, source: FoldedText, text: string): Span[] {
  for (const form of forms) {
    const spans = findExact(form, source, text, { textBefore });
    if (spans.length > 0) return spans;
  }
  return findParts(parts, source, text, textBefore);
}

async function findAllNear(searches: readonly QuotationSearch[], texts: SourceTexts): Promise<void> {
  if (searches.length === 0) return;
  const turn = createYieldPoint();
  const search = new NearSearch(searches.map(({ quotation }) => quotation.text));
  for await (const window of texts.windows()) {
    for (const [index, near] of search.search(window.text)) {
      await turn();
      const item = searches[index];
      if (item && near.share > (item.near?.share ?? 0))
        item.near = { share: near.share, place: placeIn(window, near satisfies Span) };
    }
    await turn();
  }
}

function toCitation(
  { quotation, forms, named, places, near }: QuotationSearch,
  answer: AnswerToCheck & { folded: FoldedText },
  names: readonly string[],
  now: Date,
): Citation | undefined {
  const { text, start, end } = quotation;
  const checkedAt = now.toISOString();
  const place = places.find((candidate) => deviationsFrom(named, candidate).length === 0) ?? places[0];
  if (place) {
    const missing = deviationsFrom(named, place);
    const check: CitationCheck = {
      verdict: missing.length === 0 ? 'quote' : 'differs',
      ...(missing.length > 0 && { missing }),
      passage: place.text,
      checkedAt,
    };
    return { ...citationAt(place), quote: missing.length === 0 ? place.text : text, start, end, check };
  }
  // The user's own words, or words from the web.
  if (forms.some((form) => findExact(form, answer.folded, answer.userText).length > 0)) return undefined;
  if (near) {
    const missing = [...missingWords(text, near.place.text), ...deviationsFrom(named, near.place)].slice(0, maxMissing);
    const check: CitationCheck = {
      verdict: 'differs',
      ...(missing.length > 0 && { missing }),
      passage: near.place.text,
      checkedAt,
    };
    return { ...citationAt(near.place), quote: text, start, end, check };
  }
  if (comparableLength(text) < minMarked || (answer.hasWebSources && !namesFiles(named, names))) return undefined;
  const source = named.file ?? (names.length === 1 ? names[0] : undefined) ?? 'Your files';
  return { source, quote: text, start, end, check: { verdict: 'absent', checkedAt } };
}

/** An unknown file name may belong to the web. */
const namesFiles = ({ file, pages }: NamedPlace, names: readonly string[]): boolean =>
  file === undefined ? pages !== undefined && names.length > 0 : names.includes(file);

const missingWords = (quote: string, passage: string): string[] =>
  diffWords(quote, passage).before.flatMap(({ isShared, text }) => (isShared ? [] : text.trim()));
