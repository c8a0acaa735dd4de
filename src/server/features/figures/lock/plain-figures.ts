/** Decides which numbers without a unit can be a price, count, duration or year of a position. */

import type { Anchor } from './anchors';
import { countedBefore, countedPositions, countedStocks, countSign, spanOfTime } from './counts';
import type { NumberToken } from './number-tokens';
import { nearCharacters, type SentenceContext } from './sentence';
import { isReturnOnStake } from './stakes';

/** Numbers that identify things or places in a text. */
const isName =
  /(?:\b(?:Model|iPhone|iPad|Galaxy|Windows|Form|Level|Class|Series|Phase|Chapter|Section|Step|Figure|Table|Page|Appendix|Note|Item|No\.|Nr\.|Seite|Gen|Version|Web|Area|Group|Fortune|S&P|Nasdaq|Dow|DAX|CAC|FTSE|Nikkei|Stoxx|Russell|MSCI|CSI|Hang Seng|Ibex|SMI|AEX|Q|FY|H|[A-Z]{2,}-)\s?|[$#§])$/u;
const isTime = /^(?:\s?(?:am|pm|Uhr|UTC|GMT|:\p{Nd}{2})|[:：]\p{Nd}{2})/u;
export const year = /^(?:19|20)\d\d$/;
const strongTrade =
  /(?:bought|purchased|opened|entered|acquired|sold|gekauft|verkauft|acheté\w*|vendu\w*|comprado|comprou|compramos|vendido|acquistat\w*|venduto|gekocht|verkocht|own(?:ed)? \w+ since|买入|購入)[^.;]{0,25}$/iu;
const continues =
  /^(?:[\s*_)"”’]*$|[\s*_)"”’]*[.,;:!?)。，、；]|\s(?:to|and|or|on|in|as|after|from|when|today|now|yesterday|this|per share|a share|each|at|with|since|for|but|auf|und|am|im|seit|à|et|le|en|y|el|e|il|o|na|naar|op|do|de)\b|[的到。，、])/iu;
const heldFor =
  /(?<!\p{L})(?:Haltedauer|durée (?:moyenne )?de détention|(?:período|periodo) (?:medio |médio )?(?:de|di) (?:tenencia|detenção|detenzione|possesso)|held|holding|hold|own(?:ed)?|gehalten|halten|hältst|hält|besitzen|besitzt|détenu\p{L}*|détenez|gardez|gardée?s?|possédez|mantenid\p{L}*|mantienes|llevas|llevamos|tienes|posees|detenut\p{L}*|detieni|possiedi|tieni|hai|mantid\p{L}*|mantém|detém|possui|tem|aangehouden|houdt|bezit|hebt|heb)(?!\p{L})|持有|保有|持ち/iu;
/** "You own 40 shares": a count of what the user owns. */
const ownedNear =
  /(?<!\p{L})(?:own|hold|have|had|bought|sold|consists of|halten|besitzen|haben|détenez|possédez|avez|tienes|posees|tiene|possiedi|hai|tem|possui|bezit|hebt|heb)\s(?:\p{L}+\s){0,2}$/iu;
const sinceWord = /(?<!\p{L})(?:since|seit|depuis|desde|dal|sinds)\s$/iu;
/** "In your portfolio for three years". */
const forWord = /(?<!\p{L})(?:for|since|over|seit|depuis|hace|lleva[sn]?|desde|da|há|sinds|al)\s(?:\p{L}+\s){0,6}$/iu;
/** "Cela fait cinq ans que vous conservez …", "it has been five years since you bought". */
const passedWord =
  /(?<!\p{L})(?:been|fait|faz|fa|hace|son|sono|são|sind|ist|is het|het is)\s(?:\p{L}+\s){0,2}$|(?:已经?|もう|すでに)$/iu;
const oldWord = /^\s\p{L}+\s(?:old|alt|oud)(?!\p{L})/iu;
/** "Across all seven names". */
const allWord =
  /(?<!\p{L})(?:all|alle[nr]?|tou(?:te)?s les|tod[oa]s l[oa]s|tutt[ie] (?:i|gli|le)|tod[oa]s [oa]s)\s$|(?:全部|すべての|全)$/iu;
/** "Your 65 shares of Target". */
const possessive =
  /(?<!\p{L})(?:your|our|my|Ihre[nmrs]?|deine[nmrs]?|unsere[nmrs]?|meine[nmrs]?|vos|tes|nos|mes|tus|sus|mis|nuestr[oa]s|(?:i tuoi|le tue|i suoi|le sue|le vostre|i vostri|tuoi|tue)|(?:os |as )?(?:seus|suas|teus|tuas)|je|jouw|uw|onze|mijn)\s(?:\p{L}+\s)?$|(?:[您你]的?|[您你](?:持有|手上|手里)的?|お持ちの|保有する|保有の)$/iu;
const sharesOwned =
  /^\s?(?:shares?|units?|Stück|Stk\.?|Aktien|Anteile?n?|Papiere?n?|actions|titres|parts|acciones|títulos|participaciones|azioni|titoli|quote|ações|papéis|cotas|aandelen|stuks)(?!\p{L})|^\s?[-‑]?(?:share|stock)(?= (?:stake|position|holding))|^股|^株/iu;
/** "You'd still own 15", "te ne resterebbero 25": the rest is calculated from the position. */
const leftBefore =
  /(?<!\p{L})(?:still (?:own|hold|have)|(?:be|are) left with|(?:have|has) left|(?:dir|Ihnen|dann|noch) (?:noch|bleiben|blieben|verbleiben)|(?:bleiben|blieben|verbleiben|verblieben) (?:dir|Ihnen|dann)(?: noch)?|(?:hast|hätten|hättest|haben) (?:du|Sie) (?:dann )?noch|(?:en |vous |t['’]en |il )?rester\p{L}*|te (?:quedan|quedarán|quedarían|quedas con)|le (?:quedan|quedarían)|(?:te|ti|gliene|te ne|gli|le) rest\p{L}+|(?:restam|restariam|restarão|sobram|sobrariam|sobrarão)(?:-lhe)?|(?:fica|ficaria|ficarás) com|(?:houd|houdt|hou) (?:je|u)(?: er)?(?: dan)?(?: nog)?|blijven er(?: nog)?|(?:heb|hebt) (?:je|u) (?:er )?(?:dan )?nog)\s(?:\p{L}+\s)?$|(?:还剩|剩下|剩余|还有|残りは?|手元に)$/iu;
const leftAfter =
  /^\s?(?:[,.;)]|$|\p{Lu}?\p{L}*\s?(?:shares?|left|Stück|Aktien|übrig|actions|acciones|azioni|ações|aandelen|over)|[股株，。])/iu;
const leftBehind =
  /^\s?(?:shares?|Stück|Aktien|aandelen|stuks|株|股)?\s?(?:が|は)?(?:left over|remaining|übrig|over(?= [.,;])|残)/iu;
export const isRemainingCount = (text: string, { start, end }: { start: number; end: number }): boolean =>
  leftBehind.test(text.slice(end, end + 24)) ||
  (leftAfter.test(text.slice(end, end + 24)) &&
    leftBefore.test(text.slice(Math.max(0, start - nearCharacters), start)));

/** "Target and Gartner: two quiet positions" counts the names before it. */
const smallNumbers = [
  /^(?:2|two|zwei|deux|dos|due|dois|duas|twee|[两兩二])/iu,
  /^(?:3|three|drei|trois|tres|tre|três|drie|三)/iu,
  /^(?:4|four|vier|quatre|cuatro|quattro|quatro|四)/iu,
  /^(?:5|five|fünf|cinq|cinco|cinque|vijf|五)/iu,
];
const introduces = /(?:[:：–—，]|,\s(?:both|beides?|tous|todas?|ambos)|,)\s?$/u;
function isEnumerated(anchors: readonly Anchor[], text: string, start: number, end: number, lead: string): boolean {
  if (!introduces.test(lead)) return false;
  const named = new Set(
    anchors.flatMap(({ ticker, end: to }) => (ticker !== undefined && to <= start ? [ticker] : [])),
  );
  return smallNumbers[named.size - 2]?.test(text.slice(start, end)) === true;
}
/** "Ihre Position ist 12.400 wert": the word for value follows. */
const worthAfter = /^\s(?:wert|waard)(?!\p{L})/iu;
const rate =
  /(?:hit rate|Sharpe(?: ratio)?|Sharpe-Ratio|ratio de Sharpe|夏普比率|シャープレシオ|beat rate|beta|Beta|volatility|Volatilität|volatilité|volatilidad|volatilità|volatilidade|volatiliteit|波动率|ボラティリティ|ベータ|贝塔|win rate|success rate|drawdown|weight(?:ing)?|Trefferquote|Gewichtung|taux de réussite|tasa de acierto|tasso di successo|taxa de acerto|trefkans|胜率|回撤|权重|勝率|構成比)[^.;]{0,20}$/iu;
/** "Your portfolio has eleven stocks from four countries": the counted thing follows the number. */
export function isOwnCount({ anchors, before }: SentenceContext, { form }: NumberToken, rest: string): boolean {
  if (form !== 'plain' || !(countedPositions.test(rest) || countedStocks.test(rest))) return false;
  return before.topic === 'holding' || anchors.some(({ topic }) => topic === 'holding');
}

export function isPlainFigure(
  { value = '', sign, start, end }: NumberToken,
  lead: string,
  rest: string,
  hasReturnNear: SentenceContext['hasReturnNear'],
  anchors: readonly Anchor[],
  text: string,
): boolean {
  if (isName.test(lead) || isTime.test(rest)) return false;
  if (isEnumerated(anchors, text, start, end, lead)) return false;
  if ((sharesOwned.test(rest) && possessive.test(lead)) || isRemainingCount(text, { start, end })) return true;
  if (countedPositions.test(rest) || (countedBefore.test(lead) && countSign.test(rest))) return true;
  const owns = anchors.some(({ topic }) => topic === 'holding');
  if (countedStocks.test(rest) && (ownedNear.test(lead) || allWord.test(lead) || owns)) return true;
  if (
    spanOfTime.test(rest) &&
    (heldFor.test(lead) ||
      heldFor.test(rest.slice(0, 8)) ||
      (forWord.test(lead) && heldFor.test(rest)) ||
      (owns && (forWord.test(lead) || passedWord.test(lead) || oldWord.test(rest))))
  )
    return true;
  if (rate.test(lead) || worthAfter.test(rest) || isReturnOnStake(text, { start, end })) return true;
  if (year.test(value))
    return (strongTrade.test(lead) || (heldFor.test(lead) && sinceWord.test(lead))) && !/[.\p{Nd}]$/u.test(lead);
  return (sign !== '' || hasReturnNear(start)) && continues.test(rest);
}
