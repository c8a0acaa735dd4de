import type { Deps } from '~/server/deps';
import { frameTranscript } from '~/server/features/context/file-frame';
import type { ModelUse } from '~/server/generation/usage-ledger-types';
import { cutMiddle } from '~/server/lib/cut-middle';
import { askWithinBudget, withLowEffort } from './ask-model';

interface TurnQuestion {
  rules: string;
  /** What to write, after the transcript. */
  instruction: string;
  question: string;
  answer: string;
  /** Characters of the message and of the answer. */
  maxShown: number;
  /** Characters of the output. */
  maxWritten: number;
}

/** Requests a short text about one message and its answer. Null if a budget is used up. */
export async function askAboutTurn(
  deps: Deps,
  use: ModelUse,
  { rules, instruction, question, answer, maxShown, maxWritten }: TurnQuestion,
  signal: AbortSignal,
): Promise<string | null> {
  const shortened = (text: string) => (text.length > maxShown ? cutMiddle(text, maxShown / text.length) : text);
  const turns = [
    { role: 'user' as const, content: shortened(question) },
    { role: 'assistant' as const, content: shortened(answer) },
  ];
  const turn = { role: 'user' as const, content: `${frameTranscript(undefined, turns)}\n\n${instruction}` };
  const request = { systemPrompt: rules, turns: [turn], isWebOff: true, ...withLowEffort(use.chosen) };
  const written = await askWithinBudget(deps, use, request, signal, { maxCharacters: maxWritten });
  return written?.text ?? null;
}
