import { oneLine } from '~/server/lib/one-line';
import type { AnswerCorrection } from '~/shared/schemas/answer-figures';

const maxNamed = 20;

/** Which figures of the first text were corrected. */
export function correctionRemark({
  figures,
  corrected,
}: Pick<AnswerCorrection, 'corrected'> & { figures: { text: string }[] }): string {
  const first = figures.slice(0, maxNamed).map(({ text }) => `"${oneLine(text)}"`);
  const more = figures.length > maxNamed ? ` and ${figures.length - maxNamed} more` : '';
  return `${corrected === 1 ? '1 figure was' : `${corrected} figures were`} corrected. The first text said ${first.join(', ')}${more}.`;
}
