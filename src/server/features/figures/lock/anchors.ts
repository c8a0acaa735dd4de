/**
 * The subjects of a sentence, in order: stocks in the portfolio, other stocks, positions in general, company figures.
 */

import { matchesOf } from '~/server/lib/matches';
import { isTargetOf } from './brokers';
import { holding, namedProduct, notHeld, otherMetric } from './lexicon';
import { taxedThing, taxOn } from './lexicon-taxes';
import type { Mention, Subjects } from './subjects';

export type Topic = 'held' | 'holding' | 'foreign' | 'other';

export interface Anchor {
  at: number;
  end: number;
  topic: Topic;
  ticker?: string;
}

/** "ahead of the S&P 500" is a comparison, not the subject. */
const compared =
  /(?:\b(?:beat(?:s|en|ing)?|than|versus|vs\.?|over|ahead of|behind|outperform\w*|bat(?:te)?|supera|devance|dépasse|schlägt|übertrifft|vence|verslaat|underperform\w*|trail\w*|outpac\w*|outstripped|lag(?:s|ged|ging)?|topped|tops|aventaj\w*|verslagen|against|relative to|compared (?:to|with)|gegenüber|als|contre|que|frente a|rispetto a|in confronto a|face ao|tegenover|dan)\s(?:the |dem |den |der |le |el |il |o |de |het )?|[比对對]|に対して)$/iu;
const relative = /^,?\s(?:which|that|who|with|der|die|das|qui|que|che|wat)\s/iu;
const belongsTo =
  /^(?:\s(?:\p{L}{1,20}\s){0,2}(?:d|dell|nell)['’]|\s(?:\p{L}{1,20}\s){0,2}(?:of|at|for|by|in|from|von|bei|der|des|du|de|del|della|di|da|do|dos|van|bij)\s(?:the |der |la |le |el |il |o |a )?)$/iu;

/** Cached, because a table repeats its headers for each cell. */
const known = new WeakMap<Subjects, Map<string, Anchor[]>>();
const maxKnown = 1000;
const hasLetters = /\p{L}/u;
/** A pronoun for the previously named subject. */
const pronoun = /^(?:its|their|the) (?:stock|shares?|share price)$|^(?:share price|stock)$/iu;
/** Can belong to a company or a position, depending on the words before it. */
const ofEither =
  /^(?:profits?|beneficios?|bénéfices?|utili?|lucros?|winst|Gewinn\p{L}*|growth|grew|grown?|grows|growing|Wachstum\p{L}*|wuchs(?:en)?|wächst|gewachsen|croissance|crec\p{L}+|cresc\p{L}+|groei\p{L}*|gegroeid|costs?|coste?|custo|costo|discount|premium|earned|earns|spent)$/iu;
/** "Your Nvidia stake" or "the portfolio", but not "Nvidia". */
export const isOwned = (text: string, { at, end, topic }: Anchor) =>
  topic === 'holding' ||
  /^(?:your|our|Ihre|deine|unsere|votre|vos|tu|tus|je|uw|onze)\p{L}{0,2}\s/iu.test(text.slice(at, end));

export function anchorsOf(text: string, subjects: Subjects): Anchor[] {
  if (!hasLetters.test(text)) return [];
  const texts = known.get(subjects) ?? new Map<string, Anchor[]>();
  const earlier = texts.get(text);
  if (earlier) return earlier;
  const anchors = findAnchors(text, subjects);
  if (texts.size < maxKnown) known.set(subjects, texts.set(text, anchors));
  return anchors;
}

function findAnchors(text: string, subjects: Subjects): Anchor[] {
  const mentions = subjects.in(text);
  const found: Anchor[] = [
    ...outsideOf(mentions, placesOf(otherMetric, text, 'other')),
    ...outsideOf(mentions, placesOf(namedProduct, text, 'other')),
    ...outsideOf(mentions, placesOf(holding, text, 'holding')),
    ...placesOf(notHeld, text, 'foreign'),
    ...mentions
      .filter((mention) => mention.ticker !== undefined || !isCompared(text, mention))
      .map(
        ({ at, end, ticker }): Anchor =>
          ticker === undefined ? { at, end, topic: 'foreign' } : { at, end, topic: 'held', ticker },
      ),
  ].sort((a, b) => a.at - b.at || b.end - a.end);
  const anchors: Anchor[] = [];
  for (const anchor of found) {
    const last = anchors.at(-1);
    if (last && anchor.at < last.end) {
      // Of two overlapping matches, the longer one is more specific: "earnings per share" is not a share.
      const longer = anchor.end - anchor.at > last.end - last.at ? anchor : last;
      anchors[anchors.length - 1] = withShare(longer, anchor.ticker ?? last.ticker);
      continue;
    }
    if (
      anchor.topic === 'other' &&
      last &&
      isOwned(text, last) &&
      !/[,;:，；]/u.test(text.slice(last.end, anchor.at)) &&
      ofEither.test(text.slice(anchor.at, anchor.end))
    )
      continue;
    // "BYD sold more cars, and its shares rose."
    const named = anchors.findLast(({ topic }) => topic !== 'other');
    if (named?.topic === 'foreign' && anchor.topic === 'holding' && pronoun.test(text.slice(anchor.at, anchor.end)))
      continue;
    // "Revenue at Tesla": still the revenue.
    if (
      last?.topic === 'other' &&
      anchor.topic === 'held' &&
      // "The market value of your Tesla stake" is not a figure of the company.
      !isOwned(text, anchor) &&
      (belongsTo.test(text.slice(last.end, anchor.at)) || isOn(text, last, anchor))
    )
      anchors.push({ ...anchor, topic: 'other' });
    else anchors.push(anchor);
  }
  return anchors;
}

/** "A levy on Tesla", "the price target for Tesla". */
function isOn(text: string, other: Anchor, { at }: Anchor): boolean {
  const words = text.slice(other.at, other.end);
  const gap = text.slice(other.end, at);
  return (taxOn.test(words) && taxedThing.test(gap)) || isTargetOf(words, gap);
}

/** "Your Nvidia shares" are shares of Nvidia. */
const withShare = (anchor: Anchor, ticker: string | undefined): Anchor =>
  ticker !== undefined && anchor.topic === 'holding' ? { ...anchor, topic: 'held', ticker } : anchor;

/** "Ahead of the DAX", but not "ahead of the DAX, which rose". */
const isCompared = (text: string, { at, end }: Mention) =>
  compared.test(text.slice(Math.max(0, at - 30), at)) && !relative.test(text.slice(end, end + 8));

const placesOf = (pattern: RegExp, text: string, topic: Topic): Anchor[] =>
  [...matchesOf(pattern, text)].map((match) => ({ at: match.index, end: match.index + match[0].length, topic }));

/** "Target" is the stock if it is held, not a price target. Both lists are in the order of the text. */
function outsideOf(mentions: readonly Mention[], anchors: readonly Anchor[]): Anchor[] {
  let next = 0;
  return anchors.filter(({ at, end }) => {
    while ((mentions[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const mention = mentions[next];
    return !(mention?.ticker !== undefined && mention.at <= at && end <= mention.end);
  });
}
