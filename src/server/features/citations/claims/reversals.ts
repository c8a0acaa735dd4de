/** Pairs of opposites. A claim that swaps them says the opposite of its source. */

import type { Figure } from './figures';
import type { Name } from './names';

/** `spaceless`: words of scripts without spaces, which letters may surround. */
const word = (alternatives: string, spaceless = '') =>
  new RegExp(`(?<!\\p{L})(?:${alternatives.replace(/\s*\n\s*/g, '')})(?!\\p{L})${spaceless && `|${spaceless}`}`, 'iu');
/** 'over' and 'under' are comparisons only before an amount. */
const amount = '(?=\\s+(?:[A-Z]{2,3}\\$?\\s?)?[^\\p{L}\\s]{0,2}\\d)';

/** After the second part of a German verb. "zu" and "ab" before other words are prepositions: "im Vergleich zu 2023". */
const clauseEnd = '(?=\\s*(?:$|[,.;:!?()–—"“”»]|(?:und|oder|auf|als|wie|während|weil|da)(?!\\p{L})))';

type Pair = readonly [RegExp, RegExp];

const directions: Pair = [
  word(
    `rose|rise[ns]?|rising|grew|grow[ns]?|growing|growth|increas\\w*|climb\\w*|gain\\w*|improv\\w*|higher|up|widen\\w*|
       stieg\\p{L}*|steig\\p{L}*|gestiegen|wuchs|gewachsen|zugenommen|erhöh\\p{L}*|augment\\p{L}*|hausse|progress\\p{L}*|
       aument\\p{L}*|creci\\p{L}*|crec\\p{L}*|rais(?:e[sd]?|ing)|lift(?:s|ed)|boost\\w*|jump\\w*|soar\\w*|surg(?:e[sd]?|ing)|expand(?:s|ed)|
       accelerat\\w*|rallied|rebound\\w*|zugelegt|kletter\\p{L}*|geklettert|legten?(?=[^.;]{0,120}\\szu${clauseEnd})|nahm(?:en)?(?=[^.;]{0,120}\\szu${clauseEnd})|grimp\\p{L}*|bondi\\p{L}*|sub(?:e|en|ió|ieron|ido)|salit[oaie]|cresciut\\p{L}*`,
    '增长|增加|上升|上涨|提高|増加|増収|増益|上昇|伸び',
  ),
  word(
    `fell|falls?|fallen|falling|declin\\w*|decreas\\w*|dropp?\\w*|shrank|shrunk|lower(?:ed|s|ing)?|down|narrow\\w*|sank|sunk|
       gesunken|sank|sinken|gefallen|fiel\\p{L}*|rückgang|zurückg\\p{L}*|rückläufig\\p{L}*|g[ie]ng(?:en)?(?=[^.;]{0,120}\\szurück(?!\\p{L}))|nahm(?:en)?(?=[^.;]{0,120}\\sab${clauseEnd})|verringer\\p{L}*|baiss\\p{L}*|diminu\\p{L}*|recul\\p{L}*|
       disminu\\p{L}*|caída|cay\\p{L}*|descend\\p{L}*|plung\\w*|tumbl\\w*|slid|slides?|slipp\\w*|slump\\w*|contracted|contraction|plummet\\w*|
       cuts?|cutting|reduc(?:e[sd]?|ing|tions?)|trimm\\w*|slash\\w*|eased|weaken\\w*|worsen\\w*|deteriorat\\w*|brach\\p{L}*|eingebrochen|einbruch|
       gesenkt|senkte\\p{L}*|schrumpf\\p{L}*|geschrumpft|chut\\p{L}*|repli|tomb\\p{L}*|baj(?:a|an|ó|aron|ado)|cae[n]?|cedi(?:ó|eron)|sces[oaie]|calat[oaie]`,
    '下降|减少|下跌|下滑|減少|減収|減益|下落|低下',
  ),
];
const results: Pair = [
  word(
    'profits?|net income|operating income|earnings|gewinn\\p{L}*|bénéfices?|beneficios?|ganancias?|utili(?:dad|dades)|utile|surplus|überschuss',
    '利润|盈利|利益|黒字',
  ),
  word('loss(?:es)?|verlust\\p{L}*|pertes?|pérdidas?|perdit[ae]|deficits?|déficits?|fehlbetrag', '亏损|損失|赤字'),
];
const steady = word(
  'kept|keeps|maintain(?:s|ed)?|unchanged|held steady|flat|unverändert|beließ\\p{L}*|inchangée?s?|mantuvo|sin cambios',
);
const others: readonly Pair[] = [
  [
    word(
      `above|exceed\\w*|over${amount}|(?<!(?:no|not) )more than|at least|(?:no|not) (?:less|fewer) than|über${amount}|mehr als|mindestens|
       supérieure?s? à|plus de|au moins|más de|superior(?:es)? a|por encima de|al menos`,
    ),
    word(
      `below|under${amount}|(?<!(?:no|not) )(?:less|fewer) than|at most|(?:no|not) more than|unter${amount}|weniger als|höchstens|
       inférieure?s? à|moins de|au plus|menos de|inferior(?:es)? a|por debajo de|como máximo`,
    ),
  ],
  [
    word(
      `bought|buys?|buying|acquir\\w*|acquisitions?|purchas\\w*|kauf\\p{L}*|gekauft|erw[aio]rb\\p{L}*|übern[ao]hm\\p{L}*|übernomm\\p{L}*|
       achet\\p{L}*|achat|acqui\\p{L}*|rachet\\p{L}*|compr(?:ó|a|an|ado|aron|ar)|adquiri\\p{L}*`,
    ),
    word(
      `sold|sells?|selling|divest\\w*|disposed|verkauf\\p{L}*|veräußer\\p{L}*|
       vend(?:u|ue|us|ues|re|ent|ió|e|en|ido|ida|ieron|er)|vente|cédée?s?|cession`,
    ),
  ],
  [word('(?:in|zu)fl(?:ows?|üsse)|entrées nettes', '流入'), word('(?:out|ab)fl(?:ows?|üsse)|sorties nettes', '流出')],
  [word('opened|opens|eröffnete\\p{L}*'), word('closed|closes|shut|schloss|geschlossen')],
  [
    word('hire[sd]?|hiring|recruit(?:s|ed)|creat(?:e[sd]?|ing)|added|adds'),
    word('laid off|layoffs?|dismiss(?:ed|es)|fired|cuts?|eliminat(?:e[sd]?|ing)|shed'),
  ],
  [steady, directions[0]],
  [steady, directions[1]],
  [
    word('quarterly|vierteljährlich\\p{L}*|trimestriel\\p{L}*'),
    word('annual(?:ly)?|yearly|jährlich\\p{L}*|annuel\\p{L}*'),
  ],
  [word('completed|completes|closed|closes|finali[sz]ed'), word('agreed|proposed|offer(?:ed|s)?')],
  [word('(?:in|all-?) ?cash'), word('in (?:stock|shares)|all-stock')],
  [
    word('voted? (?:for|in favou?r)|in favou?r of|support(?:s|ed)'),
    word('voted? against|oppos(?:e[sd]?|ing)|dissent\\w*'),
  ],
  [word('beat|beats|topped|surpass(?:ed|es)|outperform\\w*'), word('miss(?:ed|es)|fell short|underperform\\w*')],
  [word('highest|maximum|höchste[nrs]?', '最高'), word('lowest|minimum|niedrigste[nrs]?|tiefste[nrs]?', '最低')],
  [word('assets'), word('liabilities')],
  [word('len(?:t|ds?|ding)'), word('borrow(?:s|ed|ing)?')],
  [word('upgrade[sd]?'), word('downgrade[sd]?')],
  [word('premium'), word('discount')],
  [word('approve[sd]?'), word('reject(?:s|ed)')],
  [word('won|wins'), word('lost|loses')],
];

const isOnly = (text: string, [one, other]: Pair, at: 0 | 1) =>
  at === 0 ? one.test(text) && !other.test(text) : other.test(text) && !one.test(text);
export const statesRise = (text: string): boolean => isOnly(text, directions, 0);
export const statesFall = (text: string): boolean => isOnly(text, directions, 1);
export const statesLoss = (text: string): boolean => isOnly(text, results, 1);

/**
 * The word of the claim that reverses the meaning of the source; undefined if either text has no direction. With
 * `isSigned`, the sign of the figure has the direction: "growth of −4.2%" is a decline.
 */
export function reversedWord(claim: string, source: string, isSigned = false): string | undefined {
  for (const [one, other] of isSigned ? others : [directions, results, ...others]) {
    const turned = reversedWithin(claim, source, one, other);
    if (turned !== undefined) return turned;
  }
  return undefined;
}

function reversedWithin(claim: string, source: string, one: RegExp, other: RegExp): string | undefined {
  const [claimedOne, claimedOther] = [one.exec(claim)?.[0], other.exec(claim)?.[0]];
  if ((claimedOne === undefined) === (claimedOther === undefined)) return undefined;
  const [isOne, isOther] = [one.test(source), other.test(source)];
  if (isOne === isOther) return undefined;
  if (claimedOne !== undefined) return isOther ? claimedOne : undefined;
  return isOne ? claimedOther : undefined;
}

const from = /(?<!\p{L})(?:from|von|de|du|da|dal|desde)\s(?:about|around|rund|etwa|environ)?\s?$/iu;
const to = /^\s?(?:to|auf|à|a|al|hasta)\s(?:about|around|rund|etwa|environ)?\s?$/iu;

interface Way {
  text: string;
  from: Figure;
  to: Figure;
}

/** Changes such as 'from 2% to 3%'. */
function directionsIn({ text, figures }: { text: string; figures: readonly Figure[] }): Way[] {
  return figures.flatMap((first, index) => {
    const second = figures[index + 1];
    if (!second || !from.test(text.slice(0, first.start)) || !to.test(text.slice(first.end, second.start))) return [];
    return { text: text.slice(first.start, second.end), from: first, to: second };
  });
}

/** Changes in the claim that only occur in the opposite direction in the source. */
export function reversedDirections(
  claim: Parameters<typeof directionsIn>[0],
  source: Parameters<typeof directionsIn>[0],
): string[] {
  const sourceDirections = directionsIn(source);
  const goes = (start: Figure, end: Figure) =>
    sourceDirections.some((way) => way.from.value === start.value && way.to.value === end.value);
  return directionsIn(claim)
    .filter((way) => goes(way.to, way.from) && !goes(way.from, way.to))
    .map(({ text }) => text);
}

/** Between names whose order doesn't matter: 'Kestrel and Norden'. */
const eitherWay = /(?<!\p{L})(?:and|or|und|oder|et|ou|y|o|with|mit|avec|con|versus|vs)(?!\p{L})|^[\s,&/-]*$/iu;
const longestBetween = 60;

interface NamePair {
  text: string;
  first: string;
  second: string;
  between: string;
}

/** Pairs of names with the words between them: 'Kestrel Foods bought Norden Bank'. */
function pairsIn({ text, names }: { text: string; names: readonly Name[] }): NamePair[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of names) {
    const last = spans.at(-1);
    if (last && /^\s$/.test(text.slice(last.end, start))) last.end = end;
    else spans.push({ start, end });
  }
  return spans.flatMap((one, index) => {
    const other = spans[index + 1];
    const between = other ? text.slice(one.end, other.start) : '';
    if (!other || between.length > longestBetween || eitherWay.test(between)) return [];
    const [first, second] = [text.slice(one.start, one.end), text.slice(other.start, other.end)];
    return { text: text.slice(one.start, other.end), first, second, between: between.trim() };
  });
}

const buys = /(?<!\p{L})(?:buys?|bought|buying|acquire[sd]?|acquiring|takes? over|took over|purchase[sd]?)(?!\p{L})/iu;
const bought = '(?:bought|acquired|taken over|purchased|owned)';
const passive = String.raw`(?:(?<!\p{L})(?:was|were|is|are|been|be|being|got)\s(?:\p{L}+\s){0,2}|^[,(]\s?)${bought}`;
/** The "by" of another verb names no buyer: "was acquired in a deal advised by Kestrel". */
const ownBy = String.raw`(?<!\p{L}ed|(?<!\p{L})(?:run|held|made|sold|built|won|overseen|written))\sby$`;
/** After "was", or a comma, a year and a price may follow: "Norden was acquired in 2024 for $3 billion by Kestrel". */
const isBoughtBy = new RegExp(
  String.raw`(?<!\p{L})${bought}\s(?:\p{L}+\s){0,2}by$|${passive}(?:\s\S+){0,8}${ownBy}`,
  'iu',
);
const isPassive = new RegExp(String.raw`${passive}(?!\p{L})`, 'iu');

/** The buyer and what it buys, in "Kestrel bought Norden" and "Norden was bought by Kestrel". */
function dealOf({ first, second, between }: NamePair): readonly [string, string] | undefined {
  if (isBoughtBy.test(between)) return [second, first];
  return buys.test(between) && !isPassive.test(between) ? [first, second] : undefined;
}

/** Finds names that are swapped around the same words, or in a purchase, in the claim and the source. */
export function swappedNames(claim: Parameters<typeof pairsIn>[0], source: Parameters<typeof pairsIn>[0]): string[] {
  const sourcePairs = pairsIn(source);
  const isSwapped = (claimed: NamePair, inSource: NamePair) => {
    const [deal, other] = [dealOf(claimed), dealOf(inSource)];
    if (deal && other) return deal[0] === other[1] && deal[1] === other[0];
    if (deal && isPassive.test(inSource.between))
      return deal.includes(inSource.first) && deal.includes(inSource.second);
    return (
      inSource.first === claimed.second && inSource.second === claimed.first && inSource.between === claimed.between
    );
  };
  return pairsIn(claim)
    .filter((claimed) => sourcePairs.some((inSource) => isSwapped(claimed, inSource)))
    .map(({ text }) => text);
}
