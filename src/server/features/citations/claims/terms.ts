/** Words that tell what a figure is. Figures with different ones are not the same, whatever their value. */
import { matchesOf } from '~/server/lib/matches';

export interface Term {
  group: Group;
  key: string;
  start: number;
  end: number;
}

type Group = 'measure' | 'basis' | 'outlook' | 'comparison' | 'segment';

const latin = (alternatives: string) => `(?<!\\p{L})(?:${alternatives.replace(/\n\s*/g, '')})(?!\\p{L})`;

/** The first that matches counts, so longer terms precede the words they contain. */
const measures: Record<string, string> = {
  cost: `${latin('costs? of (?:net )?(?:sales|revenues?|goods sold)|umsatzkosten|coût des ventes|coste de (?:las )?ventas')}|营业成本|売上原価`,
  marketing: latin('sales and marketing|selling and marketing|sales tax(?:es)?|sales force'),
  comparable: latin('(?:same|comparable)[- ]store sales|(?:comparable|like-for-like) sales'),
  recurring: latin('(?:annual(?:ized)? )?recurring revenues?|arr|deferred revenues?'),
  grossMargin: `${latin('gross (?:profit )?margins?|bruttomarge')}|毛利率`,
  operatingMargin: `${latin('operating (?:profit |income )?margins?|ebit[- ]margins?|ebit-?marge|operative marge')}|营业利润率|営業利益率`,
  netMargin: latin('net (?:profit |income )?margins?|nettomarge'),
  margin: latin('(?:profit )?margins?'),
  gross: `${latin('gross profits?|bruttogewinn|bruttoergebnis|rohertrag')}|毛利润?|売上総利益`,
  ebitda: latin('ebitda'),
  operating: `${latin('operating (?:income|profits?|earnings|loss(?:es)?|results?)|ebit|income from operations|betriebs(?:ergebnis|gewinn)\\p{L}*|operative[rsn]? (?:gewinn|ergebnis)|résultat opérationnel|resultado operativo')}|营业利润|営業利益|営業損失`,
  pretax: `${latin('(?:profits?|income|earnings|loss(?:es)?)(?: \\(loss\\))?(?: from continuing operations)? before (?:provision for |benefit from )?(?:income )?tax(?:es|ation)?|pre-?tax (?:profits?|income|earnings)|(?:gewinn|ergebnis) vor steuern|vorsteuergewinn')}|税前利润|税引前利益`,
  interestExpense: latin('(?:net )?interest (?:expenses?|costs?)|zinsaufw[aä]nd\\p{L}*'),
  interest: latin('(?:net )?interest income|zinserträge?'),
  investment: latin('investment income'),
  dividend: latin('dividend income'),
  fees: latin('fee income'),
  rent: latin('rental income'),
  comprehensive: latin('comprehensive income'),
  incomeTax: latin('income tax(?:es)?'),
  liquidity: latin(
    'cash,? (?:and )?cash equivalents,? (?:and|or) (?:(?:marketable|short-term|restricted) )?(?:securities|investments|cash)',
  ),
  cash: latin('cash and cash equivalents'),
  share: `${latin('(?:diluted |basic )?(?:net )?(?:earnings|income|profits?|loss(?:es)?)(?: \\(loss\\))? per (?:(?:diluted|basic|common|ordinary) ){0,2}share|(?:diluted |basic )?eps|(?:ergebnis|gewinn) je aktie|bénéfice (?:net )?par action|beneficio por acción')}|每股收益|1株当たり`,
  net: `${latin('net (?:income|profits?|earnings|loss(?:es)?)|(?:profits?|income|earnings) after tax(?:es)?|bottom line|nettogewinn|reingewinn|jahresüberschuss|bénéfice net|résultat net|beneficio neto|utile netto')}|净利润?|净亏损|純利益|純損失`,
  freeCash: latin('free cash[- ]?flows?'),
  operatingCash: latin(
    'operating cash[- ]?flows?|cash flows? from operations|(?:net )?cash (?:provided|generated) by operating',
  ),
  capital: latin('capital (?:expenditures?|spending)|capex'),
  expenses: latin('operating (?:expenses|costs)|opex|betriebskosten'),
  research: latin('research and development|r&d'),
  administrative: latin('(?:selling, )?general,? and administrative|sg&a|(?:vertriebs- und )?verwaltungskosten'),
  depreciationAndAmortization: latin('depreciation(?:,| and| &) amorti[sz]ation|d&a'),
  depreciation: latin('depreciation'),
  amortization: latin('amorti[sz]ation'),
  netDebt: latin('net (?:debt|borrowings)|nettoverschuldung'),
  netCash: latin('net cash(?: position)?'),
  grossDebt: latin('gross debt'),
  revenue: `${latin(`(?:net )?(?:revenues?|sales)|turnover|umsatz\\p{L}*|umsätze|erlöse?|chiffre d['’]affaires|ventes|ingresos|ventas|ricavi|fatturato`)}|收入|营收|營收|营业额|売上高?`,
  backlog: latin('(?:order )?backlog|auftragsbestand'),
  orders: latin('order intake|bookings|auftragseingang'),
  production: latin('produced|production|manufactured|produziert\\p{L}*'),
  deliveries: latin('delivered|deliver(?:s|y|ies)|shipped|shipments|ausgeliefert\\p{L}*'),
  exports: latin('export(?:s|ed)?|exporte'),
  imports: latin('import(?:s|ed)?|importe'),
  profit: `${latin('profits?|earnings|net loss|loss(?:es)?|gewinn|verlust|bénéfices?|beneficios?|utile')}|利润|亏损|利益|損失`,
};
const family: ReadonlySet<string> = new Set(['profit', 'net', 'operating', 'pretax', 'share']);
const margins: ReadonlySet<string> = new Set(['grossMargin', 'operatingMargin', 'netMargin']);

const bases: Record<string, string> = {
  neutral: latin('(?:seasonally|inflation|risk)[- ]adjusted'),
  nonGaap: `${latin('non[- ‑]?(?:gaap|ifrs)|(?<!un)adjusted|underlying|bereinigt\\p{L}*|ajustée?s?|ajustad[oa]s?|rettificat\\p{L}*|(?:excluding|before)(?=\\s[^.;]{0,60}(?:restructuring|impairment|one-time|one-off|special|exceptional|non-?recurring))')}|调整后|經調整|調整後|非公认`,
  gaap: latin('gaap|reported basis'),
  proForma: latin('pro[- ]forma'),
  organic: `${latin('organic(?:ally)?|organisch\\p{L}*|organiques?|org[áa]nic[oa]s?|like-for-like')}|有机`,
  constant: latin('constant[- ]currenc(?:y|ies)|currency[- ]neutral|währungsbereinigt\\p{L}*'),
  fiscal: latin('fiscal|geschäftsjahr\\p{L}*|FY'),
  calendar: latin('calendar(?: year)?|kalenderjahr\\p{L}*'),
  diluted: latin('diluted|verwässert\\p{L}*'),
  basic: latin('basic|unverwässert\\p{L}*'),
  beforeTax: latin('before (?:income )?tax(?:es)?|pre-?tax|vor steuern|avant impôts?|antes de impuestos'),
  afterTax: latin('after (?:income )?tax(?:es)?|post-?tax|nach steuern|après impôts?|después de impuestos'),
};

/** The verb: "projects under construction" are no forecast. */
const projects = `projects(?=\\s(?:that|to|(?:an?\\s)?[$€£¥]?\\d|(?:[\\p{L}-]+\\s){0,3}(?:revenues?|sales|growth|earnings|eps|profits?|margins?|income|demand|inflation|costs?|capex|ebitda|cash)(?!\\p{L})))`;

const outlooks: Record<string, string> = {
  met: latin(
    `(?:than|as|what)\\s(?:\\p{L}+\\s){0,3}(?:expected|forecast|estimated|anticipated|projected)|
     (?:beats?|beating|tops|topped|topping|ahead of|in line with|met|meets|match(?:ed|es)|exceed\\p{L}*|miss(?:ed|es|ing)|above|below|surpass\\p{L}*)\\s(?:\\p{L}+['’]?s?\\s){0,4}(?:expectations?|estimates?|forecasts?|guidance|consensus)`,
  ),
  forecast: `${latin(
    `expect(?:s|ed|ing)?|expectations?|forecasts?|forecasted|forecasting|guid(?:es|ed|ance|ing)|project(?:ed|ions?)|${projects}|anticipat\\p{L}+|
     outlook|predict\\p{L}*|estimates? of|consensus|prognos\\p{L}*|erwarte\\p{L}*|voraussichtlich|rechnet|prévoi\\p{L}*|prévisions?|
     attend(?=\\s(?:une?|des?|du|la|le|les|que|en)\\s)|s['’]attend|prev[éê]|verwacht(?:e|en|te|ten)?|espera\\p{L}*|previsi[óo]n(?:es)?|prevede|atteso`,
  )}|预计|預計|预期|預期|预测|見込|予想|見通し|展望|指引|(?<=(?:19|20)\\d\\d|FY\\s?\\d\\d)[EF](?![\\p{L}\\p{N}])`,
  plan: `${latin('will|plans? to|planned|aims? (?:to|for)|aiming|intends?|dürfte|soll(?:te)?')}|计划`,
};

const comparisons: Record<string, string> = {
  year: `${latin(
    `year[- ](?:over|on)[- ]year|yoy|y\\/y|(?:from|than|versus|compared (?:with|to)) (?:a|the|the same (?:period|quarter)(?: (?:of|in))?(?: the)?) ?(?:year[- ](?:earlier|ago|before)|(?:prior|previous|last|preceding)[- ]year)|
     gegenüber dem vorjahr\\p{L}*|im vorjahresvergleich|sur un an|interanual`,
  )}|同比|前年同期比|前年比`,
  quarter: `${latin(
    `quarter[- ](?:over|on)[- ]quarter|qoq|q\\/q|sequential(?:ly)?|(?:from|than|versus|compared (?:with|to)) the (?:previous|prior|preceding|last) quarter|
     gegenüber dem vorquartal\\p{L}*|im quartalsvergleich|intertrimestral`,
  )}|环比|前期比`,
  month: latin('month[- ](?:over|on)[- ]month|mom|m\\/m'),
};

const segment = latin(
  `(?:cloud|services?|data[- ]?cent(?:er|re)|gaming|auto(?:motive)?|advertising|ads?|subscriptions?|products?|licen[cs]e|hardware|software|retail|wholesale|
   international|domestic|foreign|u\\.?s\\.?|american|european|asian|chinese|japanese|iphone|mac|ipad|azure|aws|youtube|search|streaming|energy|
   (?:the|its|in) [\\p{L}& ]{2,40} (?:segment|division|unit|business))(?=(?:['’]s)?\\s(?:net |total |operating |order )?(?:revenues?|sales|profits?|income|earnings|margins?|orders?|bookings))`,
);

const groups: [Group, Record<string, string>][] = [
  ['measure', measures],
  ['basis', bases],
  ['outlook', outlooks],
  ['comparison', comparisons],
  ['segment', { segment }],
];
const patterns = groups.map(([group, forms]): [Group, RegExp] => [
  group,
  new RegExp(
    Object.entries(forms)
      .map(([key, form]) => `(?<${key}>${form})`)
      .join('|'),
    'giu',
  ),
]);

export function termsIn(text: string): Term[] {
  const found: Term[] = [];
  for (const [group, pattern] of patterns)
    for (const match of matchesOf(pattern, text)) {
      const key = Object.entries(match.groups ?? {}).find(([, words]) => words !== undefined)?.[0] ?? '';
      const term = { group, key, start: match.index, end: match.index + match[0].length };
      found.push(group === 'segment' ? { ...term, key: match[0].toLowerCase() } : term);
    }
  return found;
}

/** Whether two sets of measures may be the same. */
export function mayBeSameMeasure(one: ReadonlySet<string>, other: ReadonlySet<string>, isPercent: boolean): boolean {
  if (one.size === 0 || other.size === 0) return true;
  for (const key of one) {
    if (other.has(key)) return true;
    for (const candidate of other)
      if (
        (key === 'profit' && family.has(candidate)) ||
        (candidate === 'profit' && family.has(key)) ||
        (key === 'margin' && margins.has(candidate)) ||
        (candidate === 'margin' && margins.has(key)) ||
        // Filings also call the amount, not only the percentage, the gross margin.
        (!isPercent && key === 'gross' && candidate === 'grossMargin') ||
        (!isPercent && key === 'grossMargin' && candidate === 'gross')
      )
        return true;
  }
  return false;
}

const segmentForms: Record<string, string> = { advertising: 'ad', ads: 'ad', automotive: 'auto', licence: 'license' };

/** The words of a text with segments in one spelling: "ad" for "Advertising", "us" for "U.S.". */
export const segmentWords = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll('.', '')
      .match(/\p{L}+/gu) ?? []
  )
    .map((one) => segmentForms[one] ?? one)
    .map((one) => one.replace(/(?<=\p{L}{3})s$/u, ''))
    .map((one) => segmentForms[one] ?? one);

const respelled = new Set(Object.values(segmentForms));

/** Whether a text has a segment such as "Ad" in another spelling. */
export function hasRespelled(text: string, name: string): boolean {
  const [segment = ''] = segmentWords(name);
  return respelled.has(segment) && segmentWords(text).includes(segment);
}

/** Longer names may begin a compound, such as "Cloudgeschäft". */
export function hasSegment(words: readonly string[], term: string): boolean {
  const [name = ''] = segmentWords(term.replace(/^(?:(?:the|its|in)\s)+/u, ''));
  return words.some((one) => one === name || (name.length > 3 && one.startsWith(name)));
}
