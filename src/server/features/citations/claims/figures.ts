/** Finds figures in a text and normalizes them: '$4.2bn', '4,200 million dollars' and '4,2 Mrd. $' are equal. */
import { matchesOf } from '~/server/lib/matches';
import { currencyOf, rateOf, scaleOf, unitOf } from './units';

export interface Figure {
  /** Digits and power of ten, such as '42e8', with the sign if there is one. */
  value: string;
  /** Currency, percent or unit; empty if there is none. */
  unit: string;
  /** The period in a rate, as in 'per month'; empty if there is none. */
  rate: string;
  start: number;
  end: number;
  text: string;
  /** A negative figure of a table, given in brackets. */
  isBracketed?: true;
}

const number = String.raw`\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?|(?:['’ \u00a0\u202f\u2009]\d{3})+(?:[.,]\d+)?)(?!\d)|\d{1,18}(?:[.,]\d{1,12})?`;
const sign = String.raw`(?<sign>(?<![\p{L}\p{N}])(?:[-−–](?=[\d$€£¥])|minus\s))?`;
const before = String.raw`(?<before>(?:(?:US|AU?|CA?|HK|NZ|S)?\$|[€£¥₹]|(?<![\p{L}])(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|SEK|NOK|DKK|CAD|AUD|INR))[\s\u00a0]?)?`;
const figure = new RegExp(`${sign}${before}(?<![\\p{L}\\p{N}.,])(?<digits>${number})`, 'giu');
/** Long enough for the longest scale and unit. */
const unitReach = 48;

/** In text order. */
export function* figuresIn(text: string, decimalMark = decimalMarkOf(text)): Generator<Figure> {
  for (const match of matchesOf(figure, text)) {
    const { sign: minus, before: symbol = '', digits = '' } = match.groups ?? {};
    const end = match.index + match[0].length;
    const behind = text.slice(end, end + unitReach);
    // '10-K' and 'A320' are names, '3rd' is an ordinal.
    if (/^(?:-\p{L}|\p{L}{2}\d|(?:st|nd|rd|th)(?!\p{L}))/u.test(behind)) continue;
    const currency = currencyOf(symbol);
    const scale = scaleOf(behind, currency !== '');
    const unit = unitOf(behind.slice(scale.length));
    yield {
      value: (minus ? '-' : '') + scientific(plainDigits(digits, decimalMark), scale.power),
      unit: currency || unit.name,
      rate: rateOf(behind.slice(scale.length + unit.length)),
      start: match.index,
      end: end + scale.length + unit.length,
      text: text.slice(match.index, end + scale.length + unit.length).trim(),
    };
  }
}

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

const commaLanguages =
  /(?<!\p{L})(?:der|die|das|und|ist|von|Mio|Mrd|Millionen|Milliarden|Prozent|les|des|est|milliards?|pour cent|del|los|millones|por ciento|milioni|miliardi|het|een|och|procent)(?!\p{L})/giu;

/** The decimal mark of the text, according to its unambiguous numbers, or else its language. */
export function decimalMarkOf(text: string): '.' | ',' {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const points = count(/\d\.\d{1,2}(?!\d)(?![.,]\d)|\d,\d{3}\.\d/g);
  const commas = count(/\d,\d{1,2}(?!\d)(?![.,]\d)|\d\.\d{3},\d/g);
  if (points !== commas) return points > commas ? '.' : ',';
  return count(commaLanguages) > 1 ? ',' : '.';
}
