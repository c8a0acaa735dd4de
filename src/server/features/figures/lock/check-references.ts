/** Detects filled-in figures at the wrong stock, as the wrong kind of price, or with the wrong sign. */

import type { Figure, FigureKind } from '~/server/features/figures/figures';
import { has, lastPlace } from '~/server/lib/matches';
import type { Anchor } from './anchors';
import { gainVerbBefore, isWeight, separatedDirection } from './facts';
import { downWord, entryWord, latestWord, upWord } from './lexicon';

export interface Reference {
  /** Offsets within the sentence or cell. */
  start: number;
  end: number;
  figure: Figure | undefined;
}

const nearCharacters = 44;
/** The whole portfolio, not one of its stocks. */
const wholePortfolioSubject =
  /(?<!\p{L})(?:portfolio|book|Depot|portefeuille|cartera|portafoglio|carteira|everything|whole thing)\s(?:is|has|as a whole|showed|shows|made|sits|rose|fell|grew|en su conjunto|nel complesso|no conjunto|dans son ensemble|als Ganzes|insgesamt|als geheel|gana|pierde|guadagna|perde|rende|gagne|perd|ganha|won|wint|verliest|gewann|verlor|affiche|acumula|segna|rinde|stands|returned|gained|lost|ist|hat|steht|liegt|est|a|ha|está|è|heeft|staat)(?!\p{L})/iu;

/**
 * The references of a sentence that contradict its words. `inherited` is the stock that the preceding text is about.
 */
export function wrongReferences(
  text: string,
  references: readonly Reference[],
  anchors: readonly Anchor[],
  inherited: string | undefined,
): Reference[] {
  const held = anchors.filter((anchor) => anchor.ticker !== undefined);
  return references.filter((reference, index) => {
    const { figure } = reference;
    if (!figure) return true;
    if (figure.ticker !== undefined && !mayBeOf(figure.ticker, references, index, held, inherited)) return true;
    const from = Math.max(references[index - 1]?.end ?? 0, reference.start - nearCharacters);
    const lead = text.slice(from, reference.start).replace(/^.*[;；。]/su, '');
    const rest = text.slice(
      reference.end,
      Math.min(references[index + 1]?.start ?? text.length, reference.end + nearCharacters),
    );
    const before = text.slice(
      Math.max(references[index - 1]?.end ?? 0, reference.start - 2 * nearCharacters),
      reference.start,
    );
    return (
      contradicts(figure, lead, rest, text.slice(Math.max(0, reference.start - 160), reference.start)) ||
      (figure.ticker !== undefined && held.length === 0 && wholePortfolioSubject.test(before))
    );
  });
}

/**
 * Alternating stocks and figures belong together; several stocks before as many figures are listed in the same order.
 */
function mayBeOf(
  ticker: string,
  references: readonly Reference[],
  index: number,
  held: readonly Anchor[],
  inherited: string | undefined,
): boolean {
  const reference = references[index];
  if (held.length === 0 || !reference) return inherited === undefined || inherited === ticker;
  const first = references.find(({ figure }) => figure?.ticker !== undefined)?.start ?? 0;
  if (held.every(({ at }) => at < first)) {
    const tickers = [...new Set(held.map((anchor) => anchor.ticker))];
    if (tickers.length === 1 || tickers.length !== references.length) return tickers.includes(ticker);
    return tickers[index] === ticker;
  }
  const isBefore = (held[0]?.at ?? 0) < first;
  const own = isBefore ? held.findLast(({ at }) => at < reference.start) : held.find(({ at }) => at >= reference.end);
  return own === undefined || own.ticker === ticker || nextTo(held, own, ticker);
}

/** "Tesla (TSLA)" and "Google's Alphabet" each name one stock twice. */
const nextTo = (held: readonly Anchor[], own: Anchor, ticker: string) =>
  held.some((one) => one.ticker === ticker && Math.abs(one.at - own.at) <= 12 && one !== own);

/**
 * "Your loss on Tesla is larger than that on Target (+7.14%)": the word for the sign belongs to the other side of the
 * comparison.
 */
const comparisonWithOther =
  /(?<!\p{L})(?:than|als|que|di|do que|dan)\s(?:that|those|the one|yours|der|die|das|jene[rs]?|celles?|celui|ceux|la|el|las|los|quell[aoei]|a|o|dat|die)\s(?:of|on|for|with|in|at|bei|von|mit|de|du|sur|en|con|di|su|da|do|na|no|com|op|van|met)(?!\p{L})[^.;]{0,30}$/iu;

/** A gain in place of a price: "you bought Tesla at +38.75%". */
const purchaseVerbBefore =
  /(?<!\p{L})(?:bought|purchased|paid|acquired|acheté\p{L}*|payé\p{L}*|compr(?:ado|ada|aste|ó|ou|ato|ata|asti)|pag(?:aste|ou|ato|ata)|acquistat[oa]|gekocht|betaald(?:e)?)\s(?:(?:\p{Lu}\p{L}+|it|them)\s)?(?:(?:at|for|à|a|por|per|op|voor)\s)?[*_]{0,2}$/iu;
const paidFor = /(?<!\p{L})(?:zu|für|voor|op)\s[*_]{0,2}$/iu;
const isPaid = /^[\s*_]{0,3}(?:gekauft|erworben|gekocht|betaald)(?!\p{L})/iu;

/** Prices, and parts of a whole. */
const neverGains = new Set<FigureKind>(['latest', 'entry', 'close', 'share']);

function contradicts({ kind, value }: Figure, near: string, rest: string, before: string): boolean {
  if (
    kind === 'gain' &&
    (isWeight(near, rest) || purchaseVerbBefore.test(near) || (paidFor.test(near) && isPaid.test(rest)))
  )
    return true;
  if (neverGains.has(kind) && gainVerbBefore.test(near)) return true;
  const lead = kind === 'gain' && comparisonWithOther.test(near) ? before : near;
  if (kind === 'gain') {
    const isLoss = value.startsWith('-');
    // "Hat 12% gewonnen": the verb can follow.
    const words = has(upWord, lead) || has(downWord, lead) ? lead : (rest.split(/[,.;:，。；]/u, 1)[0] ?? '');
    const inTwoParts = separatedDirection(near, rest);
    const up = inTwoParts === 'up' ? lead.length : lastPlace(upWord, words);
    const down = inTwoParts === 'down' ? lead.length : lastPlace(downWord, words);
    if (up === down || /\b(?:not|never|no longer|kein\w*|nicht|pas|no|non|não|niet)\b/iu.test(lead)) return false;
    return isLoss ? up > down : down > up;
  }
  if (kind === 'latest') return has(entryWord, lead) && !has(latestWord, lead);
  if (kind === 'entry') return has(latestWord, lead) && !has(entryWord, lead);
  return false;
}
