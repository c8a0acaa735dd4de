/** Finds figures in a text and normalizes them: '$4.2bn', '4,200 million dollars' and '4,2 Mrd. $' are equal. */
import { matchesOf } from '~/server/lib/matches';
import { coinOf } from './coins';
import { fractionAfter, fractionBefore } from './fractions';
import { minusWord, numberWordsIn } from './number-words';
import { currencyOf, currencySymbol, isGermanBillion, rateOf, scaleOf, thingOf, unitOf } from './units';

export interface Figure {
  /** Digits and power of ten, such as '42e8', with the sign if there is one. */
  value: string;
  /** Currency, percent or unit; empty if there is none. */
  unit: string;
  /** What it counts, such as 'customers', if it is one of a few things that have names in other languages. */
  thing?: string;
  /** Its side in a ratio, such as '1:10'. */
  side?: 'first' | 'second' | undefined;
  /** The period in a rate, as in 'per month'; empty if there is none. */
  rate: string;
  /** The part of the figure that is stated, as in 'a quarter of 5 million'; empty for all of it. */
  fraction: string;
  start: number;
  end: number;
  text: string;
  /** A negative figure of a table, given in brackets. */
  isBracketed?: true;
  /** The power of ten of its own scale, such as 'million'. */
  scale?: number;
  /** One end of a range, as in '4 to 5 billion'. */
  isInRange?: true;
  /** The value with the scale of its table, and the currency named there. */
  scaled?: string;
  headUnit?: string;
}

const number = String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?(?!\d)|\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?|(?:['’ \u00a0\u202f\u2009]\d{3})+(?:[.,]\d+)?)(?!\d)|\d{1,18}(?:[.,]\d{1,12})?|(?<=^|[\s(\p{Sc}−–-])\.\d{1,4}(?![\d.]*\d)`;
const sign = String.raw`(?<sign>(?<![\p{L}\p{N}])[-−–](?=\.?[\d$€£¥])|${minusWord})?`;
const before = String.raw`(?<before>(?:${currencySymbol})[\s\u00a0]?)?`;
const figure = new RegExp(
  String.raw`${sign}${before}(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}.,])(?<digits>${number})`,
  'giu',
);
const durations: ReadonlySet<string> = new Set(['s', 'min', 'h', 'd', 'w', 'mo', 'y']);
/** In "turned negative 5 years ago", the word is not a sign. */
const isMinus = (sign: string, unit: string) => sign !== '' && !(/^negative/i.test(sign) && durations.has(unit));

/** Long enough for the longest scale and unit. */
const unitReach = 48;

/** In text order. */
export function* figuresIn(text: string, decimalMark = decimalMarkOf(text)): Generator<Figure> {
  for (const figure of allFigures(text, decimalMark)) {
    const thing = thingOf(figure.unit, text.slice(figure.end, figure.end + unitReach));
    const side = sideOf(figure, text);
    yield { ...figure, ...(thing !== undefined && { thing }), ...(side !== undefined && { side }) };
  }
}

/** "10:1", "10-for-1", "10 zu 1". */
const ratio = String.raw`:|[\s-](?:zu|pour|contre)[\s-]|-(?:for|to)-|\s(?:for|por)\s(?=\d{1,4}\s(?:stock|share|reverse|split))`;
const ratioBehind = new RegExp(String.raw`^(?:${ratio})\d`, 'iu');
const ratioBefore = new RegExp(String.raw`\d(?:${ratio})$`, 'iu');
/** "10 to 1" is a ratio, while ranges ascend. */
const toBehind = /^\s(?:to|a)\s(?<other>\d{1,4})(?![\p{N}%‰]|[.,]\d|\s?[%‰])/iu;
const toBefore = /(?<![\p{N}.,\p{Sc}])(?<other>\d{1,4})\s(?:to|a)\s$/iu;
const sideReach = 12;

const border = ': -';

function sideOf({ start, end, unit }: Figure, text: string): Figure['side'] {
  if (unit === '%') return undefined;
  const own = Number(text.slice(start, end));
  if (end < text.length && border.includes(text.charAt(end))) {
    const behind = text.slice(end, end + 2 * sideReach);
    if (ratioBehind.test(behind) || own > Number(toBehind.exec(behind)?.groups?.other)) return 'first';
  }
  if (start === 0 || !border.includes(text.charAt(start - 1))) return undefined;
  const before = text.slice(Math.max(0, start - sideReach), start);
  return ratioBefore.test(before) || own < Number(toBefore.exec(before)?.groups?.other) ? 'second' : undefined;
}

function* allFigures(text: string, decimalMark: '.' | ','): Generator<Figure> {
  const isGerman = isGermanBillion(text, decimalMark);
  const words = numberWordsIn(text, isGerman).map(({ isNegative, ...word }) => ({
    ...word,
    value: (isNegative ? '-' : '') + scientific(word.plain, word.power),
    fraction: fractionBefore(text, word.start),
  }));
  let next = 0;
  for (const figure of digitFigures(text, decimalMark, isGerman)) {
    for (let word = words[next]; word && word.start < figure.start; word = words[++next]) yield word;
    if (next === 0 || (words[next - 1]?.end ?? 0) <= figure.start) yield figure;
  }
  yield* words.slice(next);
}

function* digitFigures(text: string, decimalMark: '.' | ',', isGerman: boolean): Generator<Figure> {
  let until = 0;
  for (const match of matchesOf(figure, text)) {
    if (match.index < until) continue;
    const { sign: minus = '', before: symbol = '', digits: written = '' } = match.groups ?? {};
    const digits = written.startsWith('.') ? `0${written}` : written;
    const digitsEnd = match.index + match[0].length;
    const fraction = fractionAfter(digits, text.slice(digitsEnd, digitsEnd + unitReach), symbol !== '');
    if (fraction.decimals === undefined) continue;
    const end = digitsEnd + fraction.length;
    const behind = text.slice(end, end + unitReach);
    // '10-K' and 'A320' are names, '3rd' is an ordinal.
    if (/^(?:-(?!(?:for|to|zu)-\d)\p{L}|\p{L}{2}\d|(?:st|nd|rd|th)(?!\p{L}))/u.test(behind)) continue;
    const currency = currencyOf(symbol);
    const parts = eastAsian.exec(behind)?.[0] ?? '';
    const scale = parts === '' ? scaleOf(behind, currency !== '', isGerman) : { power: 0, length: parts.length };
    const coin = currency === '' && scale.length === 0 ? coinOf(digits, behind, text) : undefined;
    const unit = coin ?? unitOf(behind.slice(scale.length), currency === '' && scale.length > 0);
    const unitEnd = scale.length + unit.length;
    // The word "cents" stays outside of the figure.
    const figureEnd = coin ? end : end + unitEnd;
    // The end of "3/4 percent".
    if (/\d[/⁄]$/.test(text.slice(Math.max(0, match.index - 2), match.index)) && unitEnd > 0) continue;
    const plain = plainDigits(fraction.whole, decimalMark) + fraction.decimals;
    until = end + parts.length;
    const isBasisPoints = currency === '' && unit.name === 'bp';
    const power = scale.power - (isBasisPoints || coin ? 2 : 0);
    yield {
      value: (isMinus(minus, unit.name) ? '-' : '') + (parts === '' ? scientific(plain, power) : sumOf(plain + parts)),
      // 150 basis points are 1.5 percentage points.
      unit: currency || (isBasisPoints ? 'pp' : unit.name),
      ...((scale.length > 0 || coin || isBasisPoints) && { scale: power }),
      rate: rateOf(behind.slice(unitEnd)),
      fraction: fractionBefore(text, match.index),
      start: match.index,
      end: figureEnd,
      text: text.slice(match.index, figureEnd).trim(),
    };
  }
}

/** '1億2345万': the parts of one number. */
const eastAsian = /^(?:[兆億亿万萬]\d{1,4}){1,3}[億亿万萬]?/u;
const powers: Record<string, number> = { 兆: 1e12, 億: 1e8, 亿: 1e8, 万: 1e4, 萬: 1e4 };

function sumOf(parts: string): string {
  let sum = 0;
  for (const [, digits, scale = ''] of parts.matchAll(/([\d.,]+)([兆億亿万萬]?)/gu))
    sum += Number((digits ?? '').replaceAll(',', '')) * (powers[scale] ?? 1);
  return scientific(String(Math.round(sum)), 0);
}

const otherDigits = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff0e\u066a-\u066c]/g;
const zeros = [0xff10, 0x0660, 0x06f0, 0x0966];
const otherMarks: Record<string, string> = { '．': '.', '٪': '%', '٫': '.', '٬': ',' };

/** Full-width, Arabic and Devanagari digits as 0 to 9. Offsets stay the same. */
export const asciiDigits = (text: string): string =>
  text.replace(otherDigits, (one) => {
    const zero = zeros.findLast((code) => one.charCodeAt(0) >= code && one.charCodeAt(0) < code + 10);
    return otherMarks[one] ?? String(one.charCodeAt(0) - (zero ?? 0));
  });

/**
 * Normalizes '1.234,5' to '1234.5'. A single group of three digits is read according to the marks in the rest of the
 * text.
 */
function plainDigits(digits: string, decimalMark: '.' | ','): string {
  const compact = digits.replace(/['’\s]/g, '');
  const last = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
  if (last < 0) return compact;
  const mark = compact.charAt(last);
  const isOnlyMark = compact.indexOf(mark) === last;
  const hasOther = /[.,]/.test(compact.slice(0, last).replaceAll(mark, ''));
  const isGroup =
    !isOnlyMark ||
    (!hasOther && /^\d{3}$/.test(compact.slice(last + 1)) && mark !== decimalMark && !/^0/.test(compact));
  const whole = compact.slice(0, last).replace(/[.,]/g, '');
  return isGroup ? compact.replace(/[.,]/g, '') : `${whole}.${compact.slice(last + 1)}`;
}

/** '4.20' with a power of 9 becomes '42e8'. */
function scientific(plain: string, power: number): string {
  const [whole = '', part = ''] = plain.split('.');
  const digits = `${whole}${part}`.replace(/^0+/, '');
  if (digits === '') return '0e0';
  const short = digits.replace(/0+$/, '');
  return `${short}e${power - part.length + digits.length - short.length}`;
}

const commaWords =
  'der|die|das|den|und|ist|waren|von|hatte|lag|bei|stieg|sank|auf|um|im|wurden?|sind|für|umsatz|unternehmen|mio|mrd|millionen|milliarden|prozent|mitarbeiter(?:innen|n)?|beschäftigte|kunden|fahrzeuge|punkten?|' +
  'les|des(?! moines)|est|une|milliards?|pour cent|salariés|los(?! angeles| alamos)|las(?! vegas)|del|una|fue|fueron|tiene|con|millones|por ciento|empleados|coches|clientes|unidades|della|dei|gli|milioni|miliardi|dipendenti|venduto|' +
  'uma|dos|não|são|milhões|carros|funcionários|vendeu|vendió|het|een|van|milhares|miljoen|miljard|medewerkers|och|procent';
const commaLanguages = new RegExp(String.raw`(?<!\p{L})(?:${commaWords})(?!\p{L})`, 'giu');
const pointWords = /(?<!\p{L})(?:the|of|and|were|are|its|from|with|by|this|that|has|had)(?!\p{L})/giu;
/** Neither "15.30 Uhr" nor the day "15.12." is a decimal, and "12.000" are thousands. */
const decimalPoints =
  /\d\.\d{1,2}(?!\d)(?![.,]\d)(?!\s?Uhr|\.\s?[^\s\p{Lu}])|\d,\d{3}\.\d|(?<![\d,])\d{1,3}(?:,\d{3}){2,}(?![\d,])|(?<![\d.,])0\.\d{3}(?!\d)|(?:[1-9]|\d{2}),000(?![\d,.]\d|\d|\s?[%‰])/gu;
const decimalCommas =
  /\d,\d{1,2}(?!\d)(?![.,]\d)|\d\.\d{3},\d|(?<![\d.])\d{1,3}(?:\.\d{3}){2,}(?![\d.])|(?<![\d.,])0,\d{3}(?!\d)|(?:[1-9]|\d{2})\.000(?![\d,.]\d|\d|\s?[%‰])/g;

/** The decimal mark of the text, according to its unambiguous numbers, or else its language. */
export function decimalMarkOf(text: string): '.' | ',' {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const [points, commas] = [count(decimalPoints), count(decimalCommas)];
  if (points !== commas) return points > commas ? '.' : ',';
  return count(commaLanguages) > count(pointWords) ? ',' : '.';
}
