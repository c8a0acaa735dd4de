/** Finds the sentences of an answer that name a page or file, and what they state beside their quotations. */
import { Statement } from './claims/statements';
import { codeRanges, isInside } from './code-ranges';
import { findQuotations } from './find-quotations';
import type { Span } from './fold-text';
import { lastNamed, type NamedPlace } from './named-place';
import { plainText } from './plain-text';
import { joinedByQuotations, sentenceEndsIn } from './sentence-ends';
import { comparableLength } from './spaceless-scripts';
import { tableHeads } from './table-heads';

export interface NamingSentence extends Span {
  text: string;
  named: NamedPlace;
  /** The first row of the table that the sentence is a row of. */
  head?: string;
  /**
   * Where the sentence makes statements of its own. Its quotations are left out of `text`, because they are checked on
   * their own.
   */
  besideQuotations?: readonly Span[];
}

const minCharacters = 20;
const maxSentences = 30;

/** `taken` are ranges that are already checked: quotations, and whole sentences. */
export function namingSentences(answer: string, files: readonly string[], taken: readonly Span[]): NamingSentence[] {
  const isCode = isInside(codeRanges(answer).sort((a, b) => a.start - b.start));
  const quotations = findQuotations(answer);
  const headAt = tableHeads(answer);
  const found: NamingSentence[] = [];
  for (const { start, end } of sentenceRanges(answer, quotations)) {
    if (found.length === maxSentences) break;
    const text = answer.slice(start, end);
    if (comparableLength(text) < minCharacters || isCode(start) || /^\s*>/.test(text)) continue;
    if (isReference(withoutMarks(text))) continue;
    const checked = taken.filter((other) => other.start < end && start < other.end);
    if (!checked.every((one) => quotations.some((quotation) => isSameRange(one, quotation)))) continue;
    const sentence = withoutQuotations({ text, start, end }, checked);
    const named = placeBesideQuotations(sentence.text, text, files);
    if (checked.length > 0 && !statesFigures({ text: sentence.text, named })) continue;
    if (named.pages || (named.file && files.includes(named.file)))
      found.push({ ...sentence, named, ...headOf(headAt(start)) });
  }
  return found;
}

/** Finds the sentences that contain or precede a file's mark. Marks are links or numbers, not part of the statement. */
export function markedSentences(
  answer: string,
  marks: readonly { start: number; end: number; file: string }[],
  taken: readonly Span[] = [],
): NamingSentence[] {
  if (marks.length === 0) return [];
  const quotations = findQuotations(answer);
  const checked = quotations.filter((one) => taken.some((other) => isSameRange(one, other)));
  const ranges = sentenceRanges(answer, quotations).map((range) => ({
    ...range,
    text: withoutMarks(answer.slice(range.start, range.end)),
  }));
  // A mark with only a page or "Source:" beside it, or the full stop after one, belongs to the sentence before.
  const sentences = ranges.filter(({ text }) => !isReference(text));
  const headAt = tableHeads(answer);
  const found = new Map<string, NamingSentence>();
  for (const { end: markEnd, file } of marks.slice(0, maxSentences)) {
    const sentence = sentences.findLast(({ start }) => start < markEnd);
    if (!sentence || comparableLength(sentence.text.trim()) < minCharacters) continue;
    const { start, end } = sentence;
    const inside = checked.filter((quotation) => quotation.start < end && start < quotation.end);
    const rest = withoutQuotations({ start, end, text: answer.slice(start, end) }, inside);
    const text = withoutMarks(rest.text);
    const isOwn = inside.length > 0 && statesFigures({ text, named: { file } });
    found.set(`${start} ${file}`, {
      ...(isOwn ? { ...rest, text } : sentence),
      named: { file },
      ...headOf(headAt(start)),
    });
  }
  return [...found.values()];
}

export function statesFigures({ text, named }: Pick<NamingSentence, 'text' | 'named'>): boolean {
  const { figures, dates } = new Statement(withoutPlace(text, named));
  return figures.length + dates.length > 0;
}

/** The words that name the source are not part of the claim. */
export function withoutPlace(text: string, { file }: NamedPlace): string {
  const plain = plainText(text).replace(pagePhrase, ' ');
  return file === undefined ? plain : plain.split(file).join(' ');
}

const pagePhrase =
  /[([]?(?<!\p{L})(?:(?:on|see|from|at|auf|siehe|à la)\s)?(?:pages?|pp?\.|pg\.|Seiten?|S\.|p[áa]g(?:ina)?s?\.?)\s{0,2}\d{1,5}(?:\s?[-–—]\s?\d{1,5})?[)\]]?|[(（]?(?:见|見|在)?第\s?\d{1,5}\s?(?:[页頁]|ページ)[)）]?|(?<![\p{L}\p{N}.,])\d{1,5}[\s-](?:pages?|Seiten?|páginas?)(?!\p{L})/giu;

const sourceLabel =
  /^[\s\p{P}]*(?:sources?|see(?: also)?|cf|refs?|references?|quellen?|siehe(?: auch)?|vgl|voir|fuentes?|véase|fonti|fonte|vedi|(?:资料|資料)?[来來]源|出[处處]|出典|参[见照])[\s\p{P}]*$/iu;

/** Whether a text without its marks only says where something is stated: "(p. 12)", "Source:". */
const isReference = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text.replace(pagePhrase, ' ').replace(sourceLabel, ''));

const headOf = (head: string | undefined) => (head === undefined ? {} : { head });

const withoutMarks = (text: string) => text.replace(/\[\[\d{1,3}\]\]\([^()\s]{0,2000}\)/g, '');

const isSameRange = (one: Span, other: Span) => one.start === other.start && one.end === other.end;

/** Blanks out the quotations. Offsets stay the same. */
function withoutQuotations(
  { text, start, end }: Span & { text: string },
  quotations: readonly Span[],
): Omit<NamingSentence, 'named'> {
  if (quotations.length === 0) return { text, start, end };
  let rest = text;
  const beside: Span[] = [];
  let from = start;
  for (const quotation of quotations.toSorted((a, b) => a.start - b.start)) {
    const [first, last] = [Math.max(start, quotation.start), Math.min(end, quotation.end)];
    rest = rest.slice(0, first - start) + ' '.repeat(last - first) + rest.slice(last - start);
    if (first > from) beside.push({ start: from, end: first });
    from = Math.max(from, last);
  }
  if (from < end) beside.push({ start: from, end });
  return { text: rest, start, end, besideQuotations: beside };
}

/** A source directly behind a quotation belongs to the rest of the sentence only if the rest names no other. */
function placeBesideQuotations(rest: string, sentence: string, files: readonly string[]): NamedPlace {
  if (rest === sentence) return lastNamed(sentence, files);
  const other = lastNamed(rest.replace(/(?<= {3})[\s.,;]{0,4}[([][^()[\]]{0,120}[)\]]/g, ''), files);
  return other.pages || other.file ? other : lastNamed(rest, files);
}

function sentenceRanges(answer: string, quotations: readonly Span[]): Span[] {
  return joinedByQuotations(rangesOf(answer), quotations);
}

function* rangesOf(answer: string): Generator<Span> {
  let at = 0;
  for (const line of answer.split('\n')) {
    let from = 0;
    for (const { mark } of sentenceEndsIn(line)) {
      yield { start: at + from, end: at + mark + 1 };
      from = mark + 1;
    }
    if (from < line.length) yield { start: at + from, end: at + line.length };
    at += line.length + 1;
  }
}
