/** A scripted model for research: it answers by the kind of request, in any order. */
import type { ModelScript } from './model-script';
import type { RecordedRequest } from './model-server';

export interface ResearchScript {
  plan: string[];
  /** The page to read for a question, and its note; tools are called only if offered. */
  note(question: string): { url: string; text: string };
  review: string;
  report: string;
  /** The report waits for the server's `release()` after this many tokens. */
  pauseReportAfter?: number | undefined;
}

interface ChatMessage {
  role: string;
  content: string;
}

export const researchAnswers =
  (script: ResearchScript) =>
  (request: RecordedRequest): ModelScript => {
    const messages = request.body.messages as ChatMessage[];
    const system = messages[0]?.content ?? '';
    if (system.includes('Plan the research')) return { text: script.plan.map((line) => `- ${line}`).join('\n') };
    if (system.includes('Compare the notes')) return { text: script.review };
    if (system.includes('Write the report')) {
      const { report: text, pauseReportAfter: pauseAfterTokens } = script;
      return { text, ...(pauseAfterTokens !== undefined && { pauseAfterTokens }) };
    }
    const { url, text } = script.note(questionIn(messages));
    const rounds = messages.filter(({ role }) => role === 'tool').length;
    if (request.body.tools === undefined || rounds > 1) return { text };
    return rounds === 0
      ? { toolCalls: [{ name: 'web_search', input: { query: questionIn(messages) } }] }
      : { toolCalls: [{ name: 'read_page', input: { url } }] };
  };

/** The question of a request for a note. */
export const questionIn = (messages: readonly ChatMessage[]): string =>
  /The question to answer now: (.+)/.exec(messages.find(({ role }) => role === 'user')?.content ?? '')?.[1] ?? '';
