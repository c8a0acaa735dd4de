/** Spelled-out numbers before a scale or unit ("four million", "fünf Prozent"), multiples ("doubled") and ranks. */
import { matchesOf } from '~/server/lib/matches';
import { fractionSigns } from './fractions';
import { knownNumbers, numberNames } from './number-names';
import { rateOf, scaleOf, unitOf } from './units';

const anyValue = knownNumbers.join('|');
const halves = 'half an?|a half|eine halbe|un demi|demie?|medio';
const digits = knownNumbers.filter((form) => (numberNames.get(form) ?? 0) < 10).join('|');
/** Words that may follow others of the same number, with what joins them. */
const token = new RegExp(
  String.raw`(?:(?<comma>,)?\s(?<link>(?:and|und|et|y)\s)?|-)?(?:(?:point|komma|comma|virgule|coma)(?<decimals>(?:[\s-](?:${digits}))+)|(?<half>${halves})|(?<hundred>hundred|hundert|cents?|cien(?:to)?)|(?<value>${anyValue}))(?![\p{L}\p{N}])`,
  'iuy',
);
/** Behind these, words are the end of a longer number that is not read. */
const longer = String.raw`(?:(?:thousand|tausend|mil|mille|hundred|hundert)[\s-](?:(?:and|und|et|y)\s)?|[mb]ill(?:i?on|[oó]n|i?ard)(?:s|e|en|es)?\s|(?:point|komma|comma|virgule|coma)\s)`;
const first = new RegExp(
  String.raw`(?<!${longer})(?<![\p{L}\p{N}-])(?:${halves}|${anyValue}|(?<!p(?:er|our|or)\s)(?:cent|cien(?:to)?))(?![\p{L}\p{N}])`,
  'giu',
);

const multiples = [
  ['2', 'doubl(?:ed|es|ing)|twofold|verdoppel\\p{L}*|doublé\\p{L}*|duplic\\p{L}*'],
  ['3', 'tripl(?:ed|es|ing)|threefold|verdreifach\\p{L}*|triplé\\p{L}*|triplic\\p{L}*'],
  ['4', 'quadrupl(?:ed|es|ing)|fourfold|vervierfach\\p{L}*'],
  ['5', 'quintupl(?:ed|es|ing)|fivefold|verfünffach\\p{L}*'],
  ['10', 'tenfold|verzehnfach\\p{L}*'],
  ['0.5', 'halv(?:ed|es|ing)|halbiert\\p{L}*'],
] as const;
const multiple = new RegExp(
  String.raw`(?<!\p{L})(?:${multiples.map(([, forms], index) => `(?<m${index}>${forms})`).join('|')})(?!\p{L})`,
  'giu',
);

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ordinal = String.raw`(?<ordinal>${ordinals.join('|')})|(?<digits>\d{1,3})(?:st|nd|rd|th)`;
const rank = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:${ordinal})(?=[\s-](?:largest|biggest|highest|lowest|smallest|most|best|worst|place|rank)(?!\p{L}))|(?<=rank(?:s|ed)?\s(?:as\s)?(?:the\s)?)(?:${ordinal.replaceAll('?<ordinal>', '?<ranked>').replaceAll('?<digits>', '?<rankedDigits>')}))(?![\p{L}\p{N}])`,
  'giu',
);

export interface NumberWord {
  /** The number in digits, before its scale. */
  plain: string;
  isNegative?: true;
  power: number;
  unit: string;
  rate: string;
  start: number;
  end: number;
  text: string;
  scale?: number;
}

/** Articles are in most sentences, and are numbers only before a scale. */
const counting = knownNumbers.filter((form) => !/^(?:an?|eine?|une?)$/.test(form)).join('|');
const mayHave = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${counting}|half|halbe|demi|medio|cent|cien(?:to)?)[\s-]\p{L}|(?:an?|eine?|une?)\s(?:[hmtb]|cent|mil))|${multiples.map(([, forms]) => forms).join('|')}|${ordinals.slice(1).join('|')}|first|\dst|\dnd|\drd|\dth|${fractionSigns}|\d[/⁄][248](?!\d)`,
  'iu',
);

/** A cheap test before a text is parsed. */
export const mayHaveNumberWord = (text: string): boolean => mayHave.test(text);

/** `isGerman`: see `isGermanBillion`. */
export function numberWordsIn(text: string, isGerman: boolean): NumberWord[] {
  if (!mayHave.test(text)) return [];
  return [...scaledWords(text, isGerman), ...multiplesIn(text), ...ranksIn(text)].sort((a, b) => a.start - b.start);
}

/** "Minus five percent" and "a negative $5 million". */
export const minusWord = String.raw`(?<![\p{L}\p{N}-])(?:minus|negative)\s`;
const minusBefore = new RegExp(`${minusWord}$`, 'iu');
const article = /^(?:an?|eine?|une?)$/i;

function* scaledWords(text: string, isGerman: boolean): Generator<NumberWord> {
  for (const words of spelledNumbers(text, isGerman)) {
    const amount = amountOf(words);
    const [{ start }, { end }] = [words[0], words.at(-1)] as [Word, Word];
    const behind = text.slice(end, end + reach);
    const unit = unitOf(behind, amount?.scale !== undefined);
    // "A percent" and "an hour" are no amounts, "a million" is.
    const isCounted = amount?.scale !== undefined || /^(?:%|pp|bp|‰|x|[A-Z]{3})$/.test(unit.name);
    if (!amount || !isCounted) continue;
    const isBasisPoints = unit.name === 'bp';
    const [sign = ''] = minusBefore.exec(text.slice(Math.max(0, start - reach), start)) ?? [];
    yield {
      ...amount,
      ...(sign !== '' && { isNegative: true }),
      power: amount.power - (isBasisPoints ? 2 : 0),
      unit: isBasisPoints ? 'pp' : unit.name,
      rate: rateOf(behind.slice(unit.length)),
      start: start - sign.length,
      end: end + unit.length,
      text: text.slice(start - sign.length, end + unit.length),
    };
  }
}

/** A word of a number, such as "fifty" and "million". */
interface Word {
  kind: 'value' | 'hundred' | 'half' | 'decimals' | 'scale';
  /** Of a scale, its power of ten. */
  value: number;
  /** How it is joined to the word before. */
  joint: '' | 'and' | ',';
  start: number;
  end: number;
}

/** Long enough for the longest scale and unit. */
const reach = 48;

/** The words of each number. "Four and five million" are two, "one hundred and five million" is one. */
function* spelledNumbers(text: string, isGerman: boolean): Generator<Word[]> {
  let until = 0;
  for (const match of matchesOf(first, text)) {
    if (match.index < until) continue;
    const words = wordsFrom(text, match.index, isGerman);
    const [, second] = words;
    // The coin of "60 cent" is not a number.
    if (words.length === 0) continue;
    if (article.test(match[0]) && (second?.joint !== '' || /^(?:value|half)$/.test(second.kind))) continue;
    until = words.at(-1)?.end ?? until;
    const isRange = /(?<!\p{L})(?:between|zwischen|entre)\s$/iu.test(text.slice(0, match.index).slice(-reach));
    let open: Word[] = [];
    for (const part of partsOf(words)) {
      const joined = [...open, ...part];
      if (open.length > 0 && (isRange || !continues(open, part) || !amountOf(joined))) {
        yield open;
        open = part;
      } else open = joined;
    }
    yield open;
  }
}

function wordsFrom(text: string, from: number, isGerman: boolean): Word[] {
  const words: Word[] = [];
  for (let at = from; ; ) {
    const next = (words.length > 0 && scaleAt(text, at, isGerman)) || wordAfter(words.at(-1), text, at);
    if (!next) return words;
    words.push(next);
    at = next.end;
  }
}

function scaleAt(text: string, start: number, isGerman = false): Word | undefined {
  const { power, length } = scaleOf(text.slice(start, start + reach).replace(/^-/, ' '), false, isGerman);
  return length > 0 ? { kind: 'scale', value: power, joint: '', start, end: start + length } : undefined;
}

function wordAfter(before: Word | undefined, text: string, at: number): Word | undefined {
  token.lastIndex = at;
  const match = token.exec(text);
  if (!match) return undefined;
  const { comma, link, decimals, half, hundred, value } = match.groups ?? {};
  const end = at + match[0].length;
  const joint = comma ? ',' : link ? 'and' : '';
  // An article is part of a number at its start and in "vingt et un millions", not in "a million a year".
  const isNext = before !== undefined && value !== undefined && article.test(value);
  if (isNext && !(joint === 'and' && before.value % 10 === 0 && scaleAt(text, end))) return undefined;
  const word = { joint, start: at, end } as const;
  if (half) return isHalfOf(before, joint, half) ? { ...word, kind: 'half', value: 0.5 } : undefined;
  if (hundred) {
    const times: Word = { ...word, kind: 'hundred', value: 100 };
    const isCoin = /^cents?$/i.test(hundred) && !scaleAt(text, end) && wordAfter(times, text, end)?.joint !== '';
    return isCoin ? undefined : times;
  }
  if (value) return { ...word, kind: 'value', value: numberOf(value) };
  const part = (decimals ?? '').split(/[\s-]/).filter(Boolean);
  return { ...word, kind: 'decimals', value: Number(`0.${part.map(numberOf).join('')}`) };
}

/** "A million and a half" is one number, "five million half a year later" and "a million, half a percent" are two. */
const isHalfOf = (before: Word | undefined, joint: Word['joint'], half: string): boolean =>
  before === undefined || (joint === 'and' && (before.kind !== 'scale' || /^(?:a half|demie?|medio)$/i.test(half)));

const numberOf = (word: string): number => numberNames.get(word.toLowerCase()) ?? 0;

/** Splits where words are joined by "and" or a comma. */
function partsOf(words: readonly Word[]): Word[][] {
  const parts: Word[][] = [];
  for (const word of words) {
    if (word.joint !== '' || parts.length === 0) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

/** Whether a part may belong to the number before it: "two million, five percent" are two numbers. */
function continues(open: readonly Word[], part: readonly Word[]): boolean {
  const isAfterScale = open.at(-1)?.kind === 'scale';
  const isLong = part.some(({ kind }) => kind !== 'value');
  return part[0]?.joint === ',' ? isAfterScale && isLong : !isAfterScale || isLong;
}

/** Undefined if the words are no number: a part of one would be a wrong figure. */
function amountOf(words: readonly Word[]): Pick<NumberWord, 'plain' | 'power' | 'scale'> | undefined {
  let total = 0;
  let sum = 0;
  let scale: number | undefined;
  for (const [index, { kind, value }] of words.entries()) {
    if (kind === 'scale') {
      if (sum === 0 || value >= (scale ?? Number.POSITIVE_INFINITY)) return undefined;
      // Not multiplied before it must be, because 4.35 × 10⁶ is not exact.
      if (index === words.length - 1 && total === 0) return { plain: String(sum), power: value, scale: value };
      total += sum * 10 ** value;
      sum = 0;
      scale = value;
    } else if (kind === 'hundred') {
      if (sum >= 100) return undefined;
      sum = (sum || 1) * 100;
    } else if (kind === 'half' && sum === 0 && scale !== undefined) total += 10 ** scale / 2;
    else if (kind === 'value' ? value >= roomIn(sum) : !Number.isInteger(sum)) return undefined;
    else sum += value;
  }
  return { plain: String(total + sum), power: 0, ...(scale !== undefined && { scale: 0 }) };
}

/** Values must be smaller to follow: "twenty" and "one", "hundred" and "fifty", "soixante" and "quinze". */
function roomIn(sum: number): number {
  if (sum === 0) return 1000;
  if (sum % 100 === 0) return 100;
  if (sum % 10 !== 0 || sum % 100 < 20) return 0;
  return [60, 80].includes(sum % 100) ? 20 : 10;
}

function* multiplesIn(text: string): Generator<NumberWord> {
  for (const match of matchesOf(multiple, text)) {
    const index = multiples.findIndex((_, place) => match.groups?.[`m${place}`] !== undefined);
    yield wordAt(match, multiples[index]?.[0] ?? '', 'x');
  }
}

function* ranksIn(text: string): Generator<NumberWord> {
  for (const match of matchesOf(rank, text)) {
    const { ordinal: named, digits, ranked, rankedDigits } = match.groups ?? {};
    const word = (named ?? ranked ?? '').toLowerCase();
    yield wordAt(match, digits ?? rankedDigits ?? String(ordinals.indexOf(word) + 1), 'rank');
  }
}

const wordAt = (match: RegExpExecArray, plain: string, unit: string): NumberWord => ({
  plain,
  power: 0,
  unit,
  rate: '',
  start: match.index,
  end: match.index + match[0].length,
  text: match[0],
});
