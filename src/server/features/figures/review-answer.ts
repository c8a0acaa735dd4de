/**
 * What a reader should know of an answer's figures. A price of a share of the book that no tool has told is not the
 * book's, however sure it sounds; nor is any beside the quotes that were asked for.
 */
import type { Deps } from '~/server/deps';
import { mentionedPositions } from '~/server/providers/llm/offline-positions';
import type { MessageMetadata } from '~/shared/schemas/messages';
import type { FigureSpan } from './figure-writer';
import type { Figures } from './figures';

type Review = Pick<MessageMetadata, 'hasUnconfirmedFigures' | 'isAboutInvestments'>;
type Share = { ticker: string; name: string };

const mostShares = 5000;

export async function reviewAnswer(
  deps: Pick<Deps, 'db'>,
  answer: {
    question: string;
    text: string;
    writer: { readonly spans: readonly FigureSpan[]; readonly hasUnknown: boolean };
    figures: Pick<Figures, 'prices' | 'shares' | 'hasQuotes' | 'isUsed'>;
  },
): Promise<Review> {
  const { question, text, writer, figures } = answer;
  const typed = usdAmounts(text).filter(
    ({ at, price }) => !figures.prices.has(price) && !writer.spans.some(({ start, end }) => at >= start && at < end),
  );
  const isUnconfirmed =
    writer.hasUnknown ||
    (typed.length > 0 && (figures.hasQuotes || (await nameShares(deps, text, typed, figures.shares))));
  return {
    ...(isUnconfirmed && { hasUnconfirmedFigures: true }),
    ...((isUnconfirmed || figures.isUsed || isAboutInvestments(`${question}\n${text}`)) && {
      isAboutInvestments: true,
    }),
  };
}

/** Whether an amount stands where a share of the book is spoken of. */
async function nameShares(
  deps: Pick<Deps, 'db'>,
  text: string,
  amounts: readonly { at: number }[],
  told: readonly Share[],
): Promise<boolean> {
  const shares = [...told, ...(await sharesOfBook(deps))];
  return amounts.some(({ at }) => mentionedPositions(aroundOf(text, at), shares).length > 0);
}

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
