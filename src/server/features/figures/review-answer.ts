/**
 * What a reader should know of an answer's figures. A price of a share of the book, or a gain of it, that no tool has
 * told is not the book's, however sure it sounds; nor is any price beside the quotes that were asked for.
 */
import type { Deps } from '~/server/deps';
import { mentionedPositions } from '~/server/providers/llm/offline-positions';
import type { Citation, MessageMetadata } from '~/shared/schemas/messages';
import type { FigureSpan } from './figure-writer';
import type { Figures } from './figures';
import { sizeOf, type TypedGain, typedGains } from './typed-gains';

type Review = Pick<MessageMetadata, 'hasUnconfirmedFigures' | 'isAboutInvestments'>;
type Share = { ticker: string; name: string };

const mostShares = 5000;

interface Answer {
  question: string;
  text: string;
  /** Those of the web and of files say where a figure is from, if it is not from the book. */
  citations?: readonly Citation[];
  writer: { readonly spans: readonly FigureSpan[]; readonly hasUnknown: boolean };
  figures: Pick<Figures, 'prices' | 'percents' | 'shares' | 'hasQuotes' | 'isUsed'>;
}

export async function reviewAnswer(deps: Pick<Deps, 'db'>, answer: Answer): Promise<Review> {
  const { question, text, writer, figures } = answer;
  const isUnconfirmed = writer.hasUnknown || (await hasTypedFigure(deps, answer));
  return {
    ...(isUnconfirmed && { hasUnconfirmedFigures: true }),
    ...((isUnconfirmed || figures.isUsed || isAboutInvestments(`${question}\n${text}`)) && {
      isAboutInvestments: true,
    }),
  };
}

async function hasTypedFigure(deps: Pick<Deps, 'db'>, answer: Answer): Promise<boolean> {
  const { text, writer, figures } = answer;
  const isTyped = ({ at }: { at: number }) => !writer.spans.some(({ start, end }) => at >= start && at < end);
  const prices = usdAmounts(text).filter((one) => isTyped(one) && !figures.prices.has(one.price));
  if (prices.length > 0 && figures.hasQuotes) return true;
  const gains = typedGains(text).filter((one) => isTyped(one) && !isTold(one, figures) && !isCited(one, answer));
  if (gains.some(({ around }) => isOfTheBook.test(around))) return true;
  if (prices.length === 0 && gains.length === 0) return false;
  const shares = [...figures.shares, ...(await sharesOfBook(deps))];
  return (
    prices.some(({ at }) => mentionedPositions(aroundOf(text, at), shares).length > 0) ||
    gains.some(({ around }) => mentionedPositions(withoutSmallWords(around), shares).length > 0)
  );
}

/** A plain "12.5%" may be a loss, as the words around it say; a signed one says itself which it is. */
function isTold({ size, sign }: TypedGain, { percents }: Pick<Figures, 'percents'>): boolean {
  return [...percents].some(
    (percent) =>
      sizeOf(percent) === size && (sign === '' || size === '0' || (sign === '-') === percent.startsWith('-')),
  );
}

function isCited({ from, to }: TypedGain, { citations = [] }: Pick<Answer, 'citations'>): boolean {
  return citations.some(
    ({ url, objectId, start, end }) =>
      (url !== undefined || objectId !== undefined) &&
      start !== undefined &&
      end !== undefined &&
      start <= to &&
      end > from,
  );
}

const isOfTheBook =
  /\b(?:the|our|your|house|equal-weighted) (?:house )?(?:equal-weighted )?(?:book|portfolio|positions|holdings)\b|\bwe (?:are (?:up|down)|(?:have )?(?:gained|lost))\b/i;

/** Names of companies are words too (Target, General, Block), and so are tickers (LOW, ALL): as names they are written large. */
const withoutSmallWords = (text: string) =>
  text.replace(/(?<![\p{L}\p{N}.&-])\p{Ll}[\p{Ll}'’-]*(?![\p{L}\p{N}&])/gu, '');

const sharesOfBook = ({ db }: Pick<Deps, 'db'>): Promise<Share[]> =>
  db.sql<Share>`SELECT DISTINCT ticker, name FROM investment_positions ORDER BY ticker, name LIMIT ${mostShares}`;

const number = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
const amount = new RegExp(String.raw`(?:US\s?)?\$\s?(${number})|\b(${number})\s?(?:USD|US dollars|dollars)\b`, 'gi');
/** Revenues and market values, not prices of a share; a price by the month neither. */
const notAPrice = /^\s?(?:k|m|mn|million|b|bn|billion|t|tn|trillion)\b|^\s?(?:\/|per )\s?(?:mo|month|year|seat|user)/i;

/** Amounts in US dollars that could be prices of shares, with two decimals. */
export function usdAmounts(text: string): { at: number; price: string }[] {
  return [...text.matchAll(amount)].flatMap((match) => {
    if (notAPrice.test(text.slice(match.index + match[0].length))) return [];
    const [whole = '0', decimals = ''] = (match[1] ?? match[2] ?? '').replaceAll(',', '').split('.');
    return [{ at: match.index, price: `${whole}.${decimals.padEnd(2, '0')}` }];
  });
}

/** The paragraph, list or table in which a place is, with the one before it: a heading, or what "it" stands for. */
function aroundOf(text: string, at: number): string {
  const end = text.indexOf('\n\n', at);
  const start = text.lastIndexOf('\n\n', at);
  const before = start > 0 ? text.lastIndexOf('\n\n', start - 1) : -1;
  return text.slice(before < 0 ? 0 : before, end < 0 ? text.length : end);
}

const words = [
  'stocks?|shares|(?:a|per) share|share prices?|shareholders?|equit(?:y|ies)|securities|bonds?|treasur(?:y|ies)|yields?|dividends?|ETFs?|index funds?',
  'invest(?:s|ed|ing|ments?|ors?)?|portfolios?|hedg(?:e|es|ed|ing)|asset allocation|market cap|valuations?|price targets?',
  'Nasdaq|NYSE|S&P 500|Dow Jones|bull market|bear market|crypto(?:currenc(?:y|ies))?|bitcoin|commodit(?:y|ies)',
].join('|');
const investments = new RegExp(String.raw`\b(?:${words})\b`, 'i');

export function isAboutInvestments(text: string): boolean {
  return investments.test(text);
}
