/** Scales, currencies and units as they occur in texts. Each row: the normalized form, then its spellings. */
const currencies: Record<string, RegExp> = {
  USD: /^(?:us\s?)?\$|^usd$|^(?:us[- ])?dollars?$/i,
  EUR: /^€|^eur(?:os?)?$/i,
  GBP: /^£|^gbp$|^pounds?(?: sterling)?$|^sterling$/i,
  JPY: /^jpy$|^yen$|^円$/i,
  CNY: /^cny$|^rmb$|^yuan$|^renminbi$|^元$/i,
  CHF: /^chf$|^swiss francs?$|^franken$/i,
};

/** The currency of a symbol, code or name. Unknown codes are returned unchanged. */
export function currencyOf(symbol: string): string {
  const trimmed = symbol.trim();
  if (trimmed === '') return '';
  for (const [code, form] of Object.entries(currencies)) if (form.test(trimmed)) return code;
  return trimmed.toUpperCase();
}

const scales: [power: number, form: RegExp, needsCurrency?: true][] = [
  [3, /^\s?(?:thousands?|tausend|tsd\.?|mille|migliaia|mila|千)(?!\p{L})/iu],
  [3, /^k(?![\p{L}\p{N}])/iu],
  [9, /^\s?mil millones(?!\p{L})/iu],
  [3, /^\s?mil(?!\p{L})/iu],
  [6, /^\s?(?:millions?|mil?lionen|mio\.?|mn|mln|mm|mill[oó]n(?:es)?|milioni|milione|milh(?:ão|ões))(?!\p{L})/iu],
  [6, /^\s?百万/u],
  [6, /^\s?m(?![\p{L}\p{N}²³])/iu, true],
  [12, /^\s?(?:trillions?|tn|billionen)(?!\p{L})/iu],
  [9, /^\s?(?:billions?|bn|bln|milliarden?|mrd\.?|milliards?|miliard[io]|mld)(?!\p{L})/iu],
  [9, /^\s?b(?![\p{L}\p{N}])/iu, true],
  [4, /^\s?[万萬]/u],
  [8, /^\s?[亿億]/u],
  [12, /^\s?兆/u],
];

export function scaleOf(behind: string, hasCurrency: boolean): { power: number; length: number } {
  const isMoney = hasCurrency || /^\s?[mb]\s?(?:[$€£¥]|usd|eur|gbp|chf)/i.test(behind);
  for (const [power, form, needsCurrency] of scales) {
    const length = form.exec(behind)?.[0].length;
    if (length !== undefined && (!needsCurrency || isMoney)) return { power, length };
  }
  return { power: 0, length: 0 };
}

/** Countable things, which a claim may omit. */
const counted = 'employees|people|customers|shares|users|stores|vehicles|units|ships|branches';
const measures: [name: string, form: string][] = [
  ['pp', 'percentage points?|pp|ppts?|prozentpunkte?'],
  ['bp', 'basis points?|bps|bp|basispunkte?'],
  ['%', '%|％|percent|per cent|pct|prozent|pour cent|por ciento|per cento|procent'],
  ['‰', '‰|per mille|promille'],
  ['USD', '(?:us[- ])?dollars?|us\\$|usd|\\$'],
  ['EUR', 'euros?|eur|€'],
  ['GBP', 'pounds?|gbp|£'],
  ['CHF', 'swiss francs?|chf|franken'],
  ['JPY', 'yen|jpy|円|¥'],
  ['CNY', 'yuan|renminbi|rmb|cny|元'],
  ['kg', 'kg|kilograms?|kilogramm'],
  ['mg', 'mg|milligrams?|milligramm'],
  ['µg', '[µμ]g|mcg|micrograms?|mikrogramm'],
  ['g', 'g|grams?'],
  ['t', 't|tons?|tonnes?|tonnen'],
  ['km', 'km|kilomet(?:er|re)s?'],
  ['m', 'm|met(?:er|re)s?'],
  ['cm', 'cm|centimet(?:er|re)s?|zentimeter'],
  ['m²', 'm²|sqm|square met(?:er|re)s?|quadratmeter'],
  ['km²', 'km²|square kilomet(?:er|re)s?|quadratkilometer'],
  ['ha', 'ha|hectares?|hektar'],
  ['ft', 'ft|feet|foot'],
  ['°C', '°\\s?c|degrees celsius|grad celsius'],
  ['°F', '°\\s?f|degrees fahrenheit'],
  ['mi', 'miles?'],
  ['l', 'l|lit(?:er|re)s?'],
  ['ml', 'ml|millilit(?:er|re)s?'],
  ['bbl', 'barrels?|bbl'],
  ['kWh', 'kwh'],
  ['MWh', 'mwh'],
  ['GWh', 'gwh'],
  ['TWh', 'twh'],
  ['kW', 'kw'],
  ['MW', 'mw|megawatts?'],
  ['GW', 'gw|gigawatts?'],
  ['s', 'seconds?|sekunden?'],
  ['min', 'minutes?|minuten?'],
  ['h', 'h|hours?|stunden?|heures?'],
  ['d', 'days?|tage?n?|jours?'],
  ['w', 'weeks?|wochen?|semaines?'],
  ['mo', 'months?|monaten?|monate|mois'],
  ['y', 'years?|jahren?|jahre|ans|années?'],
  ['x', 'x|times|×'],
  ...counted.split('|').map((name): [string, string] => [name, name]),
];
const unit = measures.map(([name, form]): [string, RegExp] => [
  name,
  new RegExp(String.raw`^[\s\u00a0-]{0,2}(?:${form})(?![\p{L}\p{N}])`, 'iu'),
]);

export function unitOf(behind: string): { name: string; length: number } {
  for (const [name, form] of unit) {
    const length = form.exec(behind)?.[0].length;
    if (length !== undefined) return { name, length };
  }
  return { name: '', length: 0 };
}

const periods: [name: string, form: string][] = [
  ['h', 'hours?|stunde|heure|hora'],
  ['d', 'days?|tag|jour|día'],
  ['w', 'weeks?|woche|semaine|semana'],
  ['mo', 'months?|monat|mois|mes'],
  ['q', 'quarters?|quartal|trimestre'],
  ['y', 'years?|annum|jahr|an|année|año'],
];
const rate = periods.map(([name, form]): [string, RegExp] => [
  name,
  new RegExp(String.raw`^\s?(?:/\s?|(?:per|an?|each|every|pro|je|par|por|al)\s)(?:${form})(?!\p{L})`, 'iu'),
]);

/** The period in a rate: '€5 per month' is not '€5 a year'. Empty if there is none. */
export const rateOf = (behind: string): string => rate.find(([, form]) => form.test(behind))?.[0] ?? '';

const mayBeOmitted = new Set([...Object.keys(currencies), ...counted.split('|')]);

/** A claim may omit a currency or a counted thing, but not a percent sign or a unit. */
export const isSameUnit = (claimed: string, given: string): boolean =>
  claimed === given || (claimed === '' && mayBeOmitted.has(given));

const kinds: ReadonlySet<string>[] = [
  ['pp', 'bp'],
  ['kg', 'g', 't', 'mg', 'µg'],
  ['km', 'm', 'cm', 'mi', 'ft'],
  ['m²', 'km²', 'ha'],
  ['°C', '°F'],
  ['l', 'ml', 'bbl'],
  ['kWh', 'MWh', 'GWh', 'TWh'],
  ['kW', 'MW', 'GW'],
  ['s', 'min', 'h', 'd', 'w', 'mo', 'y'],
].map((names) => new Set(names));
const isCurrency = (name: string): boolean => /^[A-Z]{3}$/.test(name);

/**
 * Whether both measure the same kind of thing, such as two currencies or two lengths. An optional unit matches a
 * missing one.
 */
export const unitsOfOneKind = (a: string, b: string): boolean =>
  isSameUnit(a, b) ||
  isSameUnit(b, a) ||
  (isCurrency(a) && isCurrency(b)) ||
  kinds.some((kind) => kind.has(a) && kind.has(b));
