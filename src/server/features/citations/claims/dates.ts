/** Finds years, quarters, months and days in a text. */
export interface DateMention {
  /** 'y2024', 'q3', 'h1', 'p9' for nine months, 'm3' or 'd3.3'. A day also yields its month, for claims that omit the day. */
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
  'first|1st|erste[sn]?|1\\.|premier|primer|primo|1er',
  'second|2nd|zweite[sn]?|2\\.|deuxième|second|segundo|secondo|2e|2º',
  'third|3rd|dritte[sn]?|3\\.|troisième|tercer|terzo|3e|3º',
  'fourth|4th|vierte[sn]?|4\\.|quatrième|cuarto|quarto|4e|4º',
];
const hanNumbers = ['一', '二', '三', '四'];
const hanIndex = (digit = '') => hanNumbers.indexOf(digit) + 1 || Number(digit);

/** Words after a number that is not a year. The word must end there: "2022 BNP Paribas" begins with a year. */
const scales =
  'millions?|billions?|thousands?|trillions?|bn|Mio|Mrd|Tsd|Millionen|Milliarden?|Billionen|milliards?|mill[oó]n(?:es)?|milion[ei]|miliard[io]|percent(?:age)?|Prozent\\p{L}*|pour cent|por ciento|basis points';
/** After a space, these characters also begin names: "2024 万科". */
const hanUnits =
  '(?!\\p{L})|元|円|圆|圓|[日美欧歐港韩韓加澳新]元|港[币幣]|英[镑鎊]|人|名|台|臺|辆|輛|吨|噸|件|股|份|个|個|户|戶|千瓦|平方|桶|亿|億';

const patterns: [RegExp, (match: RegExpMatchArray) => string[]][] = [
  [/((?:19|20)\d\d)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/gu, ([, y, m, d]) => day(d, Number(m), y)],
  [/(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?日/gu, ([, m, d]) => day(d, Number(m), undefined)],
  [/((?:19|20)\d\d)\s?年\s?(\d{1,2})\s?月/gu, ([, y, m]) => [`m${Number(m)}`, `y${y}`]],
  [/第?\s?([一二三四1-4])\s?(?:季度?|四半期)/gu, ([, q]) => [`q${hanIndex(q)}`]],
  [/上半年|上半期|上期/gu, () => ['h1']],
  [/下半年|下半期|下期/gu, () => ['h2']],
  // A sum since the start of a year differs from the sums of its last quarter and of the year.
  [/(?<!\p{L})(?:nine|9)[\s-]months?(?!\p{L})|(?<!\p{L})(?:neun|9) Monate\p{L}?/giu, () => ['p9']],
  [
    /(?<!\p{L})(?:six|6)[\s-]months?(?= (?:ended|to|through|period))|(?<!\p{L})(?:first (?:six|6) months|ersten (?:sechs|6) Monate\p{L}?)(?!\p{L})/giu,
    () => ['h1'],
  ],
  [
    /(?<!\p{L})(?:three|3)[\s-]months?(?= (?:periods? )?(?:ended|ending))|(?<!\p{L})(?:first (?:three|3) months|ersten (?:drei|3) Monate\p{L}?)(?!\p{L})/giu,
    () => ['p3'],
  ],
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
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:${form})[\s-](?:(?:fiscal|calendar)\s)?(?:quarter|quartals?|trimestre)(?!\p{L})`,
      'giu',
    ),
    () => [`q${index + 1}`],
  ]),
  [/(?<!\p{L})quarter(?= (?:ended|ending))/giu, () => ['p3']],
  [
    /(?<![\p{L}\p{N}])(?:(?:first|1st)[\s-]half|(?:erste[sn]?|1\.) Halbjahr|(?:premier|primer|1er) semestre|primo semestre)(?!\p{L})/giu,
    () => ['h1'],
  ],
  [
    /(?<![\p{L}\p{N}])(?:(?:second|2nd)[\s-]half|(?:zweite[sn]?|2\.) Halbjahr|(?:second|deuxième|segundo|secondo|2e) semestre)(?!\p{L})/giu,
    () => ['h2'],
  ],
  [/(?<![\p{L}\p{N}])FY[\s’']?(\d\d)(?![\p{N}]|(?![EeFf](?![\p{L}\p{N}]))\p{L})/gu, ([, y]) => [`y20${y}`]],
  [
    new RegExp(
      String.raw`(?<![\p{N}.,$€£¥/-])(?:FY\s?)?((?:19|20)\d\d)(?:[/–-](\d{2}))?(?![\p{Nd}%‰]|[.,]\d|\s?(?:(?:${scales})(?!\p{L})|[%€$£])|[万萬亿億兆]|\s[万萬亿億兆](?:${hanUnits}))`,
      'giu',
    ),
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
  String.raw`\d{4}|[QHT]\d|\dQ|\d\/\d|FY|quarter|half|quartal|halbjahr|trimestre|semestre|months|Monate|[季期年月]|${month}`,
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
