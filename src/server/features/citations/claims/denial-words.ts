/** What the words around a negation do to it. */
import { isNegation } from '~/server/features/citations/negations';

const oneOf = (words: string) => new RegExp(`^(?:${words.trim().replace(/\s+/g, '|')})$`, 'iu');
const beginning = (words: string) => new RegExp(`^(?:${words.trim().replace(/\s+/g, '|')})`, 'iu');

/** "Not only" and "no less than" deny nothing. */
const undenied = oneOf('only just merely less more fewer later earlier doubt nur seulement solo sólo');
/** "The failed bank" denies nothing, "failed to close" does. */
const denyingVerb = beginning('fail refus den');
const nothing = oneOf('nil zero none null');
export const passive = oneOf(
  `be been being is are was were isn['’]t aren['’]t wasn['’]t weren['’]t wurden? wird werden worden ist sind war waren été
   est sont était étaient fue fueron es son`,
);
/** Verbs and fillers without which the rest says the same: "recorded no impairment", "no such material charge". */
const light = beginning(
  `record recogni[sz] result incur identif requir necess need indicat indici signs?$ evidence risks?$ report book tak took
   mak made find found giv gave rise$ lead deem consider believ determin expect anticip subject experienc show reveal
   trigger contain includ involv caus occur aris exist happen material signific further addition other such certain portion
   part amount charge year quarter period compan group erfass vorgen vorzun verbuch gebuch festgest erforder notwend
   wesentlich weiter comptabilis constat enregistr registr reconoc necesari significat`,
);
/** The negation denies their subject. */
const intransitive = beginning('occur aris exist happen');
/** Their object is not denied: "did not change its guidance". */
export const changing = beginning(
  `chang alter revis updat adjust affect impact clos end(?:ed|s)?$ los stop cancel suspend lower rais reduc withdr exceed
   miss break änder beend schließ modif cambi`,
);
const grammatical = oneOf(
  `that this these those with from have been were will would their there they them what when than then into onto upon also
   about does having being during after before since until over under through between against each both some many most
   more less very only just even still however because which whose while where whom your ours
   dass dieser diese dieses einer einem einen eine haben hatte wurde wurden werden worden sind waren nach seit beim auch
   noch mehr dans avec pour elle leur leurs cette sont était plus mais para como está esta este estos sobre según fueron`,
);
export const preposition = oneOf(
  `of in on for from at by with during as against under over through since after before von vom im für bei auf am an de en
   du des del della sur pour con por para`,
);
export const subordinate = oneOf('that which who whose whom where dass qui');
export const hypothetical = oneOf('if whether unless might could would should may ob wenn si');

/** A word with a meaning of its own. */
export const isContent = (word: string): boolean =>
  /\p{L}{4}/u.test(word.replace(/^\p{L}{1,2}['’]/u, '')) && !grammatical.test(word) && !light.test(word);

/** Whether the word at an index denies others. */
export function isDenial(words: readonly string[], at: number): boolean {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]];
  if (nothing.test(word) && passive.test(before)) return true;
  return isNegation(word) && !undenied.test(next) && (!denyingVerb.test(word) || next === 'to');
}

/** Whether a negation also applies to the words before it: "an impairment was not recorded", "impairments were nil". */
export function deniesSubject(words: readonly string[], at: number): boolean {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]];
  if (nothing.test(word)) return passive.test(before);
  const isPassive = [before, word, next].some((one) => passive.test(one));
  const verb = words.slice(at + 1).find((one) => !passive.test(one)) ?? '';
  return intransitive.test(verb) || (isPassive && light.test(verb));
}
