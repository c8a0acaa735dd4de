/** Reviews the figures of an answer: which of them are unconfirmed, and whether the answer is about investments. */
import type { Deps } from '~/server/deps';
import type { Citation } from '~/shared/schemas/citations';
import type { MessageMetadata } from '~/shared/schemas/messages';
import type { FigureSpan } from './figure-writer';
import type { Figures } from './figures';
import { unconfirmedFigures } from './lock/unconfirmed-figures';

type Review = Pick<
  MessageMetadata,
  'citedFigures' | 'confirmedFigures' | 'unconfirmedFigures' | 'hasUnconfirmedFigures' | 'isAboutInvestments'
>;
type Share = { ticker: string; name: string };

const maxShares = 5000;
/** No useful answer is longer or has more numbers. Such an answer counts as unconfirmed without a review. */
const maxCharacters = 200_000;
const maxNumbers = 8000;

interface Answer {
  question: string;
  text: string;
  /** Checked citations confirm figures that are not from the portfolio. */
  citations?: readonly Citation[];
  writer: { readonly spans: readonly FigureSpan[] };
  figures: Pick<Figures, 'returned' | 'days' | 'shares' | 'isUsed'>;
}

/** Runs in linear time, in slices between which other requests are handled. */
export async function reviewAnswer(deps: Pick<Deps, 'db'>, answer: Answer): Promise<Review> {
  const { question, text, citations = [], writer, figures } = answer;
  const isTooLong = text.length > maxCharacters || (text.match(/\p{Nd}[\p{Nd}.,]*/gu)?.length ?? 0) > maxNumbers;
  const hasNumber = /\p{N}|[%％一二三四五六七八九十]|\p{L}{4}/u.test(text);
  const { marks, cited } =
    isTooLong || !hasNumber
      ? { marks: [], cited: [] }
      : await unconfirmedFigures({
          question,
          text,
          citations,
          spans: writer.spans,
          shares: [...figures.shares, ...(await sharesOfPortfolio(deps))],
          facts: { figures: figures.returned, days: figures.days },
          isUsed: figures.isUsed,
        });
  const isUnconfirmed = isTooLong || marks.length > 0;
  const confirmed = confirmedFigures(writer.spans, marks);
  return {
    ...(confirmed.length > 0 && { confirmedFigures: confirmed }),
    ...(cited.length > 0 && { citedFigures: cited }),
    ...(marks.length > 0 && { unconfirmedFigures: marks }),
    ...(isUnconfirmed && { hasUnconfirmedFigures: true }),
    ...((isUnconfirmed || figures.isUsed || isAboutInvestments(`${question}\n${text}`)) && {
      isAboutInvestments: true,
    }),
  };
}

/** The figures that the server filled in, unless the words around them contradict them. */
function confirmedFigures(
  spans: readonly FigureSpan[],
  marks: readonly { start: number; end: number }[],
): NonNullable<MessageMetadata['confirmedFigures']> {
  return spans.flatMap(({ start, end, figure }) => {
    if (!figure || marks.some((mark) => mark.start <= start && start < mark.end)) return [];
    const { source, ticker, positionId, isOfTrackRecord } = figure;
    return [
      {
        start,
        end,
        source,
        ...(ticker && { ticker }),
        ...(positionId && { positionId }),
        ...(isOfTrackRecord && { isOfTrackRecord }),
      },
    ];
  });
}

const sharesOfPortfolio = ({ db }: Pick<Deps, 'db'>): Promise<Share[]> =>
  db.sql<Share>`SELECT DISTINCT ticker, name FROM investment_positions ORDER BY ticker, name LIMIT ${maxShares}`;

const words = [
  'stocks?|shares|(?:a|per) share|share prices?|shareholders?|equit(?:y|ies)|securities|bonds?|treasur(?:y|ies)|yields?|dividends?|ETFs?|index funds?',
  'invest(?:s|ed|ing|ments?|ors?)?|portfolios?|hedg(?:e|es|ed|ing)|asset allocation|market cap|valuations?|price targets?',
  'Nasdaq|NYSE|S&P 500|Dow Jones|bull market|bear market|crypto(?:currenc(?:y|ies))?|bitcoin|commodit(?:y|ies)',
].join('|');
const investments = new RegExp(String.raw`\b(?:${words})\b`, 'i');

export function isAboutInvestments(text: string): boolean {
  return investments.test(text);
}
