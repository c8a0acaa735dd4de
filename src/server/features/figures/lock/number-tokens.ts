/**
 * Finds every number in a text: digits of any script, number words and multiples, with adjacent text that makes them a
 * percentage, an amount of money or a multiple. Runs in linear time.
 */

import { matchesOf } from '~/server/lib/matches';
import { countedUnits } from './counts';
import { returnsInWords } from './stakes';
import {
  currencyAfter,
  currencyBefore,
  fractionWords,
  multipleUnits,
  multipleWords,
  numberWords,
  percentUnits,
  pointUnits,
  scaleUnits,
} from './units';

export type NumberForm = 'percent' | 'points' | 'multiple' | 'money' | 'plain';

export interface NumberToken {
  /** UTF-16 offsets in the text, including sign, currency and unit. */
  start: number;
  end: number;
  form: NumberForm;
  /** The digits, with a decimal point and no separators; absent for number words. */
  value?: string;
  sign: '+' | '-' | '';
  /** "Million" or "K": more often an amount of a company than a price. */
  hasScale: boolean;
  /** Billions and more. */
  isLarge: boolean;
  /** Money in a currency other than US dollars. */
  isForeignMoney: boolean;
}

const group = String.raw`\p{Nd}{1,30}(?:[.,'’٫٬]\p{Nd}{1,30}){0,10}(?:[  ]\p{Nd}{3}(?!\p{Nd})){0,9}(?:[.,٫]\p{Nd}{1,30})?`;
/** Not the digits of a word or of a longer number: "GPT4", "x86", "3.11.2". */
const digits = new RegExp(
  String.raw`(?<![\p{Nd}][.,]?)(?<![\p{Script=Latin}_#])(?<sign>[+\-−–]?)\s?(?<before>${currencyBefore})?\s?(?<late>[+\-−–]?)(?<number>${group})`,
  'giu',
);
const after = (units: string) => new RegExp(String.raw`\s?[-‑]?(?:${units})`, 'iuy');
const scale = after(scaleUnits);
const percent = after(percentUnits);
const points = after(pointUnits);
const multiple = after(multipleUnits);
const money = after(currencyAfter);
/** "Ahead by nine thousand": an amount without a currency. */
const thousands = String.raw`\s?(?:thousand|tausend|mille|mil|mila|duizend)(?![\p{L}\p{Nd}])`;
/** "From one hundred dollars to one hundred and eighty": the second number has no unit of its own. */
const rangeEnd = String.raw`(?<=(?:${currencyAfter}|${percentUnits})\s(?:to|auf|à|a|ad|para|naar)\s)(?:${numberWords})(?![\p{L}\p{Nd}])(?=\s?(?:[.,;:!?)]|$))`;
/** "Only one position", which the pattern for "one" alone does not cover. */
const onlyOne =
  '(?<!\\p{L})(?:(?:only|just|exactly) one|nur ein(?:e[rs]?)?|genau eine?|une? seule?|s[oó]lo un[oa]?|solo un[oa]?|únicamente un[oa]|apenas uma?|só uma?|slechts (?:één|een))';
const wordNumber = new RegExp(
  String.raw`(?<only>${onlyOne}(?=${countedUnits}))|(?<range>${rangeEnd})|(?<multiple>${multipleWords})|(?<fraction>${fractionWords})|(?:${numberWords})(?<unit>\s?[-‑]?(?:${percentUnits}|${pointUnits}|${multipleUnits}|${currencyAfter})|${thousands}|(?=${countedUnits}))`,
  'giu',
);

/** In text order, without overlaps. */
export function* numberTokens(text: string): Generator<NumberToken> {
  let last: NumberToken | undefined;
  for (const token of eachToken(text)) {
    if (last) yield withUnitOf(last, token, text);
    last = token;
  }
  if (last) yield last;
}

/** Between the ends of a range: always, or only after "between". */
const rangeTo =
  /^\s?(?:[–—~～〜-]|to|till|until|bis|à|jusqu['’]à|hasta|a|al|ate|até|fino a|tot|至|到|から)\s?(?:about |rund |etwa |l['’]|le |el |il |de |un )?$/iu;
const rangeAnd =
  /^\s?(?:and|or|und|oder|beziehungsweise|et|ou|y|o|e|ed|en|of|和|与|と|または|或)\s?(?:the |l['’]|le |el |il |de |un |o |a )?$/iu;
const between = /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen)\s(?:\p{L}{1,3}['’]?\s?){0,2}$|介于$|在$/iu;
/** In "between 12 and 15%", the first number is a percentage too. */
function withUnitOf(token: NumberToken, next: NumberToken, text: string): NumberToken {
  const isBare = token.form === 'plain' && token.value !== undefined && !/^(?:19|20)\d\d$/.test(token.value);
  if (!isBare || next.form === 'plain' || next.form === 'multiple') return token;
  const gap = text.slice(token.end, next.start);
  if (gap.length > 20) return token;
  const isRange =
    rangeTo.test(gap) ||
    (rangeAnd.test(gap) && (between.test(text.slice(Math.max(0, token.start - 20), token.start)) || !/\s/u.test(gap)));
  return isRange ? { ...token, form: next.form, isLarge: next.isLarge, hasScale: next.hasScale } : token;
}

/** In text order, without overlaps. */
function* eachToken(text: string): Generator<NumberToken> {
  const found = [...writtenInDigits(text), ...writtenInWords(text), ...multiplesOfStakes(text)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  let end = 0;
  for (const token of found) {
    if (token.start < end) continue;
    end = token.end;
    yield token;
  }
}

function* writtenInDigits(text: string): Generator<NumberToken> {
  for (const match of matchesOf(digits, text)) {
    const { sign, before, late, number = '' } = match.groups ?? {};
    const lengthOf = (unit: RegExp, at: number) => {
      unit.lastIndex = at;
      return unit.exec(text)?.[0].length ?? 0;
    };
    const end = match.index + match[0].length;
    const scaled = beginsWord.test(text.charAt(end)) ? end + lengthOf(scale, end) : end;
    const unit = unitAt(lengthOf, end, scaled, before !== undefined, /^[kK]$/u.test(text.slice(end, scaled)));
    // "2024-2025" and "5 - 3" have no sign: it only belongs to the number if nothing precedes it.
    const isSigned =
      (sign || late) && !/\p{Nd}\s?$|\p{Script=Latin}$/u.test(text.slice(Math.max(0, match.index - 2), match.index));
    const lead = isSigned ? 0 : match[0].length - match[0].replace(/^[+\-−–\s]+/u, '').length;
    yield {
      start: match.index + Math.max(lead, leadingSpace(match[0])),
      end: unit.end,
      form:
        unit.form === 'plain' && multiplied.test(text.slice(Math.max(0, match.index - 30), match.index))
          ? 'multiple'
          : unit.form,
      value: decimalOf(number),
      sign: isSigned ? ((sign || late) === '+' ? '+' : '-') : '',
      hasScale: (unit.form === 'money' || unit.end === scaled) && scaled > end,
      isLarge: unit.form === 'money' && large.test(text.slice(end, scaled)),
      isForeignMoney: unit.form === 'money' && foreign.test(text.slice(match.index, unit.end)),
    };
  }
}

/** Possible first characters of a scale; a quick test, because most numbers have none. */
const beginsWord = /[\s\-‑\p{L}]/u;

/** "Multiplied by 1.4": the unit precedes the number. */
const multiplied =
  /(?<!\p{L})(?:multipli\p{L}*|moltiplic\p{L}*|vervielfach\p{L}*|factor|facteur|Faktor|fattore|fator)\s(?:(?:by|of|par|por|per|um|met|mit|de|di|den)\s){0,2}$/iu;
const leadingSpace = (text: string) => text.length - text.trimStart().length;

function unitAt(
  lengthOf: (unit: RegExp, at: number) => number,
  end: number,
  scaled: number,
  hasCurrency: boolean,
  hasThousands: boolean,
): { form: NumberForm; end: number } {
  if (hasCurrency) return { form: 'money', end: scaled + lengthOf(money, scaled) };
  for (const [form, unit] of [
    ['percent', percent],
    ['points', points],
    ['multiple', multiple],
  ] as const) {
    const length = lengthOf(unit, end);
    if (length > 0) return { form, end: end + length };
  }
  const paid = lengthOf(money, scaled);
  // "Made about 11k": the letter belongs to the number.
  return paid > 0
    ? { form: 'money', end: scaled + paid }
    : { form: 'plain', end: hasThousands && scaled === end + 1 ? scaled : end };
}

const isPercentUnit = new RegExp(String.raw`^\s?[-‑]?(?:${percentUnits})`, 'iu');
const isMoneyUnit = new RegExp(String.raw`^\s?[-‑]?(?:${currencyAfter})`, 'iu');

const isThousands = new RegExp(`^${thousands}$`, 'iu');

function* writtenInWords(text: string): Generator<NumberToken> {
  for (const match of matchesOf(wordNumber, text)) {
    const { multiple: times, fraction, range, unit = '' } = match.groups ?? {};
    const isPercent = isPercentUnit.test(unit);
    const isMoney = isMoneyUnit.test(unit);
    const form =
      times !== undefined || fraction !== undefined
        ? 'multiple'
        : isPercent
          ? 'percent'
          : isMoney
            ? 'money'
            : range !== undefined
              ? 'money'
              : unit === '' || isThousands.test(unit)
                ? 'plain'
                : 'points';
    yield {
      start: match.index,
      end: match.index + match[0].length,
      form,
      sign: '',
      hasScale: false,
      isLarge: false,
      isForeignMoney: false,
    };
  }
}

function* multiplesOfStakes(text: string): Generator<NumberToken> {
  for (const place of returnsInWords(text))
    yield { ...place, form: 'multiple', sign: '', hasScale: false, isLarge: false, isForeignMoney: false };
}

const large =
  /^\s?[-‑]?(?:bn?|billions?|tn?|trillions?|Mrd\.?|Milliarden|milliards?|mil millones|miliard[oi]|bilh\p{L}+|miljard|[亿億兆])$/iu;
const foreign = /[€£¥￥₹]|EUR|GBP|CHF|JPY|CNY|RMB|BRL|R\$|HK\$|[AC]\$|euros?|pounds?|yen|[元円]|ユーロ/iu;
const zeros = /\p{Nd}/gu;

/** Normalizes '１,２３４.５' to '1234.5'. A last separator that isn't followed by three digits is the decimal mark. */
function decimalOf(number: string): string {
  if (/^\d+$/.test(number)) return trimmed(number);
  const plain = number.replace(zeros, (digit) => String(digitOf(digit)));
  const separators = [...plain.matchAll(/[.,٫]/g)];
  const last = separators.at(-1);
  const tail = last ? plain.length - last.index - 1 : 0;
  const isDecimal =
    last !== undefined && (tail !== 3 || new Set(separators.map(([sign]) => sign)).size > 1 || plain.startsWith('0'));
  const isGrouped = last !== undefined && separators.filter(([sign]) => sign === last[0]).length > 1;
  const only = (text: string) => text.replace(/\D/g, '');
  if (!isDecimal || isGrouped) return trimmed(only(plain));
  return trimmed(`${only(plain.slice(0, last.index))}.${only(plain.slice(last.index + 1))}`);
}

/** The digits of a script are consecutive code points, starting with its zero. */
function digitOf(digit: string): number {
  if (digit >= '0' && digit <= '9') return Number(digit);
  let zero = digit.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && (digit.codePointAt(0) ?? 0) - zero < 9) zero -= 1;
  return (digit.codePointAt(0) ?? 0) - zero;
}

/** '038.750' becomes '38.75'. */
function trimmed(value: string): string {
  const [whole = '0', decimals = ''] = value.split('.');
  const rest = decimals.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${rest && `.${rest}`}`;
}
