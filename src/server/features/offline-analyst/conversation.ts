import type { ModelTurn } from '~/server/providers/llm/types';
import { blockquote, keywords, plural, sentences, shorten } from './words';

export type ConversationQuestion = 'questions' | 'first' | 'last' | 'summary';

/** Recognizes messages about the conversation itself. */
export function conversationQuestion(question: string): ConversationQuestion | undefined {
  const text = question.toLowerCase();
  if (
    /\b(summar\w+|recap|sum up)\b.*\b(conversation|chat|discussion|so far|this|talked|discussed)\b|\bwhat (have|did) we (discuss\w*|talk\w*)/.test(
      text,
    )
  )
    return 'summary';
  const isAboutAsking =
    /\b(did|have) i (just |already )?(ask|say|said|write|wr[io]t+en)|\bi (just )?(asked|said)\b|\bmy (\w+ )?(questions?|messages?)\b/.test(
      text,
    );
  if (!isAboutAsking || !/\b(what|which|list|show|repeat|remind|tell|how many)\b/.test(text)) return undefined;
  if (/\bfirst\b/.test(text)) return 'first';
  return /\b(last|previous|just)\b/.test(text) ? 'last' : 'questions';
}

export function answerAboutConversation(kind: ConversationQuestion, earlier: readonly ModelTurn[]): string {
  const questions = earlier.filter(({ role }) => role === 'user').map(({ content }) => content);
  if (questions.length === 0) return 'This is the first message of our conversation, so there is nothing before it.';
  if (kind === 'first') return `Your first message was:\n\n${blockquote(shorten(questions[0] ?? '', 400))}`;
  if (kind === 'last') return `Before this you wrote:\n\n${blockquote(shorten(questions.at(-1) ?? '', 400))}`;
  if (kind === 'summary') return summary(earlier, questions.length);
  const shown = questions.slice(-10);
  const first = questions.length - shown.length;
  const list = shown.map((question, index) => `${first + index + 1}. ${shorten(question, 200)}`).join('\n');
  return `You wrote ${plural(questions.length, 'message')} before this one${first > 0 ? '; the latest ten' : ''}:\n\n${list}`;
}

function summary(earlier: readonly ModelTurn[], count: number): string {
  const lines = earlier.flatMap((turn, index) => {
    if (turn.role !== 'user') return [];
    const reply = earlier[index + 1];
    const firstSentence = reply?.role === 'assistant' ? (ownSentences(reply.content)[0] ?? '') : '';
    return `- **${shorten(turn.content, 120)}**${firstSentence ? ` ${shorten(firstSentence, 160)}` : ''}`;
  });
  const shown = lines.slice(-10);
  return `You have sent ${plural(count, 'message')} in this conversation so far${lines.length > shown.length ? '. The latest ten are' : ''}:\n\n${shown.join('\n')}`;
}

/** The sentences of an answer without its quotations, tables and footnotes. */
function ownSentences(answer: string): string[] {
  return sentences(answer.replace(/^[ \t]*(?:[>|]|[-*+]\s|\*(?!\*)|\d+\.\s).*$/gm, ''));
}

interface Remembered {
  role: ModelTurn['role'];
  text: string;
  score: number;
}

/** Earlier sentences that answer a question, best match first; quoted, never rephrased. */
export function recall(question: string, earlier: readonly ModelTurn[]): string | undefined {
  const questionKeywords = keywords(question);
  if (questionKeywords.size === 0) return undefined;
  const found = new Map<string, Remembered>();
  for (const { role, content } of earlier) {
    for (const text of role === 'user' ? sentences(content) : ownSentences(content)) {
      if (isQuestion(text)) continue;
      const textKeywords = keywords(text);
      const matched = [...questionKeywords].filter((word) => textKeywords.has(word)).length;
      // At least half of the keywords must match, because one common word in a long question is a coincidence.
      if (matched === 0 || matched * 2 < questionKeywords.size) continue;
      found.set(text.toLowerCase(), { role, text, score: matched + (role === 'user' ? 0.5 : 0) });
    }
  }
  const best = [...found.values()].sort((a, b) => b.score - a.score).slice(0, 3);
  if (best.length === 0) return undefined;
  const group = (role: ModelTurn['role'], lead: string) => {
    const lines = best.filter((sentence) => sentence.role === role);
    return lines.length === 0
      ? []
      : [`${lead}\n\n${lines.map(({ text }) => blockquote(shorten(text, 400))).join('>\n')}`];
  };
  return [
    ...group('user', 'Earlier in this conversation you wrote:'),
    ...group('assistant', 'Earlier in this conversation I answered:'),
  ].join('\n');
}

function isQuestion(sentence: string): boolean {
  return (
    sentence.endsWith('?') ||
    /^(please |and |so )*(what|which|who|whose|when|where|why|how|tell|show|list|give|find|search|quote|explain|summari[sz]e|is|are|do|does|did|can|could|would|should)\b/i.test(
      sentence,
    )
  );
}

/** Whether a message is a statement to remember rather than a question. */
export function isStatement(text: string): boolean {
  if (text.includes('?')) return false;
  if (/^(please )?(remember|note|keep in mind)\b(?! (what|when|how|which|who|where|why)\b)/i.test(text)) return true;
  return (
    /^(my|our|i am|i'm|we are|we're|i have|we have)\b/i.test(text) &&
    /\b(is|are|am|have|was|were|will)\b|'(m|re)\b/i.test(text)
  );
}
