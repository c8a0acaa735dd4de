/** Fractions: "three quarters of a million" is not a million, and "$1½ million" is 1.5 million. */
import { scaleOf, unitOf } from './units';

/** How many characters before a figure are read. */
const reach = 48;
const parts = [
  String.raw`(?:an?|one|two|three|four|five|six|seven|eight|nine|\d{1,2})[\s-](?:half|halves|quarters?|thirds?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|hundredths?)`,
  String.raw`(?<!(?:first|second|1st|2nd)\s)half`,
  String.raw`\d{1,2}[/⁄]\d{1,2}`,
  String.raw`(?:ein|zwei|drei|vier)\s?(?:viertel|drittel|fünftel|achtel|zehntel)|hälfte`,
  String.raw`(?:une?|deux|trois|quatre)\s(?:quarts?|tiers|cinquièmes?|dixièmes?)|moitié`,
  String.raw`(?:un|dos|tres|cuatro)\s(?:tercios?|cuartos?|quintos?|décimos?)|mitad`,
];
const links = [
  String.raw`of(?:\s(?:the|its|their|that|those))?\s|(?:the|its|their|that|those)\s`,
  String.raw`(?:von|der|des|dieser)\s|(?:des|de(?:\s(?:la|ses|ces|los|las|sus))?|del)\s|d['’]`,
];
export const fractionSigns = '[½¼¾⅓⅔⅛⅜⅝⅞]';
const before = new RegExp(
  String.raw`(?<![\p{L}\p{N}/])(?<part>${parts.join('|')}|${fractionSigns})\s(?:${links.join('|')})$`,
  'iu',
);

/** "10% of its $5 billion budget". A mere "de" gives the start of a change instead. */
const ofWhole = [
  String.raw`of\s(?:(?:the|an?|its|their|our|that|those|this|these|(?:[\p{L}\p{N}&.-]+\s){0,3}[\p{L}\p{N}&.-]+['’]s?)\s)?`,
  String.raw`(?:von|der|des|dieser|del|de\s(?:la|ses|ces|los|las|sus))\s|d['’]`,
];
const percent = String.raw`(?:[%％]|(?<!\p{L})(?:per\s?cent|prozent|pour\scent|por\sciento))`;
const hedges = [
  'about|around|roughly|approximately|nearly|almost|total|annual|environ',
  String.raw`rund|etwa|ungefähr|ca\.|circa|gut|knapp|fast|nahezu|über|mehr\sals|weniger\sals|bis\szu|mindestens|höchstens`,
];
const about = String.raw`(?:(?:${hedges.join('|')})\s)?`;
const share = new RegExp(String.raw`${percent}\s(?:${ofWhole.join('|')})${about}$`, 'iu');
/** "Um rund 33 % von 3 auf 4 Mio." gives the start of a change. Without its end, it may be a share. */
const change = new RegExp(
  String.raw`(?<!\p{L})(?:um|plus|minus)\s${about}(?:(?:[\d.,]{1,6}|\p{L}+)\s?${percent}|(?:die\s)?(?:${parts.join('|')}))\svon\s${about}$`,
  'iu',
);

/** The fraction of a figure that the words before it state; empty for a whole one. A percentage is a figure of its own. */
export function fractionBefore(text: string, start: number): string {
  const words = text.slice(Math.max(0, start - reach), start);
  if (change.test(words) && /\sauf\s/i.test(text.slice(start, start + 2 * reach))) return '';
  if (share.test(words)) return '%';
  return (before.exec(words)?.groups?.part ?? '').toLowerCase().replace(/[\s-]+/, ' ');
}

const decimals: Record<string, string> = {
  '½': '.5',
  '¼': '.25',
  '¾': '.75',
  '⅛': '.125',
  '⅜': '.375',
  '⅝': '.625',
  '⅞': '.875',
};
const after = new RegExp(String.raw`^\s?${fractionSigns}`, 'u');

/** "4-1/4" and "4 1/2". A date or a score has more parts. */
const mixed = /^[\s\u2010-\u2013-]\d{1,2}[/⁄]\d{1,2}(?![\d/⁄]|-\d)/u;
const lone = /^[/⁄]\d{1,2}(?![\d/⁄]|-\d)/u;
/** The end of a range: the unit of "3-3/4 to 4 percent" is behind its second figure. */
const toEnd = /^\s(?:to|and|or)\s\d{1,2}(?:[\s\u2010-\u2013-]\d[/⁄]\d)?\s?(?:%|per\s?cent)/iu;
const ofPercent: ReadonlySet<string> = new Set(['%', 'pp', 'bp']);

/** Decimals of halves, quarters and eighths. Others have no exact ones. */
function decimalsOf(part: string): string | undefined {
  const [above, below] = part.split(/[/⁄]/).map(Number);
  if (above === undefined || below === undefined || above >= below || ![2, 4, 8].includes(below)) return undefined;
  return String(above / below).slice(1);
}

interface Mixed {
  whole: string;
  /** Undefined if there are no exact ones. */
  decimals?: string | undefined;
  length: number;
}

/**
 * What a sign such as "½" or a fraction such as "1/2" after whole digits adds to them, or the fraction that they begin.
 * Without a currency or unit, "4 1/2" may be a date.
 */
export function fractionAfter(digits: string, behind: string, hasCurrency: boolean): Mixed {
  const found = after.exec(behind)?.[0] ?? '';
  const isShort = /^\d{1,3}$/.test(digits);
  const none = { whole: digits, decimals: '', length: 0 };
  if (found !== '') {
    // After a year, "½" begins another number.
    if (found.length > 1 && digits.length > 3) return none;
    return { whole: digits, decimals: /[.,]/.test(digits) ? undefined : decimals[found.trim()], length: found.length };
  }
  const [written = ''] = mixed.exec(behind) ?? [];
  if (written !== '' && isShort) {
    const rest = behind.slice(written.length);
    const isAmount = hasCurrency || scaleOf(rest, false).length > 0 || unitOf(rest).name !== '' || toEnd.test(rest);
    return isAmount ? { whole: digits, decimals: decimalsOf(written.slice(1)), length: written.length } : none;
  }
  const [below = ''] = lone.exec(behind) ?? [];
  const part = below !== '' && isShort && !hasCurrency ? decimalsOf(digits + below) : undefined;
  return part !== undefined && ofPercent.has(unitOf(behind.slice(below.length)).name)
    ? { whole: '0', decimals: part, length: below.length }
    : none;
}
