/**
 * The number lock. If an answer used a portfolio tool or names a stock of the portfolio, every number that could be a
 * figure of the portfolio counts as unconfirmed, unless the server filled it in, a tool returned it, it is quoted from
 * a source, or it repeats the user's message. Numbers that clearly belong to something else (revenue, an economy, a
 * product) stay unmarked. The reasons are in docs/decisions/0018-figures-in-answers.md.
 */
import type { FigureSpan } from '~/server/features/figures/figure-writer';
import { createYieldPoint } from '~/server/lib/yield-point';
import type { Citation } from '~/shared/schemas/citations';
import { anchorsOf } from './anchors';
import { type Block, blocksOf } from './blocks';
import { checkCell } from './check-cell';
import { wrongReferences } from './check-references';
import { checkSentence } from './check-sentence';
import { citedStatements } from './cited-statements';
import type { ReturnedFacts } from './facts';
import { questionFigures } from './reader-figures';
import type { Context, Subject, TextSpan } from './sentence';
import { type Share, Subjects } from './subjects';

export interface LockedAnswer {
  question: string;
  text: string;
  /** Figures that the server filled in, in text order. */
  spans: readonly FigureSpan[];
  citations: readonly Citation[];
  shares: readonly Share[];
  facts: ReturnedFacts;
  /** Whether a portfolio tool was used. */
  isUsed: boolean;
}

/** A page could not show more. */
const maxMarks = 500;

export interface UnconfirmedFigure extends TextSpan {
  text: string;
}

/** Confirmed only by sources that are still being read: their indexes in the citations of the answer. */
export interface CitedFigure extends UnconfirmedFigure {
  sources: number[];
}

export interface LockedFigures {
  marks: UnconfirmedFigure[];
  cited: CitedFigure[];
}

/** Links, URLs, inline code and source marks, whose digits are not typed numbers. */
const links =
  /!?\[[^\]\n]{0,300}\]\([^)\s]{0,2000}\)|https?:\/\/[^\s)\]]{1,2000}|`[^`\n]{1,2000}`|\[\^?\p{Nd}{1,3}\]/gu;
/** A figure in inline code is still a figure. */
const figureInCode = /^`[+−–-]?\s?(?:[\p{Sc}~≈]|[A-Z]{3}\s)?\s?\p{Nd}[\p{Nd}.,'’\s]*(?:%|％|\p{Sc}|[x×]|[A-Z]{3})?`$/u;
const listNumber = /^\s*\p{Nd}{1,4}[.)、]\s/u;

/** Runs in linear time, in slices between which other requests are handled. */
export async function unconfirmedFigures(answer: LockedAnswer): Promise<LockedFigures> {
  const { text, question, facts, isUsed } = answer;
  const subjects = new Subjects(answer.shares);
  if (!isUsed && !subjects.in(text).some(({ ticker }) => ticker !== undefined)) return { marks: [], cited: [] };
  const context: Context = { subjects, facts, question: questionFigures(question, subjects), checked: new Map() };
  const supportIn = citedStatements(text, answer.citations);
  const spansIn = spansWithin(answer.spans);
  const turn = createYieldPoint();
  const none: Subject = { topic: isUsed ? 'holding' : undefined };
  let lead = none;
  let subject = none;
  const marks: TextSpan[] = [];
  const cited: (TextSpan & { sources: number[] })[] = [];
  for (const block of blocksOf(text)) {
    await turn();
    if (marks.length + cited.length >= maxMarks) break;
    if (block.kind === 'sentence' && block.isItem && block.opens) subject = lead;
    const spans = spansIn(block);
    const plain = withoutLinks(block, spans);
    const checked =
      block.kind === 'cell'
        ? { marks: checkCell({ ...block, text: plain }, lead, context), subject: lead }
        : checkSentence(plain, subject, context);
    const references = spans.map(({ start, end, figure }) => ({
      start: start - block.start,
      end: end - block.start,
      figure,
    }));
    const anchors = anchorsOf(block.kind === 'cell' ? `${plain} ${block.row} ${block.column}` : plain, subjects);
    const wrong = wrongReferences(plain, references, anchors, subject.ticker);
    const supportOf = supportIn(block);
    for (const { start, end } of [...checked.marks, ...wrong]) {
      const place = { start: block.start + start, end: block.start + end };
      const sources = supportOf(place);
      if (sources === 'confirmed') continue;
      if (sources.length > 0) cited.push({ ...place, sources });
      else marks.push(place);
    }
    subject = checked.subject;
    if (block.kind === 'sentence' && (block.leads || !block.isItem)) lead = subject;
  }
  const inOrder = <Marked extends TextSpan>(places: Marked[]) =>
    places
      .sort((a, b) => a.start - b.start)
      .map((place) => withTicks(text, place))
      .map((place) => ({ ...place, text: text.slice(place.start, place.end) }));
  return { marks: inOrder(marks), cited: inOrder(cited) };
}

/** Blanks out filled-in figures, URLs, code and source marks, which are not typed numbers. Offsets stay the same. */
function withoutLinks(block: Block, spans: readonly FigureSpan[]): string {
  const blank = (part: string) => ' '.repeat(part.length);
  let plain = block.text.replace(listNumber, blank).replace(links, (link) => {
    // The text of a link is read like any other text.
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

/** The spans within a block. Call in text order, because spans are consumed. */
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

/** Code that consists only of the figure is marked as a whole, because text within code can't be underlined. */
const withTicks = <Marked extends TextSpan>(text: string, place: Marked): Marked =>
  text[place.start - 1] === '`' && text[place.end] === '`'
    ? { ...place, start: place.start - 1, end: place.end + 1 }
    : place;
