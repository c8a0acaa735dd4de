/** A figure that the server filled in can still stand at the wrong share, as the wrong kind of price, or with the wrong sign. */

import type { Figure } from '~/server/features/figures/figures';
import { has, lastPlace } from '~/server/lib/matches';
import type { Anchor } from './anchors';
import { downWord, entryWord, latestWord, upWord } from './lexicon';

export interface Reference {
  /** Offsets within the sentence or cell. */
  start: number;
  end: number;
  figure: Figure | undefined;
}

const nearCharacters = 32;
/** The portfolio as a whole, not one of its shares. */
const portfolioIs =
  /(?<!\p{L})(?:portfolio|book|Depot|portefeuille|cartera|portafoglio|carteira|everything|whole thing)\s(?:is|has|as a whole|showed|shows|made|sits|rose|fell|grew|en su conjunto|nel complesso|no conjunto|dans son ensemble|als Ganzes|insgesamt|als geheel|gana|pierde|guadagna|perde|rende|gagne|perd|ganha|won|wint|verliest|gewann|verlor|affiche|acumula|segna|rinde|stands|returned|gained|lost|ist|hat|steht|liegt|est|a|ha|está|è|heeft|staat)(?!\p{L})/iu;

/** The references of a sentence that its words contradict. `inherited` is the share that the text before it was about. */
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
    const lead = text.slice(from, reference.start);
    const rest = text.slice(
      reference.end,
      Math.min(references[index + 1]?.start ?? text.length, reference.end + nearCharacters),
    );
    const before = text.slice(
      Math.max(references[index - 1]?.end ?? 0, reference.start - 2 * nearCharacters),
      reference.start,
    );
    return (
      contradicts(figure, lead, rest) || (figure.ticker !== undefined && held.length === 0 && portfolioIs.test(before))
    );
  });
}

/** Shares and figures in turn belong together; several shares before as many figures are listed in order. */
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

/** "Tesla (TSLA)" and "Google's Alphabet" name one share twice. */
const nextTo = (held: readonly Anchor[], own: Anchor, ticker: string) =>
  held.some((one) => one.ticker === ticker && Math.abs(one.at - own.at) <= 12 && one !== own);

function contradicts({ kind, value }: Figure, lead: string, rest: string): boolean {
  if (kind === 'gain') {
    const isLoss = value.startsWith('-');
    // "Hat 12% gewonnen": the verb can follow.
    const words = has(upWord, lead) || has(downWord, lead) ? lead : (rest.split(/[,.;:，。；]/u, 1)[0] ?? '');
    const up = lastPlace(upWord, words);
    const down = lastPlace(downWord, words);
    if (up === down || /\b(?:not|never|no longer|kein\w*|nicht|pas|no|non|não|niet)\b/iu.test(lead)) return false;
    return isLoss ? up > down : down > up;
  }
  if (kind === 'latest') return has(entryWord, lead) && !has(latestWord, lead);
  if (kind === 'entry') return has(latestWord, lead) && !has(entryWord, lead);
  return false;
}
