/**
 * The words of a sentence around a quotation from it. "It is not true that ..." and "... if the board agrees" change
 * the meaning of the quoted part, so a claim that omits them is never fully confirmed.
 */
import type { Span } from '~/server/features/citations/fold-text';
import { hasNegation } from '~/server/features/citations/negations';
import { sentencesOf } from './statements';

/** How words are qualified: denied, reported without endorsement, true only conditionally or in part, or asked. */
export type Qualifier = 'denied' | 'rumored' | 'conditional' | 'asked';

const word = (alternatives: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${alternatives})(?![\\p{L}\\p{M}])`, 'iu');

const denial = word(
  `den(?:y|ies|ied|ying)|denials?|false(?:ly|hoods?)?|untrue|incorrect(?:ly)?|wrong(?:ly)?|not\\s(?:true|correct|accurate|right|the\\scase)|refut\\w*|rebut\\w*|disput\\w*|
   hoax|myths?|fabricat\\w*|misquot\\w*|mistaken(?:ly)?|
   falsch\\p{L}*|unwahr\\p{L}*|unzutreffend\\p{L}*|dementier\\p{L}*|bestreite\\p{L}*|bestritt\\p{L}*|widerleg\\p{L}*|irrtümlich\\p{L}*|
   nicht\\s(?:wahr|richtig|korrekt|zutreffend\\p{L}*|zu)|stimmt\\snicht|pas\\s(?:vrai|exact|correct)|no\\ses\\s(?:cierto|verdad|correcto)|
   faux|fausse(?:s|ment)?|inexacte?s?|dément\\p{L}*|démenti\\p{L}*|nient|nier|réfut\\p{L}*|
   fals[oa]s?|falsamente|incorrect[oa]s?|desm(?:iente|ient|int)\\p{L}*|niega\\p{L}*|negó|negaron|refut\\p{L}*`.replace(
    /\s+/g,
    '',
  ),
);
const rumor = word(
  `rumou?r(?:s|ed)?|alleg(?:e|es|ed|edly|ing|ations?)|supposed(?:ly)?|purported(?:ly)?|reportedly|unconfirmed|claim(?:s|ed|ing)? that|
   (?:earlier|previous) versions?|pretend\\w*|misleading(?:ly)?|doubtful|imagine|suppose|speculat\\w*|gossip|hearsay|hypothetical\\w*|
   angeblich\\p{L}*|gerüchte?\\p{L}*|vermeintlich\\p{L}*|mutmaßlich\\p{L}*|unbestätigt\\p{L}*|
   rumeurs?|prétend\\p{L}*|supposément|présumée?s?|
   rumor(?:es)?|supuest\\p{L}*|presunt\\p{L}*`.replace(/\n\s+/g, ''),
);
const condition = word(
  `all but|anything but|if|unless|only if|only when|only after|provided that|providing that|assuming|on condition|as long as|
   falls|wenn|sofern|soweit|vorausgesetzt|es sei denn|nur wenn|unter der bedingung|
   à condition|sauf si|à moins|pourvu|
   siempre que|a menos que|a condición|con tal de`.replace(/\n\s+/g, ''),
);
/** Words that qualify a part of a sentence, but are too common to be compared between two sentences. */
const narrowing = word(
  "only|provided|subject to|except|excepting|other than|apart from|nur|außer|lediglich|seulement|uniquement|sauf|si|s’il|s'il|sólo|solo|solamente|únicamente|excepto|salvo",
);

/** All reservations in a text. `isWhole`: the text is a sentence, not what is left around a quotation. */
export function qualifiersOf(text: string, isWhole = false): Set<Qualifier> {
  const found = new Set<Qualifier>();
  if (denial.test(text) || (!isWhole && hasNegation(text))) found.add('denied');
  if (rumor.test(text)) found.add('rumored');
  if (isWhole && /[?？]["'”’»)\]]{0,3}$/u.test(text)) found.add('asked');
  if (condition.test(text) || (!isWhole && narrowing.test(text))) found.add('conditional');
  return found;
}

/** How many characters of the sentence are read on either side of the words. */
const reach = 500;
/** Replaces the quoted words, so that their own content has no effect. */
const gap = '\uE000';

export interface Surroundings {
  before: string;
  after: string;
}

/** The text before and after a span within its sentence. */
export function surroundingsOf(text: string, { start, end }: Span): Surroundings {
  const words = text.slice(start, end);
  const [first = ''] = /^./su.exec(words) ?? [];
  const [last = ''] = /[^\s]{1,16}$/u.exec(words.slice(first.length)) ?? [];
  const stretch = `${text.slice(Math.max(0, start - reach), start)}${first}${gap}${last}${text.slice(end, end + reach)}`;
  const sentence = sentencesOf(stretch).find((one) => one.includes(gap)) ?? '';
  const at = sentence.indexOf(gap);
  return {
    before: sentence.slice(0, Math.max(0, at - first.length)),
    after: sentence.slice(at + gap.length + last.length),
  };
}

/** Whether the source qualifies the words and the claim does not, or the other way round. */
export function dropsQualifier(source: Surroundings, claim: Surroundings): boolean {
  const [given, said] = [qualifiersAround(source), qualifiersAround(claim)];
  if ([...given].some((one) => !said.has(one))) return true;
  // The rest of the claim's sentence may be about another matter; a denial of the quotation is next to it.
  return !given.has('denied') && denies(claim);
}

function qualifiersAround({ before, after }: Surroundings): Set<Qualifier> {
  const found = qualifiersOf(`${before} ${after}`);
  if (/^\s{0,2}["'”’»)\]]{0,3}\s{0,2}[?？]/u.test(after)) found.add('asked');
  return found;
}

const comparisonBefore =
  /(?<!\p{L})(?:at (?:most|least)|up to|(?:less|more|fewer|lower|higher) than|under|over|nearly|almost|höchstens|mindestens|bis zu|(?:weniger|mehr) als|fast|unter|über|au (?:plus|moins)|jusqu['’]à|(?:moins|plus) de|como máximo|al menos|hasta|(?:menos|más) de)[\s"“”„«‘]{0,4}$/iu;
const changeAfter =
  /^\s{1,2}(?:less|more|fewer|lower|higher|too (?:much|many|little|few)|short of|or (?:less|more|fewer)|and [$€£]?\d[\d.,]*\s(?:hundred|thousand|million|billion)|weniger|mehr|zu (?:viel|wenig)|de (?:moins|plus)|menos|más)(?!\p{L})/iu;
const percentRangeAfter = /^\s?(?:to|or|bis|oder|à|ou|[-–—])\s?\d[\d.,]{0,12}\s?[%％]/iu;
const rangeAfter = /^\s?(?:to|or|bis|oder|à|ou|[-–—])\s?[$€£]?\d/iu;

/** Whether a qualifier such as 'at most' before an amount, or 'less' after it, was cut off. */
export function cutsAmount(words: string, source: Surroundings, claim: Surroundings): boolean {
  const isCutBefore =
    /^[$€£¥]?\s?\d/.test(words) && comparisonBefore.test(source.before) && !comparisonBefore.test(claim.before);
  const isCutAfter = /\d[^\d]{0,12}$/.test(words) && changeAfter.test(source.after) && !changeAfter.test(claim.after);
  return (
    isCutBefore ||
    isCutAfter ||
    (/\d$/.test(words) && rangeAfter.test(source.after)) ||
    (/[%％]$/.test(words) && percentRangeAfter.test(source.after))
  );
}

const border = /[,;](?!\d)|(?<!\p{L})(?:and|but|while|although|und|aber|obwohl|et|mais|y|pero)(?!\p{L})/iu;

/** Whether the words next to a quotation deny it. */
function denies({ before, after }: Surroundings): boolean {
  const beside = [before.split(border).at(-1), after.split(border)[0]];
  return beside.some((words) => words !== undefined && qualifiersOf(words).has('denied'));
}
