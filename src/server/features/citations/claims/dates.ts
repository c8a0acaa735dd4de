/** Finds years, quarters, months and days in a text. */
export interface DateMention {
  /** 'y2024', 'q3', 'h1', 'm3' or 'd3.3'. A day also yields its month, for claims that omit the day. */
  key: string;
  start: number;
  end: number;
  text: string;
}

const monthNames: string[][] = [
  ['january', 'jan', 'januar', 'janvier', 'enero', 'gennaio'],
  ['february', 'feb', 'februar', 'février', 'febrero', 'febbraio'],
  ['march', 'mar', 'märz', 'mars', 'marzo'],
  ['april', 'apr', 'avril', 'abril', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'luglio'],
  ['august', 'aug', 'août', 'agosto'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre', 'settembre'],
  ['october', 'oct', 'oktober', 'okt', 'octobre', 'octubre', 'ottobre'],
  ['november', 'nov', 'novembre', 'noviembre'],
  ['december', 'dec', 'dezember', 'dez', 'décembre', 'diciembre', 'dicembre'],
];
const months = new Map(monthNames.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));
const month = [...months.keys()].sort((a, b) => b.length - a.length).join('|');
const ordinals = [
  'first|1st|erste[sn]?|premier',
  'second|2nd|zweite[sn]?|deuxième',
  'third|3rd|dritte[sn]?|troisième',
  'fourth|4th|vierte[sn]?|quatrième',
];

const patterns: [RegExp, (match: RegExpMatchArray) => string[]][] = [
  [/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, ([, y, m, d]) => day(d, Number(m), y)],
  [/(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d\d)(?!\d)/g, ([, d, m, y]) => day(d, Number(m), y)],
  [/(?<![\d/])(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)(?!\d)/g, ([, a, b, y]) => slashed(Number(a), Number(b), y)],
  [
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(\d{1,2})(?:st|nd|rd|th|\.|er)?\s(?:de\s)?(${month})\.?(?:,?\s(?:de\s)?((?:19|20)\d\d))?(?![\p{L}\p{N}])`,
      'giu',
    ),
    ([, d, name, y]) => day(d, months.get(name?.toLowerCase() ?? '') ?? 0, y),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(${month})\.?\s(\d{1,2})(?:st|nd|rd|th)?(?:,?\s((?:19|20)\d\d))?(?![\p{L}\p{N}])`,
      'giu',
    ),
    ([, name, d, y]) => day(d, months.get(name?.toLowerCase() ?? '') ?? 0, y),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:(${month})\.?,?\s((?:19|20)\d\d)|(?<=(?:in|im|en|until|since|by|bis|seit)\s)(${month}))(?![\p{L}\p{N}])`,
      'giu',
    ),
    ([, name, y, alone]) => [`m${months.get((name ?? alone ?? '').toLowerCase())}`, ...(y ? [`y${y}`] : [])],
  ],
  [
    /(?<![\p{L}\p{N}])(?:Q([1-4])|([1-4])Q|T([1-4])(?=\s(?:19|20)))(?:[\s/’'-]{0,2}((?:19|20)?\d\d)(?!\d))?(?![\p{L}])/gu,
    ([, a, b, c, y]) => [`q${a ?? b ?? c}`, ...(y ? [`y${y.length === 2 ? `20${y}` : y}`] : [])],
  ],
  [
    /(?<![\p{L}\p{N}])H([12])(?:[\s/]?((?:19|20)\d\d))?(?![\p{L}\p{N}])/gu,
    ([, half, y]) => [`h${half}`, ...(y ? [`y${y}`] : [])],
  ],
  ...ordinals.map((form, index): [RegExp, () => string[]] => [
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${form})[\s-](?:quarter|quartals?|trimestre)(?!\p{L})`, 'giu'),
    () => [`q${index + 1}`],
  ]),
  [/(?<![\p{L}\p{N}])(?:first|1st)[\s-]half(?!\p{L})|(?<!\p{L})erste[sn]? Halbjahr/giu, () => ['h1']],
  [/(?<![\p{L}\p{N}])(?:second|2nd)[\s-]half(?!\p{L})|(?<!\p{L})zweite[sn]? Halbjahr/giu, () => ['h2']],
  [
    /(?<![\p{N}.,$€£¥/-])(?:FY\s?)?((?:19|20)\d\d)(?:[/–-](\d{2}))?(?![\p{N}%‰]|[.,]\d|\s?(?:million|billion|thousand|percent|%|[€$£]))/giu,
    ([, y, to]) => (to ? [`y${y}/${to}`] : [`y${y}`]),
  ],
];

function day(d: string | undefined, m: number, y: string | undefined): string[] {
  return [`d${Number(d)}.${m}`, `m${m}`, ...(y ? [`y${y}`] : [])];
}

/** 25/12 is unambiguous; 3/4 is not, and only matches itself. */
function slashed(a: number, b: number, y: string | undefined): string[] {
  if (a > 12) return day(String(a), b, y);
  if (b > 12) return day(String(b), a, y);
  return [`d${a}/${b}`, ...(y ? [`y${y}`] : [])];
}

const mayHaveDate = new RegExp(
  String.raw`\d{4}|[QHT]\d|\dQ|\d\/\d|quarter|half|quartal|halbjahr|trimestre|${month}`,
  'iu',
);

/** In text order. Each position belongs to the first pattern that matches. */
export function datesIn(text: string): DateMention[] {
  const found: DateMention[] = [];
  if (!mayHaveDate.test(text)) return found;
  const taken: { start: number; end: number }[] = [];
  for (const [pattern, keysOf] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const place = { start: match.index, end: match.index + match[0].length };
      if (taken.some(({ start, end }) => place.start < end && start < place.end)) continue;
      taken.push(place);
      for (const key of keysOf(match)) found.push({ key, ...place, text: match[0] });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
