/** Decides what a number in a sentence is a figure of. */

import { type Anchor, isOwned, type Topic } from './anchors';
import { comparesWithForeign, distanceWord } from './distances';
import type { NumberForm } from './number-tokens';
import { nearCharacters, type SentenceContext, type Subject, type TextSpan } from './sentence';

/** "Five points", but not "five percentage points": of an index, or of a list of arguments. */
export const barePoints = /^(?:\P{L}*|\p{L}+[\s-])(?:points?|pts?|Punkte?n?|puntos|punti|pontos|punten)$/iu;
const ofPortfolio =
  /^\s?(?:of|von|de|di|da|van)\s(?:the |our |your |des |unseres |notre |nuestra |nostro |nossa |onze )?(?:portfolio|book|positions|holdings|Portfolios?|portefeuille|cartera|portafoglio|carteira)/iu;
/** "18% below what you paid": relative to the entry price. */
const fromEntry =
  /^\s(?:below|above|under|over|against|versus|vs\.?|relative to|compared (?:to|with)|on|unter|über|gegenüber|zum|par rapport à|sous|au-dessus de|respecto a|frente a|sobre|por debajo de|rispetto a(?:l|ll['’])?|sotto|sopra|em relação a[o]?|face ao|abaixo do|acima do|ten opzichte van|boven|onder)\s?(?:the |your |our |what you |dem |deinem |Ihrem |deinen |Ihren |le |votre |ton |el |tu |su |la |il |tuo |suo |o |seu |teu |je |uw |jouw |de ){0,2}(?:entry|purchase price|cost basis|buy-in|buying price|paid|Kaufpreis|Kaufkurs|Einstand\p{L}*|Einstieg\p{L}*|prix d['’](?:achat|entrée)|prix de revient|precio de (?:compra|entrada)|prezzo di (?:carico|acquisto)|acquisto|preço de (?:compra|entrada)|aankoop\p{L}*|instap\p{L}*)(?!\p{L})/iu;
/** "You hold about 12% in cash": a part of the portfolio, not a company's cash. */
const inCash =
  /^\s(?:of [\p{L} ]{2,20} )?(?:in cash|cash|in liquidity|in Cash|Cash|Bargeld|Liquidität|liquide Mittel|in bar|en (?:cash|liquidités?|espèces)|de liquidités?|en (?:efectivo|liquidez)|de liquidez|in (?:contanti|liquidità)|di liquidità|em (?:caixa|dinheiro|liquidez)|aan (?:cash|contanten|liquiditeiten)|in contanten)(?!\p{L})|^的?现金|^の?現金/iu;
const youHave =
  /(?<!\p{L})(?:you(?:['’](?:re|ve))? (?:\p{L}+ )?(?:hold|have|keep|holding|sitting on|got)|(?:du|Sie) (?:\p{L}+ )?(?:hältst|hast|halten|haben)|(?:hältst|hast|halten|haben) (?:du|Sie)|(?:vous|tu) (?:avez|as|détenez|gardez|conservez)|(?:tienes|mantienes|guardas|usted tiene|hai|tieni|detieni|mantieni|você (?:tem|mantém|guarda)|tens)|(?:je|u) (?:\p{L}+ )?(?:hebt|heb|houdt|hebt staan)|(?:heb|houd) je)(?!\p{L})[^.;:,]{0,20}$|[您你][^，。]{0,10}$|(?:お客様|あなた)[^、。]{0,12}$/iu;
/** "Costs €191.50 a share" is a price, "a dividend of €4.30 a share" is not: the words before decide. */
const perShare =
  /^\s?(?:a|per|je|pro|par|por|à l['’])\s?(?:share|Aktie|action|acción|azione|ação|aandeel|titre|título|papel|titolo)(?!\p{L})|^(?:一股|每股)|^の?[1一]株/iu;
const costVerb =
  /^(?:cost(?:s|ing)?|kostete?n?|kost(?:te|en)?|coûte(?:nt|r|ra|rait)?|coûtait|cuestan?|costaba|cost(?:a|ano|ava|are|erà)|custa[mr]?|custava|成本|价格|費用|コスト)$/iu;
const isTimes = /(?:x|×|times|fold|fach\p{L}{0,2}|fois|veces|volte|vezes?|keer|maal)$/iu;
/** "27 times earnings". */
const timesEarnings =
  /^\s(?:(?:the|its|their|forward|expected|trailing|next|last|year['’]s|des|den|der|les|ses|le|del|de|los|las|sus|il|gli|i|gl['’]|dell['’]|degli|dei|o|os|a|do|seu|de|zijn|l['’]|erwarteten?|voraussichtlichen?)\s){0,3}(?:earnings|sales|revenue|book|cash flow|profits?|Gewinn\p{L}*|Umsatz\p{L}*|Buchwert\p{L}*|bénéfices?|chiffre|ventes|beneficios?|ventas|ingresos|utili|ricavi|fatturato|lucros?|receitas?|vendas|winst|omzet)(?!\p{L})/iu;
const gainFollows =
  /^[\s*_-]{0,3}(?:profits?|Gewinn|bénéfice|beneficio|utile|lucro|winst)(?![\p{L}-])(?!\s(?:growth|margins?|increase|warning|rise|drop|decline|for|per|pro|je|par|por|before|vor|in (?:the|Q)|im))/iu;
const ownsNext =
  /^\s(?:on|in|for|of|with|from|bei|mit|auf|für|an|sur|avec|pour|en|con|para|su|per|com|na|no|op|met|voor)\s$/iu;
const endsAttribution =
  /[,;:，；：、]|(?<!\p{L})(?:it|they|you|which|that|que|die|das|on|after|as|despite|because|amid|thanks|while|and|but|since|due|dank|wegen|trotz|nach|und|grâce|malgré|après|et|gracias|pese|tras|y|grazie|nonostante|dopo|e|graças|apesar|após|dankzij|ondanks|na|en|因|由于|ため)(?!\p{L})/iu;

/** "Your top three" is not a stock. */
const ofMany = /(?<!\p{L})top\s(?:two|three|four|five|ten|\p{Nd}{1,2})$/iu;

/** The topic of a number: the last one mentioned before it, or one that follows directly ("41% revenue growth"). */
export function topicAt({ text, anchors, before }: SentenceContext, token: TextSpan & { form?: NumberForm }): Subject {
  const earlier = anchors.filter(({ end }) => end <= token.start);
  if (anchors.some(({ at, end, topic }) => topic === 'other' && at < token.end && end > token.end))
    return { topic: 'other' };
  const next = anchors.find(({ at }) => at >= token.end);
  if (
    isTimes.test(text.slice(token.start, token.end)) &&
    timesEarnings.test(text.slice(token.end, token.end + nearCharacters))
  )
    return { topic: 'other' };
  const ticker =
    earlier.findLast((anchor) => anchor.ticker)?.ticker ??
    anchors.find((anchor) => anchor.ticker)?.ticker ??
    before.ticker;
  const last = earlier.at(-1);
  const isOfMany = last?.topic === 'holding' && ofMany.test(text.slice(last.at, last.end));
  const of = (topic: Topic | undefined): Subject => (ticker === undefined || isOfMany ? { topic } : { topic, ticker });
  const topicFromUnit = topicOfUnit(text, token, last);
  if (topicFromUnit) return topicFromUnit === 'held' && ticker === undefined ? of('other') : of(topicFromUnit);
  if (last?.topic === 'other' && token.start - last.end <= 3) return of('other');
  if (ofPortfolio.test(text.slice(token.end, token.end + nearCharacters))) return of('holding');
  if (token.form === 'percent' && fromEntry.test(text.slice(token.end, token.end + 2 * nearCharacters)))
    return of('holding');
  const gap = next ? text.slice(token.end, next.at) : '';
  // "The doubt is gone: 290% on your stake."
  if (next?.topic !== 'other' && next && ownsNext.test(gap) && isOwned(text, next)) return of('holding');
  if (next && gap.length <= 30 && !endsAttribution.test(gap)) {
    // "Sold with a 28% profit", but "28% profit growth".
    if (next.topic === 'other')
      return of(gainFollows.test(text.slice(token.end, token.end + nearCharacters)) ? 'holding' : 'other');
    // "Two thirds of Tesla's cars."
    const after = anchors[anchors.indexOf(next) + 1];
    if (
      next.topic === 'held' &&
      after?.topic === 'other' &&
      after.at - next.end <= 3 &&
      /^\s?(?:of|by|to)\s$/iu.test(gap)
    )
      return of('other');
    if (next.topic === 'holding' && gap.length <= 12) return of('holding');
    if (
      next.topic === 'foreign' &&
      comparesWithForeign(text.slice(Math.max(0, token.start - nearCharacters), token.start), gap)
    )
      return of('foreign');
  }
  // "Beat the DAX by 12 points": a distance from something outside the portfolio.
  if (
    token.form === 'points' &&
    last?.topic === 'foreign' &&
    [before, ...earlier].some(({ topic }) => topic === 'held' || topic === 'holding') &&
    isDistance(text, token)
  )
    return of('holding');
  // "Yours rose 8%, the DAX 5%; the worst month was September with −2%."
  const first = anchors[0];
  if (last?.topic === 'foreign' && first?.topic === 'holding' && /[;；]/u.test(text.slice(last.end, token.start)))
    return of(first.topic);
  if (last) return of(last.topic);
  if (next && !(next.topic === 'other' && endsAttribution.test(gap))) return of(next.topic);
  return of(before.topic);
}

/** "A share" and "in cash" after an amount determine its topic together with the words before it. */
function topicOfUnit(
  text: string,
  token: TextSpan & { form?: NumberForm },
  last: Anchor | undefined,
): Topic | undefined {
  const rest = text.slice(token.end, token.end + nearCharacters);
  if (last?.topic === 'other' && token.form === 'money' && perShare.test(rest))
    return costVerb.test(text.slice(last.at, last.end)) ? 'held' : 'other';
  const lead = text.slice(Math.max(0, token.start - nearCharacters), token.start);
  return inCash.test(rest) && youHave.test(lead) ? 'holding' : undefined;
}

/** Whether the number is the distance between two compared things. */
export function isDistance(text: string, { start, end }: TextSpan): boolean {
  return (
    distanceWord.test(text.slice(Math.max(0, start - 2 * nearCharacters), start)) ||
    distanceWord.test(text.slice(end, end + 20))
  );
}
