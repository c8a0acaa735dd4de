/** Whether a figure of a table has another label than the words of a sentence say. */
import type { Statement } from './statements';
import { keyOf, type Label, type LabelWords, toLabel } from './table-labels';

const known = new WeakMap<Statement, Map<string, Label>>();

/** The label of a row or column, read once for all claims. */
function labelIn(statement: Statement, text: string): Label {
  const labels = known.get(statement) ?? new Map<string, Label>();
  known.set(statement, labels);
  const label = labels.get(text) ?? toLabel(text);
  labels.set(text, label);
  return label;
}

/** Whether the cell of a table at a position has another label than the words say. */
export function isOtherLabelAt(
  said: LabelWords,
  statement: Statement,
  at: number,
  of: 'row' | 'column',
  isPercent: boolean,
): boolean {
  const { table } = statement;
  if (!table) return false;
  return of === 'row'
    ? isLabeledOtherwise(said, table.rowLabels, labelIn(statement, labelCell(statement)), isPercent)
    : isLabeledOtherwise(said, table.headLabels, labelIn(statement, statement.headAt(at)), isPercent);
}

/** The same for a row of an answer's table, whose heads are compared only above its figures. */
export function isOtherHead(stated: LabelWords, statement: Statement, at: number, isPercent: boolean): boolean {
  if (!statement.table) return false;
  const heads = [...new Set(statement.figures.map(({ start }) => statement.headAt(start)))];
  const labels = heads.map((head) => labelIn(statement, head)).filter(({ words }) => words.length > 0);
  return isLabeledOtherwise(stated, labels, labelIn(statement, statement.headAt(at)), isPercent);
}

const labelCell = ({ text }: Statement): string => text.split('|', 12).find((cell) => /\p{L}/u.test(cell)) ?? '';

/**
 * Whether a text has another label's words and not those of its own label: a claim about the operating income is not
 * confirmed by the row of the net income. A table with "Net sales" and "Total revenue" distinguishes what other texts
 * use as synonyms, so its labels are compared word by word.
 */
function isLabeledOtherwise(claimed: LabelWords, labels: readonly Label[], own: Label, isPercent: boolean): boolean {
  if (hasOtherWords(claimed.words, labels, own, 'words', isPercent)) return true;
  const isDistinguished = labels.some(({ key, literalKey }) => key === own.key && literalKey !== own.literalKey);
  return isDistinguished && hasOtherWords(claimed.literal, labels, own, 'literal', isPercent);
}

/** For percentages, "revenue" may be the row "revenue growth". */
function hasOtherWords(
  said: readonly string[],
  labels: readonly Label[],
  own: Label,
  kind: keyof LabelWords,
  isPercent: boolean,
): boolean {
  const ownWords = own[kind];
  if (ownWords.length === 0) return false;
  const ownKey = keyOf(ownWords);
  const isSaid = (words: readonly string[]) => words.every((one) => said.includes(one));
  const others = labels.filter(
    ({ [kind]: words }) =>
      words.length > 0 &&
      isSaid(words) &&
      keyOf(words) !== ownKey &&
      !(isPercent && words.every((one) => ownWords.includes(one))),
  );
  if (others.length === 0) return false;
  return !isSaid(ownWords) || others.some(({ [kind]: words }) => words.length > ownWords.length);
}
