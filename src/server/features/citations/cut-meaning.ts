/** Words at the edge of a quotation that it must not leave out: without them it says something else. */
import type { Span } from './fold-text';
import { isNegation } from './negations';

/** Amounts and measures that can follow a number; the singular stands for its forms. */
const measures =
  /^\s{0,2}(?:[%‰°€$£¥]|(?:percent|per cent|pct|percentage|basis points?|bps|bp|thousands?|millions?|billions?|trillions?|mn|bn|tn|mm|[mbkMBKT]|mio|mrd|tsd|prozent\w*|millionen|milliarden|tausend|pour cent|milliards?|mille|por ciento|millones|mil|millón|milioni|miliardi|usd|eur|gbp|chf|jpy|cny|dollars?|euros?|pounds?|yen|francs?|k?m|cm|km²|kg|g|t|tons?|tonnes?|mwh?|kwh?|gwh?|twh?|hours?|days?|weeks?|months?|years?|quarters?|times|x)(?![\p{L}\p{N}])|[万億亿兆千百％])/iu;

const signs =
  /(?:[$€£¥+±<>≤≥~≈#§-]|[\u2010-\u2015\u2212]|(?<![\p{L}\p{N}])(?:minus|negative|usd|eur|gbp|chf|jpy|cny|us\$))\s?$/iu;

const reach = 40;

/** Whether what stands directly beside the span belongs to it. `saidBefore` is what the answer says before its quotation. */
export function breaksMeaning(text: string, { start, end }: Span, saidBefore = ''): boolean {
  const before = text.slice(Math.max(0, start - reach), start);
  const after = text.slice(end, end + reach);
  if (/\d/.test(text.charAt(start)) && signs.test(before) && !signs.test(saidBefore)) return true;
  if (/\d/.test(text.charAt(end - 1)) && measures.test(after)) return true;
  return (isNegated(before) && !isNegated(saidBefore)) || startsNegated(after);
}

const lastWord = /([\p{L}\p{M}'’]{1,30})[\s"“”„‘«]{0,3}$/u;
const firstWord = /^\s{1,3}([\p{L}\p{M}'’]{1,30})/u;

function isNegated(before: string): boolean {
  const word = lastWord.exec(before)?.[1];
  return (word !== undefined && isNegation(word)) || /[不未没無非无否勿]$/u.test(before);
}

/** German, French and Japanese put the negation last. */
function startsNegated(after: string): boolean {
  const word = firstWord.exec(after)?.[1];
  return (word !== undefined && isNegation(word)) || /^(?:ない|なかっ|ません|ず)/u.test(after);
}
