/**
 * Whether two equal figures are of different kinds: of another measure or basis, a forecast for a result, a bound or an
 * end of a range for the figure itself.
 */
import { chainAt, clauseText, isInRow, labelsAt } from './clauses';
import { isBeforeRestatement, isOtherRole, isUnnamedPart } from './figure-roles';
import { isOtherHead, isOtherLabelAt } from './other-labels';
import { indexOfPart } from './parts';
import type { PlacedFigure } from './same-figure';
import type { Statement } from './statements';
import { type LabelWords, wordsOf } from './table-labels';
import { hasSegment, mayBeSameMeasure, segmentWords, type Term, termsIn } from './terms';
import { isCurrency } from './units';
import { isUnnamedRegion } from './unnamed-regions';

/** What the words around a figure say about it, read once for all claims. */
interface Facts {
  bound: 'lower' | 'upper' | undefined;
  measures: Set<string>;
  basis: Set<string>;
  outlook: Set<string>;
  comparison: Set<string>;
  segment: Set<string>;
  /** The words of its labels, or before it in its clauses. */
  named: LabelWords;
}

const known = new WeakMap<PlacedFigure['figure'], Facts>();

function factsOf(placed: PlacedFigure): Facts {
  let facts = known.get(placed.figure);
  if (!facts) {
    facts = {
      bound: boundOf(placed),
      measures: measuresOf(placed),
      basis: termsAround(placed, 'basis'),
      outlook: outlookOf(placed),
      comparison: comparisonsOf(placed),
      segment: termsAround(placed, 'segment'),
      named: wordsOf(namedBefore(placed)),
    };
    known.set(placed.figure, facts);
  }
  return facts;
}

export function isOtherKind(claim: PlacedFigure, inSource: PlacedFigure, near: readonly Statement[]): boolean {
  if (claim.figure.isInRange !== inSource.figure.isInRange) return true;
  const [claimed, stated] = [factsOf(claim), factsOf(inSource)];
  return (
    claimed.bound !== stated.bound ||
    !mayBeSameMeasure(claimed.measures, stated.measures, isShare(inSource.figure.unit)) ||
    isOtherComparison(claimed.comparison, stated.comparison) ||
    isOtherBasis(claim, inSource, near) ||
    isOtherOutlook(claim, inSource, near) ||
    isOtherSegment(claim, inSource) ||
    isOtherLabel(claim, inSource) ||
    isOtherRole(claim, inSource) ||
    isBeforeRestatement(claim, inSource, near) ||
    isUnnamedPart(claim, inSource) ||
    isUnnamedRegion(claim, inSource)
  );
}

const lower =
  /(?<!\p{L})(?:at least|(?<!(?:no|not)\s)more than|over|above|exceed(?:s|ed|ing)?|(?:no|not) (?:less|fewer) than|upwards of|in excess of|surpass(?:es|ed)|minimum of|mindestens|mehr als|(?<!(?:anleihen?|kredite?|darlehen|auftr[aä]ge?|vertr[aä]ge?|programme?|rückkauf|investition(?:en)?)\s)über|au moins|plus de|al menos|más de|almeno|più di)\s(?:about\s|around\s|rund\s)?$|(?:至少|超过|超過|逾)$/iu;
const upper =
  /(?<!\p{L})(?:up to|at most|(?:no|not) more than|less than|fewer than|under|below|almost|nearly|as much as|maximum of|short of|höchstens|bis zu|weniger als|unter|fast|knapp|au plus|jusqu['’]à|moins de|presque|près de|hasta|menos de|casi|como máximo|fino a|quasi)\s(?:about\s|around\s|rund\s)?$|(?:最多|不到|不足|近)$/iu;
const lowerAfter = /^\s?(?:or (?:more|higher|above)(?!\p{L})|oder mehr|以上|超)/iu;
const upperAfter = /^\s?(?:or (?:less|fewer|lower|below)(?!\p{L})|oder weniger|以下|未満|弱)/iu;
const timeUnit = /^(?:s|min|h|d|w|mo|y)$/;
const boundReach = 40;

/** 'More than' or 'up to'. "Over 5 years" is a period. */
function boundOf({ statement: { text }, figure }: PlacedFigure): 'lower' | 'upper' | undefined {
  if (timeUnit.test(figure.unit)) return undefined;
  const before = text.slice(Math.max(0, figure.start - boundReach), figure.start);
  const after = text.slice(figure.end, figure.end + boundReach);
  if (lower.test(before) || lowerAfter.test(after)) return 'lower';
  return upper.test(before) || upperAfter.test(after) ? 'upper' : undefined;
}

/** The clauses of a figure, and a clause before them if they have no subject of their own. */
interface Reach {
  start: number;
  end: number;
}

const linking =
  /(?<!\p{L})(?:compared|versus|against|from|with|down|while|were|about|after|around|rose|fell|grew|increased|decreased|dropped|gegenüber|nach|contre|frente|million|billion)(?!\p{L})/giu;
const maxSteps = 4;

function reachOf({ statement, figure }: PlacedFigure): Reach {
  const { text, clauses } = statement;
  const [first = 0] = chainAt(statement, figure.start);
  let start = clauses[first] ?? 0;
  let index = first;
  for (let step = 0; index > 0 && step < maxSteps; step++) {
    if (/\p{L}{4}/u.test(text.slice(start, figure.start).replace(linking, ''))) break;
    index -= 1;
    start = clauses[index] ?? 0;
  }
  return { start, end: clauses[indexOfPart(clauses, figure.start) + 1] ?? text.length };
}

const longestLabel = 300;

const knownLabels = new WeakMap<PlacedFigure['figure'], Term[]>();

const aboutTable =
  /(?<!\p{L})(?:following|below|tables?|tabelle|folgende\p{L}*|tableau|suivante?s?|tabla|siguientes?)(?!\p{L})/iu;

/** The sentence before a table may be of another matter, and a reconciliation has figures of both bases. */
function captionTerms(caption: string): Term[] {
  if (/[.!?]["”')]*$/.test(caption) && !aboutTable.test(caption)) return [];
  const hasBoth = /reconcil|überleit|rapproch|concilia/iu.test(caption);
  return termsIn(caption).filter(({ group }) => !(hasBoth && (group === 'basis' || group === 'measure')));
}

/** The terms in the labels of a cell, and of its table. */
function labelTerms({ statement, figure }: PlacedFigure): Term[] {
  let terms = knownLabels.get(figure);
  if (!terms) {
    terms = [
      ...termsIn(labelsAt(statement, figure.start).slice(-longestLabel)),
      ...captionTerms(statement.table?.caption ?? ''),
    ];
    knownLabels.set(figure, terms);
  }
  return terms;
}

const ofTerm = /^[\s"“(]{0,2}(?:(?:of|at|was|were|is|came to|:|von|de|d['’]|bei|は|为|達)\s?)?[\s"“(]{0,2}$/iu;
const inTerm = /^\s(?:in|of|an|de|en)\s(?:\p{L}+\s){0,2}$/iu;

const isShare = (unit: string): boolean => unit === '%' || unit === 'pp';
const handingOver = /^(?:deliver(?:s|ed)?|produced|shipped)$/iu;

/** A company that delivers $5 billion in revenue makes no deliveries. */
const isMeasure = ({ group, start, end }: Term, { statement: { text }, figure: { unit } }: PlacedFigure): boolean =>
  group === 'measure' && !((isCurrency(unit) || isShare(unit)) && handingOver.test(text.slice(start, end)));

/** What was measured, such as revenue: named before the figure, or right after it. */
function measuresOf(placed: PlacedFigure): Set<string> {
  const { statement, figure } = placed;
  const { text, terms } = statement;
  if (isInRow(statement, figure.start)) {
    const cell = text.lastIndexOf('|', figure.start);
    const own = terms.filter((term) => isMeasure(term, placed) && term.start > cell && term.end <= figure.start);
    return keysOf(own.length > 0 ? own : labelTerms(placed), 'measure');
  }
  const reach = reachOf(placed);
  const before = terms.filter((term) => isMeasure(term, placed) && isWithin(term, reach) && term.end <= figure.start);
  const last = before.at(-1);
  if (last && ofTerm.test(text.slice(last.end, figure.start))) return keysOf([last], 'measure');
  const next = terms.find((term) => isMeasure(term, placed) && term.start >= figure.end);
  if (next && inTerm.test(text.slice(figure.end, next.start))) return keysOf([next], 'measure');
  return keysOf(before, 'measure');
}

const keysOf = (terms: readonly Term[], group: Term['group']): Set<string> =>
  new Set(terms.filter((term) => term.group === group).map(({ key }) => key));
/** The "and" of "research and development" begins a clause. */
const isWithin = (term: Term, { start, end }: Reach): boolean => start < term.end && term.start < end;

const introduction = /^\s*(?:on|in|under|excluding|adjusted|using|for|auf|nach|im|sur|en|hors|según)(?!\p{L})/iu;
const between = /^[\s,(]{0,3}(?:(?:on|in|at|auf|en)\s)?(?:an?\s|the\s)?$/iu;

/** Terms around a figure: in its clause before it, right after it, or in an introduction of the sentence. */
function termsAround(placed: PlacedFigure, group: Term['group']): Set<string> {
  const { statement, figure } = placed;
  const { text, terms, clauses } = statement;
  if (isInRow(statement, figure.start)) return keysOf([...labelTerms(placed), ...cellTerms(placed)], group);
  if (!terms.some((term) => term.group === group)) return new Set();
  const reach = reachOf(placed);
  const isIntroduced = introduction.test(clauseText(statement, 0));
  const introEnd = clauses[1] ?? 0;
  return keysOf(
    terms.filter((term) => {
      if (term.start >= figure.end) return between.test(text.slice(figure.end, term.start));
      return (isIntroduced && term.start < introEnd) || isWithin(term, reach);
    }),
    group,
  );
}

const cellTerms = ({ statement: { text, terms }, figure }: PlacedFigure): Term[] => {
  const [from, to] = [text.lastIndexOf('|', figure.start), text.indexOf('|', figure.end)];
  return terms.filter(({ start }) => start > from && start < to);
};

const rivals = [
  ['nonGaap', 'gaap'],
  ['fiscal', 'calendar'],
  ['diluted', 'basic'],
  ['beforeTax', 'afterTax'],
] as const;
/** A figure on such a basis is not the figure. */
const restricting = ['nonGaap', 'proForma', 'organic', 'constant'];

function isOtherBasis(claim: PlacedFigure, inSource: PlacedFigure, near: readonly Statement[]): boolean {
  const [claimed, stated] = [factsOf(claim).basis, factsOf(inSource).basis];
  if (claimed.size + stated.size === 0) return false;
  const isTurned = rivals.some(
    ([one, other]) =>
      (claimed.has(one) && !claimed.has(other) && stated.has(other) && !stated.has(one)) ||
      (claimed.has(other) && !claimed.has(one) && stated.has(one) && !stated.has(other)),
  );
  if (isTurned) return true;
  const isStated = (key: string) => near.some(({ terms }) => terms.some((term) => term.key === key));
  const has = ({ statement }: PlacedFigure, key: string) => statement.terms.some((term) => term.key === key);
  return restricting.some(
    (key) =>
      (stated.has(key) && !claimed.has(key) && !has(claim, key)) ||
      (claimed.has(key) && !stated.has(key) && (has(inSource, key) || !isStated(key))),
  );
}

const past =
  /(?<!\p{L})(?:was|were|rose|fell|grew|came|reached|amounted|earned|paid|reported|posted|totaled|made|had|increased|decreased|dropped|climbed|lag|lagen|stieg\p{L}*|sank\p{L}*|betrug\p{L}*|erzielte\p{L}*|était|étaient|atteint|fue|fueron)(?!\p{L})/iu;

/** Whether one is a forecast and the other a result. */
function isOtherOutlook(claim: PlacedFigure, inSource: PlacedFigure, near: readonly Statement[]): boolean {
  const stated = factsOf(inSource).outlook;
  // A result that met its forecast is not a forecast.
  const isForecast = ({ group, key }: Term) => group === 'outlook' && key !== 'met';
  const isSaid = factsOf(claim).outlook.has('forecast') || claim.statement.terms.some(isForecast);
  if (stated.has('forecast') && !isSaid) return true;
  if (stated.has('plan') && !isSaid && past.test(claim.statement.text)) return true;
  if (!factsOf(claim).outlook.has('forecast')) return false;
  if (stated.has('forecast')) return false;
  return ![inSource.statement, ...near].some(({ terms }) => terms.some(isForecast));
}

/** A forecast applies to the rest of its sentence up to a clause with a verb of its own. */
function outlookOf(placed: PlacedFigure): Set<string> {
  const { statement, figure } = placed;
  const { text, terms } = statement;
  if (isInRow(statement, figure.start)) return termsAround(placed, 'outlook');
  const { start, end } = reachOf(placed);
  const from = past.test(text.slice(start, figure.start)) ? start : 0;
  // In 'above expectations of $5 billion' the figure is the forecast.
  const isExpected = terms.some(
    ({ key, end: to }) => key === 'met' && ofTerm.test(text.slice(to, figure.start)) && to <= figure.start,
  );
  const found = keysOf(
    terms.filter((term) => {
      if (term.start >= figure.end)
        return term.start < end && /^\s(?:\p{L}+\s)?$/u.test(text.slice(figure.end, term.start));
      return term.start >= from;
    }),
    'outlook',
  );
  return isExpected ? found.add('forecast') : found;
}

function comparisonsOf(placed: PlacedFigure): Set<string> {
  const terms = placed.statement.terms.filter(({ group }) => group === 'comparison');
  if (terms.length === 0) return new Set();
  const reach = reachOf(placed);
  return keysOf(
    terms.filter((term) => isWithin(term, reach)),
    'comparison',
  );
}

const isOtherComparison = (claimed: ReadonlySet<string>, stated: ReadonlySet<string>): boolean =>
  claimed.size > 0 && stated.size > 0 && [...claimed].every((key) => !stated.has(key));

/** "Cloud revenue" is not revenue. */
function isOtherSegment(claim: PlacedFigure, inSource: PlacedFigure): boolean {
  const [claimed, stated] = [factsOf(claim).segment, factsOf(inSource).segment];
  if (claimed.size + stated.size === 0) return false;
  const text = segmentWords(claim.statement.text);
  if ([...stated].some((term) => !hasSegment(text, term))) return true;
  if (stated.size > 0) return false;
  const source = segmentWords(inSource.statement.text);
  return [...claimed].some((term) => hasSegment(source, term));
}

/** Whether a table on one side has the other side's words under another label. */
function isOtherLabel(claim: PlacedFigure, inSource: PlacedFigure): boolean {
  const isPercent = inSource.figure.unit === '%';
  const namedInClaim = factsOf(claim).named;
  return (
    isOtherLabelAt(namedInClaim, inSource.statement, inSource.figure.start, 'row', isPercent) ||
    isOtherLabelAt(namedInClaim, inSource.statement, inSource.figure.start, 'column', isPercent) ||
    isOtherHead(factsOf(inSource).named, claim.statement, claim.figure.start, isPercent)
  );
}

/** The labels of a cell, or the words before a figure in its clauses. */
function namedBefore(placed: PlacedFigure): string {
  const { statement, figure } = placed;
  if (isInRow(statement, figure.start)) return labelsAt(statement, figure.start);
  return statement.text.slice(reachOf(placed).start, figure.start);
}
