/**
 * The other names that finance-terms.ts lists for a query's subject, without a database: plurals count as equal. Pure.
 */
import { financeTerms } from './finance-terms';
import { wordsOf } from './words';

const singular = (word: string): string => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word);
const singulars = (text: string): string => ` ${wordsOf(text).map(singular).join(' ')} `;

export function relatedTerms(question: string): string[] {
  const singularQuestion = singulars(question);
  return financeTerms.flatMap(({ terms, parts = [] }) =>
    terms.some((term) => singularQuestion.includes(singulars(term))) ? [...terms, ...parts] : [],
  );
}
