/**
 * The search query of a message. One that needs the messages before it, such as "and last year?", is searched with
 * them: alone, its words would only match by chance. Pure.
 */

import { isStopWord } from './languages';
import { asksForWhole, fileWords, listOf, requestWords } from './question-words';
import { wordsOf } from './words';

/** More words about the subject than this make a message understandable alone. */
const maxSubjectWords = 3;
/** How many messages back the subject may be. */
const maxBack = 5;

/** Words without a subject of their own: about time, form, thanks and going on, in the most frequent languages. */
const continuationWords = listOf(
  `last latest previous prior next same past current recent year years quarter quarters month months annual quarterly
   today yesterday yes yeah yep no nope sure please thanks thank great good perfect right correct exactly agreed
   continue proceed go ahead again more further deeper elaborate expand shorter longer simpler simple brief briefly
   bullet bullets list table tables chart format rewrite rephrase translate
   english german french spanish italian
   ja nein bitte danke genau weiter mehr nochmal letztes letzten letzter letzte voriges vorjahr jahr jahre quartal monat
   oui non merci continuer encore plus annee annees dernier derniere precedent precedente trimestre mois
   si gracias continua continuar mas ano anos pasado pasada anterior trimestre
   grazie continuare ancora anno anni scorso scorsa precedente`,
);

/** Words that refer to the subject of an earlier message. Demonstratives mostly mean something else: "this report". */
const references = listOf(
  `it its they their theirs them he his she same both former latter
   ihre ihren ihrem deren dessen davon dazu leur leurs sus suo suoi loro`,
);
const firstWords = listOf('and but or also und aber oder auch et mais ou y pero');
const openings = ['what about', 'how about', 'same for', 'was ist mit', 'wie ist es mit'];

/** `earlier` are the user's messages before it, oldest first. A message that can stand alone is returned unchanged. */
export function searchQuery(message: string, earlier: readonly string[]): string {
  const needed = [message];
  for (const before of earlier.slice(-maxBack).reverse()) {
    if (!needsEarlier(needed[0] ?? '')) break;
    needed.unshift(before);
  }
  // "Thanks" adds nothing to the search.
  return needed.length > 1 ? needed.filter(hasSearchWords).join('\n') || message : message;
}

function needsEarlier(message: string): boolean {
  const words = wordsOf(message);
  if (words.length === 0 || (asksForWhole(message) && words.some((word) => fileWords.has(word)))) return false;
  const subject = new Set(words.filter(isSubject));
  if (subject.size === 0) return true;
  if (subject.size > maxSubjectWords) return false;
  // A lone subject word, such as "Margins in 2023?", needs them. Beside words of a request, one word can be the whole
  // subject.
  return refersBack(message, words) || (subject.size === 1 && !words.some((word) => requestWords.has(word)));
}

function refersBack(message: string, words: readonly string[]): boolean {
  // "IT" is a word of its own.
  const inLowerCase = wordsOf(message.replace(/\bIT\b/g, ' '));
  const start = words.join(' ');
  return (
    firstWords.has(words[0] ?? '') ||
    openings.some((opening) => start.startsWith(`${opening} `)) ||
    inLowerCase.some((word) => references.has(word))
  );
}

/** "2023", "FY2023", "Q3" and "3Q23" are dates. */
const figure = /^(?:fy|cy|q|h)?\d[\d.]*(?:[qh]\d*)?$/;

const isSubject = (word: string): boolean => hasOwnMeaning(word) && !figure.test(word);
const hasSearchWords = (message: string): boolean => wordsOf(message).some(hasOwnMeaning);
const hasOwnMeaning = (word: string): boolean =>
  !requestWords.has(word) && !continuationWords.has(word) && !isStopWord(word);
