/**
 * "Every dollar in Nvidia has become four", "aus 1.000 Dollar wurden 1.520": the stake is a unit of measure, and the
 * result is a multiple of it, often without a unit of its own.
 */
import { has, matchesOf } from '~/server/lib/matches';
import { numberWords } from './units';

const unit =
  '(?:dollars?|euros?|pounds?|francs?|Franken|d[oó]lar(?:es)?|dollar[io]|real|reais|frank|yuan|yen|Dollars?|Euros?)(?![\\p{L}])';
const amount = String.raw`(?:[$€£¥]\s?\p{Nd}[\p{Nd}.,]*|\p{Nd}[\p{Nd}.,]*\s?[$€£]|\p{Nd}[\p{Nd}.,\s]*\s${unit})`;
/** Each of a unit, or an example amount. */
const stake = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    String.raw`(?:every|each|jede[rnms]?|chaque|cada|ogni|elke|iedere)\s(?:\p{L}+\s){0,3}${unit}`,
    String.raw`(?:a|one|ein(?:em|en)?|un|één)\s${unit}\s(?:put|placed|invested|angelegt\p{L}*|investiert\p{L}*|placé|investi|mis|invertido|puesto|investito|messo|investido|aplicado|belegd|gestoken)(?!\p{L})`,
    String.raw`(?:out of|aus|de|da|van|uit)\s${amount}(?=\s(?:in|invested|put|placed|on|auf|sur|investis|en|invertidos|su|investiti|em|investidos|belegd))`,
    String.raw`(?:if|had) you (?:had )?(?:put|invested|placed)\s${amount}`,
    `(?:wenn|falls) (?:du|Sie) ${amount}`,
  ].join(
    '|',
  )})|每(?:投入)?(?:的)?(?:一|1)?(?:美|欧)?元|投入的每(?:一)?(?:美|欧)?元|1(?:ドル|ユーロ|円)(?:の投資)?[はが]`,
  'giu',
);
/** A number that counts nothing else: the sentence ends, or continues with a time or a value. */
const alone =
  /^(?:[\s*_)"”’]*$|[\s*_)"”’]*[.,;:!?)。，、；]|\s(?:now|today|by now|and|geworden|wert|heute|inzwischen|und|aujourd|maintenant|et|hoy|ahora|y|oggi|adesso|hoje|agora|e|waard|nu|vandaag|en)(?![\p{L}]))/iu;
const words = new RegExp(`(?:${numberWords})(?![\\p{L}\\p{Nd}])`, 'giu');

const endOfStake = (text: string): number | undefined => {
  const [match] = matchesOf(stake, text);
  return match && match.index + match[0].length;
};

interface Part {
  start: number;
  end: number;
}

/** Whether an amount is the stake, and not a figure of the portfolio. */
export function isStake(text: string, { start, end }: Part): boolean {
  if (!has(stake, text)) return false;
  return [...matchesOf(stake, text)].some(({ index, 0: found }) => start >= index && end <= index + found.length + 1);
}

/** Whether a number is the result of a stake. */
export function isReturnOnStake(text: string, { start, end }: Part): boolean {
  const after = endOfStake(text);
  return after !== undefined && start >= after && start - after <= 120 && alone.test(text.slice(end, end + 16));
}

/** The same as number words: "… has turned into four". */
export function* returnsInWords(text: string): Generator<Part> {
  if (!has(stake, text)) return;
  for (const { index, 0: found } of matchesOf(words, text)) {
    const place = { start: index, end: index + found.length };
    if (isReturnOnStake(text, place)) yield place;
  }
}
