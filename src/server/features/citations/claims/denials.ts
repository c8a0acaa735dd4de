/**
 * What a text denies: "no impairment was recorded", "was not impaired", "an impairment was not recorded". A claim that
 * states what its source only denies is not confirmed, nor one that denies what its source only states.
 */
import { clauseText } from './clauses';
import {
  changing,
  deniesSubject,
  hypothetical,
  isContent,
  isDenial,
  passive,
  preposition,
  subordinate,
} from './denial-words';
import { containsName } from './names';
import type { Statement } from './statements';
import { stemOf } from './word-stems';

/** Words by their stems. */
interface Polarity {
  stated: Map<string, string>;
  denied: Map<string, string>;
  /** Denied by a prefix, as in "unaudited". */
  prefixed: Map<string, string>;
}

const word = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const numbering = /(?<!\p{L})no\.?\s?(?=\d)/giu;
const prefix = /^(?:un|non-?|dis(?=contin))(?=\p{L}{5})/iu;
/** Words such as "impairment" in "tested for impairment" and "impairment test". */
const tested =
  /(?<!\p{L})(?:tests?|tested|testing|review(?:s|ed|ing)?|evaluat\p{L}+|assess\p{L}*|indicat\p{L}+|indici\p{L}+|risks?|signs?|(?:über)?prüf\p{L}*|geprüft)\s(?:\p{L}+\s){0,4}?(?:for|of|auf|de)\s(?:an?\s)?\p{L}+|\p{L}+[\s-](?:tests?|testing|reviews?|assessments?|analys[ei]s|risks?|indicators?)(?!\p{L})/giu;
/** How many words a negation applies to. */
const reach = 10;

const known = new WeakMap<Statement, Polarity>();

function polarityOf(statement: Statement): Polarity {
  let polarity = known.get(statement);
  if (!polarity) {
    polarity = { stated: new Map(), denied: new Map(), prefixed: new Map() };
    for (const index of statement.clauses.keys()) readClause(clauseText(statement, index), polarity);
    known.set(statement, polarity);
  }
  return polarity;
}

function readClause(clause: string, { stated, denied, prefixed }: Polarity): void {
  const words = clause.replace(numbering, ' ').match(word) ?? [];
  const unsure = words.findIndex((one) => hypothetical.test(one) && one !== 'May');
  const certain = unsure < 0 ? words : words.slice(0, unsure);
  const open = new Set((clause.match(tested) ?? []).flatMap((one) => one.match(word) ?? []).map(stemOf));
  const deniedAt = new Set(certain.flatMap((_, at) => (isDenial(certain, at) ? deniedBy(certain, at) : [])));
  for (const [at, one] of certain.entries()) {
    if (!isContent(one)) continue;
    if (deniedAt.has(at)) denied.set(stemOf(one), one);
    else if (!isDenial(certain, at) && !open.has(stemOf(one))) stated.set(stemOf(one), one);
    if (prefix.test(one)) prefixed.set(stemOf(one.replace(prefix, '')), one);
  }
}

/** The indexes of the words that a negation denies. */
function deniedBy(words: readonly string[], at: number): number[] {
  const object = objectOf(words, at);
  if (deniesSubject(words, at)) return [...object, ...subjectOf(words, at)];
  if (object.length > 0) return object;
  // In German, the negation may be the last word.
  return Array.from(words.keys())
    .filter((index) => index < at && isContent(words[index] ?? ''))
    .slice(-2);
}

/** The verb, and the noun that belongs to it. "None of the assets were impaired" continues after its noun. */
function objectOf(words: readonly string[], at: number): number[] {
  const found: number[] = /^n['’]/iu.test(words[at] ?? '') && isContent(words[at] ?? '') ? [at] : [];
  let isPaused = false;
  for (let index = at + 1; index < Math.min(words.length, at + reach); index++) {
    const word = words[index] ?? '';
    if (subordinate.test(word)) break;
    if (preposition.test(word)) isPaused = found.length > 0;
    else if (passive.test(word)) isPaused = false;
    else if (!isPaused && isContent(word)) found.push(index);
    if (found.length === 1 && changing.test(word)) break;
  }
  return found;
}

/** The nouns before a negation, without nouns that a preposition adds. */
function subjectOf(words: readonly string[], at: number): number[] {
  const from = words.slice(0, at).findLastIndex((one) => subordinate.test(one)) + 1;
  const found: number[] = [];
  for (let index = from; index < at; index++) {
    const word = words[index] ?? '';
    if (preposition.test(word) && found.length > 0) break;
    if (isContent(word)) found.push(index);
  }
  return found;
}

/** The words of the claim that the source denies, or states where the claim denies them. */
export function deniedWords(claim: Statement, statement: Statement, near: readonly Statement[]): string[] {
  const claimed = polarityOf(claim);
  const own = polarityOf(statement);
  const all = near.map(polarityOf);
  const beside = near.filter((one) => one !== statement && isOnSameMatter(one, claim, statement)).map(polarityOf);
  const isDenied = (stem: string) => own.prefixed.has(stem) || [own, ...beside].some(({ denied }) => denied.has(stem));
  const isStated = (stem: string) => all.some(({ stated }) => stated.has(stem));
  const deniedInClaim = new Map([...claimed.denied, ...claimed.prefixed]);
  return [
    ...[...claimed.stated].filter(([stem]) => !deniedInClaim.has(stem) && isDenied(stem) && !isStated(stem)),
    ...[...deniedInClaim].filter(([stem]) => !claimed.stated.has(stem) && own.stated.has(stem) && !isDenied(stem)),
  ].map(([, text]) => text);
}

/** Whether a sentence beside the statement may be about the same: it has no other names or years. */
function isOnSameMatter({ names, dates }: Statement, claim: Statement, statement: Statement): boolean {
  const years = dates.filter(isYear).map(({ key }) => key);
  const claimed = claim.dates.filter(isYear).map(({ key }) => key);
  const isOtherYear = years.length > 0 && claimed.length > 0 && !claimed.some((key) => years.includes(key));
  return (
    !isOtherYear &&
    names.every(
      ({ text, isInitial }) => isInitial || containsName(claim.text, text) || containsName(statement.text, text),
    )
  );
}

const isYear = ({ key }: { key: string }): boolean => key.startsWith('y');
