/**
 * The role of a figure in a change, and whether it is only a part of another figure. "Rose by 4%" does not confirm "rose
 * to 4%", and "41,000 people, of whom 12,000 in Germany" does not confirm a workforce of 12,000.
 */
import { lowerBound } from '~/shared/lower-bound';
import { clauseAt } from './clauses';
import type { Figure } from './figures';
import { indexOfPart } from './parts';
import type { PlacedFigure } from './same-figure';
import type { Statement } from './statements';
import { isCurrency } from './units';

type Role = 'start' | 'level' | 'change' | 'share';

const hedges = [
  'about|around|nearly|almost|roughly|approximately|some|a record|rund|etwa|knapp|fast|gut|ca\\.',
  'environ|près de|presque|unos|casi|alrededor de|circa',
];
const about = String.raw`(?:(?:${hedges.join('|')})\s)?`;
/** Verbs only: "une hausse de 5 %" is the figure itself, which may also "s'élever à 5 %". */
const moves = [
  String.raw`(?:augment|progress|recul|diminu|grimp|remont)(?:é\p{L}*|es?|ent|er|ue(?:nt)?)|bondi\p{L}*|(?:baiss|chut|hauss|relev|abaiss)(?:é\p{L}*|ent|er)|tomb\p{L}+|fléchi\p{L}*|crû`,
  String.raw`(?:aument|increment|elev|recort|baj|rebaj)(?:ó|aron|an|ado|ar)|aumenta|sub(?:ió|ieron|e|en|ido|ir)|cay(?:ó|eron)|caen?|caído|crec(?:ió|ieron|e|en|ido|er)|disminuy\p{L}+|descend(?:ió|ieron|ido)|desciende[n]?|redujo|reducido`,
  'aumentat[oaie]|salit[oaie]|sale|salgono|cresciut[oaie]|cresce|calat[oaie]|sces[oaie]|scende|diminuit[oaie]',
];
const moved = String.raw`(?<!\p{L})(?:${moves.join('|')})(?:\s(?:ses|son|sa|leurs?|les?|la|sus?|los|las|el|il|i|gli)\s\p{L}+)?(?:\s\p{L}{4,})?`;
const roles: readonly (readonly [Role, RegExp])[] = [
  ['start', new RegExp(String.raw`(?<!\p{L})(?:from|compared (?:to|with)|relative to)\s${about}$`, 'iu')],
  ['level', new RegExp(String.raw`(?<!\p{L})(?<!(?<!\p{L})(?:up|equal|due) )(?:to|auf)\s${about}$|[至到]$`, 'iu')],
  ['level', new RegExp(String.raw`${moved}\s(?:à|al?|hasta\s(?:el|los|las))\s${about}$`, 'iu')],
  [
    'change',
    new RegExp(
      String.raw`(?:(?<!\p{L})(?:by|um|rose|fell|grew|increased|decreased|declined|dropped|climbed|jumped|surged|gained|slipped|sank)|(?:[%％]|percent|Prozent),?\s(?:or|oder))\s${about}$`,
      'iu',
    ),
  ],
  [
    'change',
    new RegExp(String.raw`${moved}\s(?:(?:de|du|del|di|(?:de |en )?una?|en)\s|d['’]|dell['’])${about}$`, 'iu'),
  ],
];
const reach = 40;
const longestMove = 60;

const ofTotal =
  /^\s(?:of|der|du|des|de las?)\s(?:\p{L}+\s){0,3}(?:sales|revenues?|turnover|profits?|income|umsatz\p{L}*|ventes|ventas)/iu;

/** Words before the figure of an earlier period; `compares` has other meanings, too: "nach 10 Uhr", "won against". */
const compares = new RegExp(
  String.raw`(?<!\p{L})(?:versus|vs\.?|against|nach|gegenüber|verglichen mit|im Vergleich zu|contre|comparé\p{L}* à|frente a|en comparación con|contro|rispetto a)\s${about}$`,
  'iu',
);
const priorLabel = new RegExp(
  String.raw`(?:[(,–—]\s?|(?<!\p{L})(?=[\p{L}. -]{3,30}:))(?:(?:prior|previous|last)[\s-](?:year|quarter|period)|year[\s-](?:ago|earlier)|Vorjahr(?:eszeitraum|esquartal|eswert)?|Vorquartal|i\.\s?V\.|(?:année|exercice) précédente?|año anterior|anno precedente)(?:\s(?:period|quarter))?:?\s${about}$`,
  'iu',
);
const startsChange = new RegExp(String.raw`(?<!\p{L})(?:von|de|d['’]|da|del|dal|van)\s?${about}$`, 'iu');
const endsChange = new RegExp(
  String.raw`^(?:\sd[ei]\s\p{L}+)?(?:\s\([^)]{1,30}\)|\s(?:im|in|au|en|nel)\s[^,;]{1,30}|,?\sum\s[^;]{1,30}){0,2}\s(?:auf|à|a|al|naar)\s${about}$`,
  'iu',
);

/** How many figures on each side are compared with one. */
const near = 20;

/** The index of the next figure. */
const placeAfter = (figures: readonly Figure[], { start }: Figure): number =>
  lowerBound(figures, (other) => other.start <= start);

/** "Von 3 auf 4 Mio. Euro". Before a lone figure, "von" and "de" mean "of". */
function resultOf({ statement: { text, figures }, figure }: PlacedFigure): Figure | undefined {
  if (!startsChange.test(text.slice(Math.max(0, figure.start - reach), figure.start))) return undefined;
  const next = placeAfter(figures, figure);
  const result = figures.slice(next, next + near).find(({ unit }) => unit === figure.unit || figure.unit === '');
  return result && endsChange.test(text.slice(figure.end, result.start)) ? result : undefined;
}

/** The words after a figure in its part of the sentence, and whether they have a date. */
function restOf({ statement: { text, parts, dates }, figure }: PlacedFigure): { words: string; hasDate: boolean } {
  const end = parts[lowerBound(parts, (start) => start < figure.end)] ?? text.length;
  const hasDate = dates.some(({ start }) => figure.end <= start && start < end);
  return { words: text.slice(figure.end, end), hasDate };
}

/** Whether a figure is only compared with another of its unit: "3.4 billion, against 3.1 billion a year earlier". */
function isPrior(placed: PlacedFigure): boolean {
  const { statement, figure } = placed;
  const before = statement.text.slice(Math.max(0, figure.start - reach), figure.start);
  const next = placeAfter(statement.figures, figure);
  const rivals = statement.figures
    .slice(Math.max(0, next - near), next + near)
    .filter(({ start, unit }) => start !== figure.start && unit === figure.unit);
  if (rivals.length === 0) return false;
  if (priorLabel.test(before)) return true;
  if (!compares.test(before)) return false;
  const { words, hasDate } = restOf(placed);
  if (hasDate || earlier.test(words)) return true;
  // "Against $4 million of debt" compares nothing.
  const isAmount = figure.unit !== '' || figure.scale !== undefined;
  return isAmount && !/\p{L}{3}/u.test(words) && rivals.some(({ start }) => start < figure.start);
}

function roleOf(placed: PlacedFigure): Role | undefined {
  const { statement, figure } = placed;
  const { text } = statement;
  // The words before a range apply to both of its ends.
  if (figure.isInRange) return undefined;
  if (figure.unit === '%' && ofTotal.test(text.slice(figure.end, figure.end + reach))) return 'share';
  if (resultOf(placed)) return 'start';
  const own = placeAfter(statement.figures, figure) - 1;
  const starts = statement.figures.slice(Math.max(0, own - 2), Math.max(0, own));
  if (starts.some((start) => resultOf({ statement, figure: start })?.start === figure.start)) return 'level';
  const before = text.slice(Math.max(0, figure.start - longestMove), figure.start);
  return roles.find(([, words]) => words.test(before))?.[0];
}

export function isOtherRole(claim: PlacedFigure, inSource: PlacedFigure): boolean {
  const [claimed, stated] = [roleOf(claim), roleOf(inSource)];
  if (isPrior(inSource)) return claimed !== 'start' && !isPrior(claim) && !mayBePrior(claim, claimed, inSource);
  if (claimed === undefined && stated === 'start') return isUndatedStart(inSource) && !isEarlier(claim);
  if (claimed === undefined && stated === 'change') return isAmountOf(claim) && isAmountChanged(inSource);
  return claimed !== undefined && stated !== undefined && claimed !== stated;
}

const was = new RegExp(String.raw`(?<!\p{L})(?:was|were|is|are|reached|totall?ed)\s${about}$`, 'iu');
const hasChanged = new RegExp(
  String.raw`(?<!\p{L})(?:rose|fell|grew|increased|decreased|declined|dropped|climbed|jumped|surged|slipped|sank)\s${about}$`,
  'iu',
);
/** In "the savings were $5 million", the amount is that of a change. */
const difference =
  /(?<!\p{L})(?:growth|gain|rise|rising|fall|drop|jump|surge|slump|chang|differen|sav|\p{L}*flow|loss|lost|more|less|extra|addition|contribut|impact|effect|swing)/iu;

/** Whether a claim states a whole amount, not a change: "revenue was $5 million". */
const isAmountOf = ({ statement: { text }, figure }: PlacedFigure): boolean =>
  was.test(text.slice(Math.max(0, figure.start - reach), figure.start)) &&
  !changes.test(text) &&
  !difference.test(text);

/** "Revenue increased $5 million". */
const isAmountChanged = ({ statement: { text }, figure }: PlacedFigure): boolean =>
  isCurrency(figure.unit) && hasChanged.test(text.slice(Math.max(0, figure.start - reach), figure.start));

/** Whether a claim is about an earlier period itself, by its words or the date that both have. */
function mayBePrior(claim: PlacedFigure, role: Role | undefined, inSource: PlacedFigure): boolean {
  if (restOf(inSource).hasDate) return role === undefined || claim.statement.dates.length > 0;
  return isEarlier(claim);
}

const changes =
  /(?<!\p{L})(?:to\s\p{Sc}?\d|up|down|rose|fell|grew|rais|lower|high|increas|decreas|declin|improv|narrow|widen|restat|revis|reduc|cut|compar|relativ)/iu;
const earlier =
  /(?<!\p{L})(?:previous\p{L}*|prior|preceding|earlier|ago|before|last|former\p{L}*|initial\p{L}*|original\p{L}*|had been|vorjahr\p{L}*|vorquartal\p{L}*|vormonat\p{L}*|vorperiode|zuvor|vorher\p{L}*|letzte[ns]? (?:jahr\p{L}*|quartal\p{L}*)|précédent\p{L}*|(?:an|année|trimestre) (?:derni(?:er|ère)|passée?)|plus tôt|auparavant|anterior\p{L}*|(?:año|trimestre) pasado|precedent[ei]|anno (?:scorso|prima))(?!\p{L})/iu;

/** Whether a figure is where a change began, such as "4.2%" in "fell to 4.1% from 4.2%", and has no date of its own. */
function isUndatedStart(placed: PlacedFigure): boolean {
  const { text, dates, parts } = placed.statement;
  const { start, end } = placed.figure;
  const isChange =
    resultOf(placed) !== undefined || changes.test(text.slice(Math.max(0, start - 5 * reach), end + 5 * reach));
  const own = indexOfPart(parts, start);
  return isChange && !dates.some((date) => indexOfPart(parts, date.start) === own);
}

/** "Last year, profit was" begins with its time. */
const opening = /^[^,.;\d]{1,40}(?=,\s)/u;
const isEarlier = ({ statement, figure }: PlacedFigure): boolean =>
  earlier.test(clauseAt(statement, figure.start)) ||
  (indexOfPart(statement.clauses, figure.start) === 1 && earlier.test(opening.exec(statement.text)?.[0] ?? ''));

const earlierReport = String.raw`(?:as\s)?(?:originally|initially|first|previously|ursprünglich|zuvor|initialement|précédemment|inicialmente)\s(?:reported|stated|published|announced|disclosed|berichtet\p{L}*|ausgewiesen\p{L}*|publiée?s?|publicad[oa]s?)|(?:before|prior to)\s(?:the\s|any\s|its\s)?(?:restatements?|revisions?|corrections?)`;
const namesEarlierReport = new RegExp(String.raw`(?<!\p{L})(?:${earlierReport})(?!\p{L})`, 'iu');
/** At the beginning, or after a unit such as "billion". */
const startsWithEarlierReport = new RegExp(
  String.raw`^(?:\s?[\p{L}%]{1,12})?[\s,(]{1,3}(?:${earlierReport})(?!\p{L})`,
  'iu',
);
const restatement = /(?<!\p{L})(?:restat|revis|correct|angepasst|korrigier|retraité|reformulad|reexpresad)/iu;

/** Whether the source gives the figure as the one before a restatement, mentioned `near` it, and the claim does not. */
export function isBeforeRestatement(claim: PlacedFigure, inSource: PlacedFigure, near: readonly Statement[]): boolean {
  if (!isAsReportedBefore(inSource) || isAsReportedBefore(claim) || isEarlier(claim)) return false;
  return [inSource.statement, ...near].some(({ text }) => restatement.test(text));
}

/** Whether the words before the figure, up to the previous number, or directly after it say so. */
function isAsReportedBefore({ statement: { text }, figure }: PlacedFigure): boolean {
  if (startsWithEarlierReport.test(text.slice(figure.end, figure.end + reach))) return true;
  const before = text.slice(Math.max(0, figure.start - 2 * reach), figure.start);
  const from = before.search(/\P{N}*$/u);
  // The words directly after the previous number belong to that number.
  return namesEarlierReport.test(from > 0 ? before.slice(from).replace(startsWithEarlierReport, '') : before);
}

const partOf = new RegExp(
  String.raw`(?<!\p{L})(?:of which|of whom|of these|davon|darunter|dont|de los cuales|di cui)\s${about}$|(?:其中|うち)$`,
  'iu',
);
const border = /[,;.(|–—](?!\d)/u;
/** The beginning of a word, so that "matures" and "maturing" are the same. */
const stem = /(?<!\p{L})\p{L}{4,5}/gu;
/** The beginnings of words that don't say which part it is. */
const generalStems: ReadonlySet<string> = new Set(
  'about also been from have that their were will with work works worke emplo based came come comes locat gener'.split(
    ' ',
  ),
);

/** Whether the source gives the figure as a part, such as one country's, and the claim does not say of what. */
export function isUnnamedPart(claim: PlacedFigure, { statement: { text }, figure }: PlacedFigure): boolean {
  const isPart = (words: string) => partOf.test(words.slice(-reach));
  if (!isPart(text.slice(0, figure.start)) || isPart(claim.statement.text.slice(0, claim.figure.start))) return false;
  const [rest = ''] = text.slice(figure.end).split(border, 1);
  const claimText = claim.statement.text.toLowerCase();
  const stems = (rest.toLowerCase().match(stem) ?? []).filter((one) => !generalStems.has(one));
  return stems.length === 0 || !stems.every((one) => claimText.includes(one));
}
