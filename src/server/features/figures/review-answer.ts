/**
 * What a reader should know of an answer's figures. A price of a share of the book, or a gain of it, that no tool has
 * told is not the book's, however sure it sounds; nor is any price beside the quotes that were asked for.
 */
import type { Deps } from '~/server/deps';
import { PositionNames } from '~/server/features/positions/position-names';
import { takingTurns } from '~/server/lib/turns';
import type { Citation, MessageMetadata } from '~/shared/schemas/messages';
import type { FigureSpan } from './figure-writer';
import type { Figures } from './figures';
import { sizeOf, type TypedGain, type TypedGains, typedGains } from './typed-gains';
import { usdAmounts } from './usd-amounts';

type Review = Pick<MessageMetadata, 'hasUnconfirmedFigures' | 'isAboutInvestments'>;
type Share = { ticker: string; name: string };

const mostShares = 5000;
/** No model writes a longer answer that is of use; figures beyond this count as unconfirmed without being read. */
const mostCharacters = 200_000;

interface Answer {
  question: string;
  text: string;
  /** Those of the web and of files say where a figure is from, if it is not from the book. */
  citations?: readonly Citation[];
  writer: { readonly spans: readonly FigureSpan[]; readonly hasUnknown: boolean };
  figures: Pick<Figures, 'prices' | 'percents' | 'shares' | 'hasQuotes' | 'isUsed'>;
}

/** Takes time in proportion to the text, in pieces between which other requests run. */
export async function reviewAnswer(deps: Pick<Deps, 'db'>, answer: Answer): Promise<Review> {
  const { question, text, writer, figures } = answer;
  const isUnconfirmed = writer.hasUnknown || text.length > mostCharacters || (await hasTypedFigure(deps, answer));
  return {
    ...(isUnconfirmed && { hasUnconfirmedFigures: true }),
    ...((isUnconfirmed || figures.isUsed || isAboutInvestments(`${question}\n${text}`)) && {
      isAboutInvestments: true,
    }),
  };
}

async function hasTypedFigure(deps: Pick<Deps, 'db'>, answer: Answer): Promise<boolean> {
  let names: PositionNames | undefined;
  const namesShare = async (words: string) => {
    names ??= new PositionNames([...answer.figures.shares, ...(await sharesOfBook(deps))]);
    return names.areIn(words);
  };
  return (await hasTypedPrice(answer, namesShare)) || (await hasTypedGain(answer, namesShare));
}

type NamesShare = (words: string) => Promise<boolean>;

/** A price belongs to the shares that its paragraph, list or table names, or the one before: a heading, or what "it" stands for. */
async function hasTypedPrice({ text, writer, figures }: Answer, namesShare: NamesShare): Promise<boolean> {
  const isFilledIn = within(writer.spans);
  const turn = takingTurns();
  let before = '';
  let start = 0;
  for (const paragraph of text.split('\n\n')) {
    await turn();
    let isTyped = false;
    for (const { at, price } of usdAmounts(paragraph)) {
      await turn();
      isTyped = !isFilledIn(start + at) && !figures.prices.has(price);
      if (isTyped) break;
    }
    if (isTyped && (figures.hasQuotes || (await namesShare(`${before}\n\n${paragraph}`)))) return true;
    before = paragraph;
    start += paragraph.length + 2;
  }
  return false;
}

async function hasTypedGain(answer: Answer, namesShare: NamesShare): Promise<boolean> {
  const { text, writer, figures, citations = [] } = answer;
  const isFilledIn = within(writer.spans);
  const isTold = toldBy(figures);
  const isCited = citedBy(citations);
  const turn = takingTurns();
  for (const piece of typedGains(text)) {
    await turn();
    let isTyped = false;
    for (const gain of piece.gains) {
      await turn();
      isTyped = !isFilledIn(gain.at) && !isTold(gain);
      if (isTyped) break;
    }
    if (!isTyped || isCited(piece)) continue;
    if (isOfTheBook.test(piece.words) || (await namesShare(withoutSmallWords(piece.words)))) return true;
  }
  return false;
}

/** Whether a place is within a span that a figure was filled into. Ask in the order of the text: spans are passed once. */
function within(spans: readonly FigureSpan[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    return (spans[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
  };
}

/** A plain "12.5%" may be a loss, as the words around it say; a signed one says itself which it is. */
function toldBy({ percents }: Pick<Figures, 'percents'>): (gain: TypedGain) => boolean {
  const told = new Set<string>();
  for (const percent of percents) {
    const size = sizeOf(percent);
    told.add(size).add(`${percent.startsWith('-') ? '-' : '+'}${size}`);
  }
  return ({ size, sign }) => told.has(size === '0' ? size : `${sign}${size}`);
}

/** Whether a source is cited for a place. Ask in the order of the text: citations are passed once. */
function citedBy(citations: readonly Citation[]): (piece: Pick<TypedGains, 'from' | 'to'>) => boolean {
  const places = citations
    .flatMap(({ url, objectId, start, end }) =>
      (url !== undefined || objectId !== undefined) && start !== undefined && end !== undefined ? [{ start, end }] : [],
    )
    .sort((a, b) => a.start - b.start);
  let next = 0;
  let lastEnd = -1;
  return ({ from, to }) => {
    for (let place = places[next]; place && place.start <= to; place = places[++next])
      lastEnd = Math.max(lastEnd, place.end);
    return lastEnd > from;
  };
}

const isOfTheBook =
  /\b(?:the|our|your|house|equal-weighted) (?:house )?(?:equal-weighted )?(?:book|portfolio|positions|holdings)\b|\bwe (?:are (?:up|down)|(?:have )?(?:gained|lost))\b/i;

/** Names of companies are words too (Target, General, Block), and so are tickers (LOW, ALL): as names they are written large. */
const withoutSmallWords = (text: string) =>
  text.replace(/(?<![\p{L}\p{N}.&-])\p{Ll}[\p{Ll}'’-]*(?![\p{L}\p{N}&])/gu, '');

const sharesOfBook = ({ db }: Pick<Deps, 'db'>): Promise<Share[]> =>
  db.sql<Share>`SELECT DISTINCT ticker, name FROM investment_positions ORDER BY ticker, name LIMIT ${mostShares}`;

const words = [
  'stocks?|shares|(?:a|per) share|share prices?|shareholders?|equit(?:y|ies)|securities|bonds?|treasur(?:y|ies)|yields?|dividends?|ETFs?|index funds?',
  'invest(?:s|ed|ing|ments?|ors?)?|portfolios?|hedg(?:e|es|ed|ing)|asset allocation|market cap|valuations?|price targets?',
  'Nasdaq|NYSE|S&P 500|Dow Jones|bull market|bear market|crypto(?:currenc(?:y|ies))?|bitcoin|commodit(?:y|ies)',
].join('|');
const investments = new RegExp(String.raw`\b(?:${words})\b`, 'i');

export function isAboutInvestments(text: string): boolean {
  return investments.test(text);
}
