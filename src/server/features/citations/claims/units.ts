/** Scales, currencies and units as they occur in texts. Each row: the normalized form, then its spellings. */
const currencies: Record<string, RegExp> = {
  USD: /^(?:us\s?)?\$$|^usd$|^(?:us[- ])?dollars?$/i,
  CAD: /^ca?\$$|^cad$/i,
  AUD: /^au?\$$|^aud$/i,
  NZD: /^nz\$$|^nzd$/i,
  HKD: /^hk\$$|^hkd$/i,
  SGD: /^sg?\$$|^sgd$/i,
  TWD: /^ntd?\$$|^twd$/i,
  BRL: /^r\$$|^brl$/i,
  MXN: /^mxn?\$$|^mxn$/i,
  EUR: /^€$|^eur(?:os?)?$/i,
  GBP: /^£$|^gbp$|^pounds?(?: sterling)?$|^sterling$/i,
  JPY: /^jpy$|^yen$|^円$/i,
  CNY: /^cny$|^rmb$|^yuan$|^renminbi$|^元$/i,
  CHF: /^chf$|^swiss francs?$|^franken$/i,
  INR: /^₹$|^inr$|^rs\.?$/i,
  KRW: /^₩$|^krw$/i,
};

/** A currency before its amount. */
export const currencySymbol = String.raw`(?<!\p{L})(?:US\s)?(?:[A-Z]{1,3})?\$|[€£¥₹₩₽₺]|(?<!\p{L})(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|SEK|NOK|DKK|CAD|AUD|NZD|HKD|SGD|TWD|KRW|BRL|MXN|INR|PLN|CZK|ZAR|TRY|Rs\.?)(?!\p{L})`;

/** The currency of a symbol, code or name. Unknown codes are returned unchanged. */
export function currencyOf(symbol: string): string {
  const trimmed = symbol.trim();
  if (trimmed === '') return '';
  for (const [code, form] of Object.entries(currencies)) if (form.test(trimmed)) return code;
  return trimmed.toUpperCase();
}

/** Before spaceless scripts, nothing separates a scale from the next word. */
const scales: [power: number, form: RegExp, needsCurrency?: true][] = [
  [12, /^\s?(?:[万萬][亿億]|兆|조)/u],
  [11, /^\s?千[亿億]/u],
  [10, /^\s?百[亿億]/u],
  [9, /^\s?十[亿億]/u],
  [8, /^\s?[亿億억]/u],
  [7, /^\s?千[万萬]/u],
  [6, /^\s?百[万萬]/u],
  [5, /^\s?十[万萬]/u],
  [4, /^\s?[万萬만]/u],
  [3, /^\s?千(?![克米瓦])/u],
  [12, /^\s?(?:lakhs?|lacs?)\s(?:crores?|cr)(?!\p{L})/iu],
  [7, /^\s?(?:crores?|cr)(?!\p{L})/iu],
  [5, /^\s?(?:lakhs?|lacs?)(?!\p{L})/iu],
  [9, /^\s?(?:mil millones|mil milhões|mille millions|tausend millionen|thousand millions?)(?!\p{L})/iu],
  [3, /^\s?(?:thousands?|tausend|tsd\.?|mille|milliers|migliaia|mila)(?!\p{L})/iu],
  [3, /^k(?![\p{L}\p{N}])/iu],
  [3, /^\s?mil(?!\p{L})/iu],
  [
    6,
    /^\s?(?:millions?|mil?lionen|mio\.?|mn|mln|mm|mill[oó]n(?:es)?|milioni|milione|milh(?:ão|ões)|miljoen(?:en)?|miljon(?:er)?)(?!\p{L})/iu,
  ],
  [6, /^\s?m(?![\p{L}\p{N}²³])/iu, true],
  [12, /^\s?(?:trillions?|tn|billionen|billones|biljoen(?:en)?|trilh(?:ão|ões))(?!\p{L})/iu],
  [12, /^\s?t(?![\p{L}\p{N}])/iu, true],
  [
    9,
    /^\s?(?:billions?|bn|bln|milliarden?|mrd\.?|milliards?|miliard[io]|miljard(?:en|er)?|bilh(?:ão|ões)|mld|mia\.?)(?!\p{L})/iu,
  ],
  [9, /^\s?b(?![\p{L}\p{N}])/iu, true],
];

/** None of them is also an English word or a part of names. */
const germanWords =
  /(?<!\p{L})(?:das|dem|und|ist|vom|hatte|liegt|bei|stieg|sank|auf|eine[rn]?|ein|beträgt|betrug|über|rund|etwa|knapp|wert|zum|zur|im)(?!\p{L})/u;

/** Whether "Billion" in a sentence is the German noun, which is a trillion. */
export const isGermanBillion = (text: string, decimalMark: '.' | ','): boolean =>
  text.includes('Billion') && (decimalMark === ',' || germanWords.test(text));

export function scaleOf(behind: string, hasCurrency: boolean, isGerman = false): { power: number; length: number } {
  const german = isGerman ? /^\s?Billion(?!\p{L})/u.exec(behind) : null;
  if (german) return { power: 12, length: german[0].length };
  const isMoney = hasCurrency || /^\s?[mb]\s?(?:[$€£¥]|usd|eur|gbp|chf)/i.test(behind);
  for (const [power, form, needsCurrency] of scales) {
    const length = form.exec(behind)?.[0].length;
    if (length !== undefined && (!needsCurrency || isMoney)) return { power, length };
  }
  return { power: 0, length: 0 };
}

/** Countable things, which a claim may omit. */
const counted = 'employees|people|customers|shares|users|stores|vehicles|units|ships|branches';
const dollars = '(?:dollars?|d[óo]lares|dollari)';
const measures: [name: string, form: string][] = [
  [
    'pp',
    'percentage points?|pp|ppts?|prozentpunkte?|points? de pourcentage|puntos? porcentuales|punti percentuali|pontos percentuais|个?百分点|個?百分點',
  ],
  ['bp', 'basis points?|bps|bp|basispunkte?|points? de base|puntos? básicos|punti base|pontos[- ]base'],
  ['%', '%|％|percent|per cent|pct|prozent|pour cent|por ciento|per cento|procent'],
  ['‰', '‰|per mille|promille'],
  ['CAD', `canadian dollars?|${dollars} canad\\p{L}+|cad|加元`],
  ['AUD', `australian dollars?|${dollars} austral\\p{L}+|aud|澳元`],
  ['HKD', `hong kong dollars?|${dollars} d[ei] hong[ -]kong|hkd|港元|港币`],
  ['SGD', `singapore dollars?|${dollars} (?:de singapour|singapourien\\p{L}*|de singapur|di singapore)|sgd|新元`],
  [
    'USD',
    `(?:us[- ])?${dollars}(?: (?:américains?|estadounidenses|americanos|americani|statunitensi))?(?! (?:d[ei] )?(?:n[eé]o|ta[iï]w|nueva|nouvelle))|us\\$|usd|\\$|美元|美金|米?ドル`,
  ],
  ['EUR', "(?:d['’])?euros?|eur|€|欧元|ユーロ"],
  ['GBP', 'pounds?|livres sterling|libras esterlinas|sterline|gbp|£|英镑|ポンド'],
  ['CHF', 'swiss francs?|francs? suisses?|francos suizos|francos suíços|franchi svizzeri|chf|franken'],
  ['JPY', 'yen(?:s|es)?|jpy|円|日元'],
  ['¥', '¥'],
  ['CNY', 'yuan|renminbi|rmb|cny|人民币|元'],
  ['KRW', '(?:korean )?won|krw|원'],
  ['INR', '(?:indian )?rupees?|inr'],
  ['pesos', '(?:\\p{L}+ )?pesos?'],
  ['BRL', 'reais|real|brl'],
  ['kronor', '(?:\\p{L}+ )?kron(?:or|er|ur)|sek|nok|dkk'],
  ['RUB', 'rubles?|roubles?|rub'],
  ['PLN', 'zlotys?|złotych|pln'],
  ['TRY', '(?:turkish )?liras?'],
  ['ZAR', 'rand'],
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
const spaceless = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const unit = measures.map(([name, form]): [string, RegExp] => [
  name,
  new RegExp(String.raw`^[\s\u00a0-]{0,2}(?:${form})(?:(?<=[${spaceless}])|(?![\p{L}\p{N}])|(?=[${spaceless}]))`, 'iu'),
]);

/** `mayBeLinked`: after a scale, as in "5 millions d'euros" and "5 millones de dólares". */
export function unitOf(behind: string, mayBeLinked = false): { name: string; length: number } {
  for (const [name, form] of unit) {
    const length = form.exec(behind)?.[0].length;
    if (length !== undefined) return { name, length };
  }
  const link = mayBeLinked ? /^\s(?:d[ei](?=\s)|d['’])/iu.exec(behind)?.[0].length : undefined;
  const linked = link === undefined ? undefined : unitOf(behind.slice(link));
  return linked && mayBeOmitted.has(linked.name)
    ? { name: linked.name, length: (link ?? 0) + linked.length }
    : { name: '', length: 0 };
}

const things: [name: string, form: string][] = [
  [
    'employees',
    'employees|mitarbeiter(?:n|innen)?|mitarbeitenden?|beschäftigten?|salariés|employés|empleados|empregados|dipendenti|werknemers',
  ],
  ['customers', 'customers|kund(?:en|innen)|clients|clientes|clienti|klanten'],
  ['shares', 'shares|aktien|actions|acciones|azioni|ações|aandelen'],
  ['stores', 'stores|filialen|läden|magasins|tiendas|negozi|lojas|winkels'],
];
const thing = things.map(([name, form]): [string, RegExp] => [
  name,
  new RegExp(String.raw`^\s(?:d[ei]\s|d['’])?(?:${form})(?!\p{L})`, 'iu'),
]);

/** What a figure counts, in any language: "employees" for "Mitarbeiter". Unlike a unit, a source may omit it. */
export const thingOf = (unit: string, behind: string): string | undefined =>
  thing.find(([name, form]) => name === unit || (unit === '' && form.test(behind)))?.[0];

const periods: [name: string, form: string][] = [
  ['h', 'hours?|stunde|heure|hora'],
  ['d', 'days?|tag|jour|día'],
  ['w', 'weeks?|woche|semaine|semana'],
  ['mo', 'months?|monat|mois|mes'],
  ['q', 'quarters?|quartal|trimestre'],
  ['y', 'years?|annum|jahr|an|année|año'],
  ['share', 'shares?|aktie|action|acción'],
];
const rate = periods.map(([name, form]): [string, RegExp] => [
  name,
  new RegExp(String.raw`^\s?(?:/\s?|(?:per|an?|each|every|pro|je|par|por|al)\s)(?:${form})(?!\p{L})`, 'iu'),
]);

/** The period in a rate: '€5 per month' is not '€5 a year'. Empty if there is none. */
export const rateOf = (behind: string): string => rate.find(([, form]) => form.test(behind))?.[0] ?? '';

const mayBeOmitted = new Set([...Object.keys(currencies), '¥', '¢', 'Cent', ...counted.split('|')]);

/** A claim may omit a currency or a counted thing, but not a percent sign or a unit. */
export const isSameUnit = (claimed: string, inSource: string): boolean =>
  claimed === inSource ||
  (claimed === '' && mayBeOmitted.has(inSource)) ||
  isYenOrYuan(claimed, inSource) ||
  mayBeCents(claimed, inSource);

/** Yen and yuan share a sign. */
const isYenOrYuan = (one: string, other: string): boolean =>
  (one === '¥' && /^(?:JPY|CNY)$/.test(other)) || (other === '¥' && /^(?:JPY|CNY)$/.test(one));

const dollarCodes = /^(?:USD|CAD|AUD|NZD|HKD|SGD)$/;

/**
 * Cents are part of a dollar in English, and of a euro in German. A claim in another language than its source may omit
 * the currency, but must not name another one.
 */
const mayBeCents = (claimed: string, inSource: string): boolean =>
  /^(?:¢|Cent)$/.test(claimed)
    ? /^(?:¢|Cent|EUR)$/.test(inSource) || dollarCodes.test(inSource)
    : (inSource === '¢' && dollarCodes.test(claimed)) || (inSource === 'Cent' && claimed === 'EUR');

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
export const isCurrency = (name: string): boolean => /^(?:[A-Z]{3}|¥|¢|Cent|pesos|kronor)$/.test(name);

/**
 * Whether both measure the same kind of thing, such as two currencies or two lengths. An optional unit matches a
 * missing one.
 */
export const unitsOfOneKind = (a: string, b: string): boolean =>
  isSameUnit(a, b) ||
  isSameUnit(b, a) ||
  (isCurrency(a) && isCurrency(b)) ||
  kinds.some((kind) => kind.has(a) && kind.has(b));
