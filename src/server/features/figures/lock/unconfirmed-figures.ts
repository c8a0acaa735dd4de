/**
 * The number lock. Where an answer used a tool of the portfolio or names a share that it holds, a number that could be a
 * figure of the portfolio counts as unconfirmed, unless it was filled in by the server, told by a tool, quoted from a
 * source, or repeated from the reader. What is plainly of something else – revenue, an economy, a product – stays
 * unmarked. docs/decisions/0018-figures-in-answers.md has the reasons.
 */
import type { FigureSpan } from '~/server/features/figures/figure-writer';
import { takingTurns } from '~/server/lib/turns';
import type { Citation } from '~/shared/schemas/citations';
import { anchorsOf } from './anchors';
import { type Block, blocksOf } from './blocks';
import type { ToldFacts } from './facts';
import { judgeCell } from './judge-cell';
import { wrongReferences } from './judge-references';
import { judgeSentence } from './judge-sentence';
import { askedFigures } from './reader-figures';
import type { Context, Place, Subject } from './sentence';
import { type Share, Subjects } from './subjects';

export interface LockedAnswer {
  question: string;
  text: string;
  /** Figures that the server filled in, in the order of the text. */
  spans: readonly FigureSpan[];
  citations: readonly Citation[];
  shares: readonly Share[];
  facts: ToldFacts;
  /** Whether a tool of the portfolio was used. */
  isUsed: boolean;
}

/** A page could not show more. */
const mostMarks = 500;

export interface UnconfirmedFigure extends Place {
  text: string;
}

/** Confirmed by nothing but sources that are still being read: their places in the citations of the answer. */
export interface CitedFigure extends UnconfirmedFigure {
  sources: number[];
}

export interface LockedFigures {
  marks: UnconfirmedFigure[];
  cited: CitedFigure[];
}

/** A sentence that shows nothing but where it stands in the text can still be about the portfolio. */
const links =
  /!?\[[^\]\n]{0,300}\]\([^)\s]{0,2000}\)|https?:\/\/[^\s)\]]{1,2000}|`[^`\n]{1,2000}`|\[\^?\p{Nd}{1,3}\]/gu;
/** A figure in the type of code is still a figure. */
const figureInCode = /^`[+−–-]?\s?(?:[\p{Sc}~≈]|[A-Z]{3}\s)?\s?\p{Nd}[\p{Nd}.,'’\s]*(?:%|％|\p{Sc}|[x×]|[A-Z]{3})?`$/u;
const listNumber = /^\s*\p{Nd}{1,4}[.)、]\s/u;

/** Takes time in proportion to the text, in pieces between which other requests run. */
export async function unconfirmedFigures(answer: LockedAnswer): Promise<LockedFigures> {
  const { text, question, facts, isUsed } = answer;
  const subjects = new Subjects(answer.shares);
  if (!isUsed && !subjects.in(text).some(({ ticker }) => ticker !== undefined)) return { marks: [], cited: [] };
  const context: Context = { subjects, facts, asked: askedFigures(question, subjects), judged: new Map() };
  const sourcesOf = citedSources(answer.citations);
  const spansIn = spansWithin(answer.spans);
  const turn = takingTurns();
  const none: Subject = { topic: isUsed ? 'holding' : undefined };
  let lead = none;
  let subject = none;
  const marks: Place[] = [];
  const cited: (Place & { sources: number[] })[] = [];
  for (const block of blocksOf(text)) {
    await turn();
    if (marks.length + cited.length >= mostMarks) break;
    if (block.kind === 'sentence' && block.isItem && block.opens) subject = lead;
    const spans = spansIn(block);
    const plain = withoutLinks(block, spans);
    const judged =
      block.kind === 'cell'
        ? { marks: judgeCell({ ...block, text: plain }, lead, context), subject: lead }
        : judgeSentence(plain, subject, context);
    const references = spans.map(({ start, end, figure }) => ({
      start: start - block.start,
      end: end - block.start,
      figure,
    }));
    const anchors = anchorsOf(block.kind === 'cell' ? `${plain} ${block.row} ${block.column}` : plain, subjects);
    const wrong = wrongReferences(plain, references, anchors, subject.ticker);
    const sources = sourcesOf(block);
    for (const { start, end } of [...judged.marks, ...wrong]) {
      if (sources === 'confirmed') break;
      const place = { start: block.start + start, end: block.start + end };
      if (sources.length > 0) cited.push({ ...place, sources });
      else marks.push(place);
    }
    subject = judged.subject;
    if (block.kind === 'sentence' && (block.leads || !block.isItem)) lead = subject;
  }
  const inOrder = <Marked extends Place>(places: Marked[]) =>
    places
      .sort((a, b) => a.start - b.start)
      .map((place) => withTicks(text, place))
      .map((place) => ({ ...place, text: text.slice(place.start, place.end) }));
  return { marks: inOrder(marks), cited: inOrder(cited) };
}

/** Filled figures, addresses, code and marks of sources are no typed numbers; their places stay as they are. */
function withoutLinks(block: Block, spans: readonly FigureSpan[]): string {
  const blank = (part: string) => ' '.repeat(part.length);
  let plain = block.text.replace(listNumber, blank).replace(links, (link) => {
    // The words of a link are read like any others.
    if (figureInCode.test(link)) return link.replaceAll('`', ' ');
    const words = /^\[([^\]]*)\]\(/.exec(link)?.[1];
    return words === undefined ? blank(link) : ` ${words}`.padEnd(link.length, ' ');
  });
  for (const { start, end } of spans) {
    const [from, to] = [Math.max(0, start - block.start), Math.min(plain.length, end - block.start)];
    plain = `${plain.slice(0, from)}${' '.repeat(to - from)}${plain.slice(to)}`;
  }
  return plain;
}

/** The spans within a block. Ask in the order of the text: they are passed once. */
function spansWithin(spans: readonly FigureSpan[]): (block: Block) => FigureSpan[] {
  let next = 0;
  return ({ start, text }) => {
    const found: FigureSpan[] = [];
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    for (let index = next; (spans[index]?.start ?? Number.POSITIVE_INFINITY) < start + text.length; index++)
      found.push(spans[index] as FigureSpan);
    return found;
  };
}

/** Code that is nothing but the figure is marked as a whole: within code nothing can be underlined. */
const withTicks = <Marked extends Place>(text: string, place: Marked): Marked =>
  text[place.start - 1] === '`' && text[place.end] === '`'
    ? { ...place, start: place.start - 1, end: place.end + 1 }
    : place;

/** Sources that contain what they are cited for. */
export const confirms = ({ check }: Citation): boolean => check?.verdict === 'quote' || check?.verdict === 'figures';

/**
 * Whether a checked source confirms the sentence of a block, or which sources may still do so. One that exists proves
 * nothing: it may say something else. Ask in the order of the text: citations are passed once.
 */
function citedSources(citations: readonly Citation[]): (block: Block) => 'confirmed' | number[] {
  const places = citations
    .flatMap((citation, index) => {
      const { start, end, check } = citation;
      const isConfirmed = confirms(citation);
      if (start === undefined || end === undefined || !(isConfirmed || check?.verdict === 'pending')) return [];
      return [{ start, end, index, isConfirmed }];
    })
    .sort((a, b) => a.start - b.start);
  let next = 0;
  let open: typeof places = [];
  return ({ start, text }) => {
    for (let place = places[next]; place && place.start <= start + text.length; place = places[++next])
      open.push(place);
    open = open.filter(({ end }) => end > start);
    return open.some(({ isConfirmed }) => isConfirmed) ? 'confirmed' : open.map(({ index }) => index);
  };
}
