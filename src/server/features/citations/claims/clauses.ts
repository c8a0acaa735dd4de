/** The words of a sentence that belong to one of its figures: its clause, without what is inserted into it. */
import { hasNegation } from '~/server/features/citations/negations';
import { indexOfPart } from './parts';
import type { Statement } from './statements';

export const clauseText = ({ text, clauses }: Statement, index: number): string =>
  text.slice(clauses[index] ?? 0, clauses[index + 1] ?? text.length);

/** ", as restated, was" and ", compared with a profit in 2023, was": words that interrupt a clause. */
const insertion =
  /^[,–—]\s*(?:as|on|in|for|at|after|before|by|under|including|excluding|which|who|compared|versus|against|net|adjusted|restated|however|though|although|despite|based|measured|unlike|with|without|according|up|down|nach|vor|im|in|bei|mit|ohne|laut|wie|jedoch|allerdings|bereinigt|selon|après|avant|hors|en|avec|sans|según|después|antes|sin|con|secondo|dopo|prima)(?!\p{L})/iu;
/** A clause that begins with its verb or a preposition has the subject of the clause before. */
const continuation =
  /^,\s*(?:was|were|is|are|came|stood|amounted|totaled|totalled|reached|to|of|at|by|betrug\p{L}*|lag(?:en)?|belief\p{L}*|auf|von|um|était|étaient|est|à|fue|fueron|era|a)(?!\p{L})/iu;
/** A clause that has only a figure: "fell 5% and 9%". */
const figureOnly = /^(?:and|und|et|y|e|,)\s(?:about\s|rund\s|environ\s)?\p{Sc}?\d/iu;
const maxSteps = 8;

/** The clauses that form the statement around a position, in text order; insertions between them are left out. */
export function chainAt(statement: Statement, at: number): number[] {
  const { text, clauses } = statement;
  let index = indexOfPart(clauses, at);
  const chain = [index];
  while (index > 0 && chain.length < maxSteps) {
    const mark = text.charAt(clauses[index] ?? 0);
    let before = -1;
    if (mark === ')') before = openedBefore(statement, index) - 1;
    else if (/[,–—]/.test(mark) && index > 1 && insertion.test(clauseText(statement, index - 1))) before = index - 2;
    else if (continuation.test(clauseText(statement, index)) || figureOnly.test(clauseText(statement, index)))
      before = index - 1;
    if (before < 0) break;
    index = before;
    chain.unshift(index);
  }
  return chain;
}

/** The clause with the opening bracket; 0 if there is none near. */
function openedBefore({ text, clauses }: Statement, index: number): number {
  for (let open = index - 1; open > 0 && open > index - maxSteps; open--)
    if (text.charAt(clauses[open] ?? 0) === '(') return open;
  return 0;
}

export const clauseAt = (statement: Statement, at: number): string =>
  chainAt(statement, at)
    .map((index) => clauseText(statement, index))
    .join(' ');

/**
 * The words that a figure belongs to: its clause, the words before brackets around it, and the labels of its row and
 * column in a table.
 */
export function contextAt(statement: Statement, at: number): string {
  const { text, clauses } = statement;
  const from = clauses[indexOfPart(clauses, at)] ?? 0;
  // A bracket with words of its own, such as "(operating income $12m)", is a statement of its own.
  const isBracketed = from > 0 && text.charAt(from) === '(' && !/\p{L}{4}/u.test(text.slice(from, at));
  const before = isBracketed ? clauseAt(statement, from - 1) : '';
  return `${labelsAt(statement, at)}${before}${clauseAt(statement, at)}`;
}

/** The labels of a cell. A cell with a figure is not a label; a date is not a figure, so "Net loss for 2025" is one. */
export function labelsAt(statement: Statement, at: number): string {
  const { text, figures } = statement;
  let start = 0;
  let labels = '';
  for (const cell of text.slice(0, Math.max(0, text.lastIndexOf('|', at))).split('|')) {
    const end = start + cell.length;
    if (/\p{L}/u.test(cell) && !figures.some((figure) => start <= figure.start && figure.start < end))
      labels += `${cell} `;
    start = end + 1;
  }
  const head = statement.headAt(at);
  return head === '' ? labels : `${labels}${head} `;
}

export const isInRow = ({ text }: Statement, at: number): boolean => text.lastIndexOf('|', at) >= 0;

export function isNegatedAt(statement: Statement, at: number): boolean {
  const clause = indexOfPart(statement.clauses, at);
  const isNegated = statement.negations.get(clause) ?? hasNegation(clauseAt(statement, at));
  statement.negations.set(clause, isNegated);
  return isNegated;
}
