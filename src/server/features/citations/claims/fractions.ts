/** Fractions: "three quarters of a million" is not a million, and "$1½ million" is 1.5 million. */

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

/** What a sign such as "½" after whole digits adds to them. Thirds have no exact decimals. */
export function fractionAfter(digits: string, behind: string): { decimals?: string | undefined; length: number } {
  const found = after.exec(behind)?.[0] ?? '';
  // After a year, "½" begins another number.
  if (found === '' || (found.length > 1 && digits.length > 3)) return { decimals: '', length: 0 };
  return { decimals: /[.,]/.test(digits) ? undefined : decimals[found.trim()], length: found.length };
}
