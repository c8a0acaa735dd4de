/** Extracts suggested questions from the output of a model: plain lines, a list, Markdown, JSON or anything else. */
import { plainLine } from '~/server/lib/plain-line';
import { limits } from '~/shared/limits';

/** Longer output is an answer, not a list of questions. */
const maxLines = 10;

const label = /^\s*(?:question|frage|pregunta|domanda|q)\s*\d*\s*[:：.)]\s*/i;
const fence = /^\s*```/;
const questionMark = /[?？؟;⸮]$/u;
/** Languages without question marks: Japanese ends in a particle, others use question words. */
const questionWithoutMark = /か[。.]?$|[\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}][^:：]*$/u;

/** At most three, each on one line, without those in `asked`. */
export function cleanQuestions(written: string, question: string): string[] {
  const lines = linesOf(written.split(/\r?\n/).filter((line) => !fence.test(line)));
  const plain = lines.map((line) => plainLine(line, label).replace(/\s+/g, ' ').trim()).filter(isShort);
  const questions = plain.filter((line) => questionMark.test(line) || questionWithoutMark.test(line));
  const known = new Set([keyOf(question)]);
  const fresh = questions.filter((question) => !known.has(keyOf(question)) && known.add(keyOf(question)));
  return fresh.slice(0, limits.suggestedQuestions);
}

/** The strings of a JSON value, otherwise the lines. */
function linesOf(lines: readonly string[]): string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const whole = filled.join('\n').trim();
  if (/^[[{]/.test(whole)) {
    try {
      return textsOf(JSON.parse(whole));
    } catch {
      // Not valid JSON.
    }
  }
  return filled.length > maxLines ? [] : filled;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

const isShort = (line: string) => /\p{L}/u.test(line) && line.length <= limits.suggestedQuestionCharacters;
const keyOf = (question: string) => question.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
