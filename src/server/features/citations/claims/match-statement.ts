/** Finds the passage of a source that covers most of a claim, and what is missing from it. */
import { hasNegation } from '~/server/features/citations/negations';
import { clauseAt, clauseText, isNegatedAt } from './clauses';
import { deniedWords } from './denials';
import { movedDates } from './event-dates';
import { isOtherKind } from './figure-kinds';
import type { Figure } from './figures';
import { containsName, type Name } from './names';
import type { RequiredItems } from './own-items';
import { indexOfPart } from './parts';
import { reversedDirections, swappedNames } from './reversals';
import { reversedWords } from './reversed-words';
import { hasDate, hasSameDateAndName, maxExact } from './same-date';
import { isSameFigure, mayBeSame } from './same-figure';
import { maxItems, type Statement } from './statements';
import { hasRespelled, type Term, termsIn } from './terms';
import { stemsIn } from './word-stems';

export interface ClaimMatch {
  /** How many of the claim's figures, dates, names and clauses the passage has. */
  matched: number;
  missing: string[];
  passage?: string;
  /** Whether the claim has a figure or a date. */
  hasFigures: boolean;
}

/** How many sentences before and after count as near. */
const reach = 1;
/** The beginning of a text usually names its subject. */
const titleCharacters = 300;
const maxPlaces = 400;
/** Text with more clauses is not a sentence and can't support a claim. */
const maxClauses = 60;
/** Two clauses say the same, or the opposite, only if they share this part of their longer words. */
const minSharedWords = 0.6;
/** Limit of figures of equal value compared per claim, for sources that repeat themselves. */
const maxCompared = 3000;

/** `required`: what the source must have of the claim. */
export function matchStatement(
  claim: Statement,
  source: readonly Statement[],
  required: RequiredItems = claim,
): ClaimMatch {
  const hasFigures = required.figures.length + required.dates.length > 0;
  const none: ClaimMatch = { matched: 0, missing: itemsOf(required, claim.text), hasFigures };
  let best = none;
  let tried = 0;
  const budget = { left: maxCompared };
  const digits = required.figures.map(({ value }) => /\d+/.exec(value)?.[0] ?? '');
  for (const [index, statement] of source.entries()) {
    if (digits.length > 0 && !hasDigits(statement.digits, digits) && !statement.mayHaveNumberWord) continue;
    if (!mayMatch(claim, required, statement)) continue;
    if (++tried > maxPlaces || budget.left <= 0) break;
    const near = source.slice(Math.max(0, index - reach), index + reach + 1);
    const match = matchAt({ claim, required, statement, near, source, budget });
    if (
      match.missing.length < best.missing.length ||
      (match.missing.length === best.missing.length && match.matched > best.matched)
    )
      best = { ...match, hasFigures };
    if (best.missing.length === 0 && hasFigures) break;
  }
  return best.matched > 0 ? best : none;
}

interface Budget {
  left: number;
}

const itemsOf = ({ figures, dates, names }: RequiredItems, text: string): string[] => {
  const items = [...figures, ...dates, ...names].map((item) => item.text);
  return items.length > 0 ? [...new Set(items)] : [text];
};

/** Whether a text has the digits of a figure in any notation. A cheap test before the text is parsed for figures. */
function hasDigits(text: string, candidates: readonly string[]): boolean {
  const digits = text.replace(/\D+/g, '');
  return digits !== '' && candidates.some((one) => digits.includes(one));
}

function mayMatch(claim: Statement, { figures, dates }: RequiredItems, statement: Statement): boolean {
  if (figures.length > 0) return figures.some((one) => statement.figures.some((other) => mayBeSame(one, other)));
  if (dates.length > 0) return dates.some(({ key }) => statement.dates.some((other) => other.key === key));
  return sharedWords(claim.text, statement.text) >= minSharedWords;
}

interface Place {
  claim: Statement;
  required: RequiredItems;
  statement: Statement;
  near: readonly Statement[];
  source: readonly Statement[];
  budget: Budget;
}

function matchAt({ claim, required, statement, near, source, budget }: Place): Omit<ClaimMatch, 'hasFigures'> {
  const missing = new Set<string>();
  let matched = 0;
  const count = (isThere: boolean, text: string) => {
    if (isThere) matched += 1;
    else missing.add(text);
  };
  for (const [index, figure] of required.figures.entries())
    count(index < maxItems && hasFigure(claim, figure, statement, near, budget), figure.text);
  for (const date of maxExact(required.dates)) count(hasDate(date, statement, near), date.text);
  for (const date of maxExact(required.headDates)) if (!hasDate(date, statement, near)) missing.add(date.text);
  for (const [index, name] of required.names.entries())
    count(
      index < maxItems &&
        (hasName(name.text, statement, near, source) || isSentenceInitialCommonWord(claim, name, statement)),
      name.text,
    );
  if (hasOppositeClause(claim, statement, near)) missing.add(clauseAt(claim, required.figures[0]?.start ?? 0).trim());
  const contradictions = [
    ...reversedWords(claim, required.figures, statement, near),
    ...reversedDirections(claim, statement),
    ...swappedNames(claim, statement),
    ...deniedWords(claim, statement, near),
    ...movedDates(claim, required.dates, statement, near),
  ];
  for (const words of contradictions) missing.add(words);
  if (claim.figures.length + claim.dates.length === 0 && missing.size === 0) matched += 1;
  return { matched, missing: [...missing], passage: statement.text };
}

/** Whether the figure is in the statement or next to it, with the same dates and names and the same negation. */
function hasFigure(
  claim: Statement,
  figure: Figure,
  statement: Statement,
  near: readonly Statement[],
  budget: Budget,
): boolean {
  const places = [statement, ...near.filter((one) => one !== statement)];
  return places.some((place) =>
    place.figures
      .slice(0, maxItems)
      .some(
        (other) =>
          mayBeSame(figure, other) &&
          budget.left-- > 0 &&
          isSameFigure({ statement: claim, figure }, { statement: place, figure: other }) &&
          isNegatedAt(claim, figure.start) === isNegatedAt(place, other.start) &&
          hasSameDateAndName(claim, figure, place, other) &&
          !isOtherKind({ statement: claim, figure }, { statement: place, figure: other }, near),
      ),
  );
}

function hasName(
  name: string,
  statement: Statement,
  near: readonly Statement[],
  source: readonly Statement[],
): boolean {
  if (containsName(statement.text, name)) return true;
  if (near.some(({ text }) => containsName(text, name)) && statement.names.length === 0) return true;
  if (statement.names.length > 0)
    return near.some(
      ({ text, names }) =>
        names.length > 0 &&
        text !== statement.text &&
        containsName(text, name) &&
        statement.names.every((other) => containsName(text, other.text)),
    );
  let title = '';
  for (const { text } of source) {
    if (title.length > titleCharacters) break;
    title += ` ${text}`;
  }
  return containsName(title.slice(0, titleCharacters), name);
}

/**
 * A capitalized first word that the statement contains in lower case is not a name. If the statement has more figures
 * than the claim, the word must be in the clause of the claimed one.
 */
function isSentenceInitialCommonWord(claim: Statement, { text, isInitial }: Name, statement: Statement): boolean {
  if (!isInitial) return false;
  const word = text.charAt(0).toLowerCase() + text.slice(1);
  const has = (words: string) =>
    containsName(words, word) || hasRespelled(words, text) || hasSynonym(text, termsIn(words));
  if (statement.figures.length <= claim.figures.length) return has(statement.text);
  return statement.figures.some(
    (other) =>
      claim.figures.some((figure) => mayBeSame(figure, other)) &&
      has(clauseText(statement, indexOfPart(statement.clauses, other.start))),
  );
}

/** "Capex" for capital expenditure. */
function hasSynonym(name: string, terms: readonly Term[]): boolean {
  const [own] = termsIn(name);
  return own?.group === 'measure' && terms.some(({ key }) => key === own.key);
}

/**
 * Whether the source has a clause of the claim, but negated, or the other way round. Words missing from the statement
 * may be in a sentence next to it, because names are looked up there too.
 */
function hasOppositeClause(claim: Statement, statement: Statement, near: readonly Statement[]): boolean {
  if (claim.figures.length === 0 && hasNegation(claim.text) !== hasNegation(statement.text)) return true;
  // Clauses with figures are compared figure by figure.
  if ([claim, ...near].some((one) => one.clauses.length > maxClauses)) return true;
  const clauses = clausesOf(claim).filter((words) => !claim.figures.some(({ text }) => words.includes(text)));
  const own = clausesOf(statement);
  const beside = near.filter((one) => one !== statement).flatMap(clausesOf);
  return clauses.some((words) => {
    const isSimilar = (other: string) => sharedWords(words, other) >= minSharedWords;
    const inStatement = own.filter(isSimilar);
    const same = inStatement.length > 0 ? inStatement : beside.filter(isSimilar);
    if (same.length === 0) return hasNegation(words);
    return !same.some((other) => hasNegation(other) === hasNegation(words));
  });
}

function clausesOf({ text, clauses }: Statement): string[] {
  return clauses
    .map((start, index) => text.slice(start, clauses[index + 1] ?? text.length))
    .filter((words) => /\p{L}{3}/u.test(words));
}

/** Share of the longer words of one text that occur in the other. */
function sharedWords(one: string, other: string): number {
  const words = stemsIn(one);
  if (words.length === 0) return 0;
  const known = new Set(stemsIn(other));
  return words.filter((word) => known.has(word)).length / words.length;
}
