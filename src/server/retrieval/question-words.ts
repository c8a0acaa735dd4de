/** Words of queries that are not about their subject, collected from how analysts phrase their requests. */
import { isStopWord } from './languages';
import { wordsOf } from './words';

export const listOf = (words: string): ReadonlySet<string> => new Set(wordsOf(words));

/**
 * Words about the answer ("please calculate … and round to one decimal place"). Searched only if a query has no others.
 */
export const requestWords = listOf(
  `answer answers answering respond response question questions please following assume assuming imagine pretend
   perspective standpoint view role act analyst analysts banker investor expert assistant
   information details detail shown show shows provided provide provides providing given giving plainly clearly primarily
   solely only within outlined contained basing based base judgments judgment relying rely relies using use used utilize
   calculate calculated calculation compute computed computing define defined definition derive determine metric metrics
   figure financial approximation reasonable exact possible need help want try best ability abilities approach
   round rounded decimal decimals place places unit units percent percents percentage usd dollars dollar
   millions million billions billion thousands thousand state explain describe list name tell give mention mentioned
   summarize summarise why what which who whom whose how when where does did has have had was were will would could
   should can may might any there here between into during about roughly approximately conventional meaningful useful
   thing things like then that this these those case company business point`,
);

/** Words about a file as a whole, in the most frequent query languages. */
export const fileWords = listOf(
  `report reports document documents file files filing filings paper pdf text attachment attachments attached content
   contents summary overview summarize summarise key main important points takeaways gist tl dr tldr
   bericht dokument datei text inhalt zusammenfassung zusammenfassen fasse zusammen anhang wichtigsten punkte
   rapport fichier resume resumer contenu synthese principaux points
   informe documento archivo resumen resumir resume contenido principales puntos
   relazione riassunto riassumi contenuto principali punti documenti`,
);

/** Whether a query has no specific subject, such as "Summarize the report". */
export function asksForWhole(question: string): boolean {
  return wordsOf(question).every((word) => fileWords.has(word) || requestWords.has(word) || isStopWord(word));
}

/** Number of words in a query that are about its subject. */
export const countSubjectWords = (question: string): number =>
  new Set(wordsOf(question).filter((word) => !requestWords.has(word) && !isStopWord(word))).size;
