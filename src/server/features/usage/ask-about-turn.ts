import type { Deps } from '~/server/deps';
import { frameTranscript } from '~/server/features/context/file-frame';
import { fitTexts } from '~/server/features/context/fit-texts';
import type { ModelUse } from '~/server/generation/usage-ledger-types';
import { askWithinBudget, withLowEffort } from './ask-model';

interface TurnQuestion {
  rules: string;
  /** What to write, after the transcript. */
  instruction: string;
  question: string;
  answer: string;
  /** Tokens of the message and of the answer. */
  maxTokens: number;
  /** Characters of the output. */
  maxWritten: number;
}

/** Requests a short text about one message and its answer. Null if a budget is used up. */
export async function askAboutTurn(
  deps: Deps,
  use: ModelUse,
  { rules, instruction, question, answer, maxTokens, maxWritten }: TurnQuestion,
  signal: AbortSignal,
): Promise<string | null> {
  const contentOf = (shown: string, answered: string) => {
    const turns = [
      { role: 'user' as const, content: shown },
      { role: 'assistant' as const, content: answered },
    ];
    return `${frameTranscript(undefined, turns)}\n\n${instruction}`;
  };
  const [shown = '', answered = ''] = fitTexts(use.chosen, [rules, contentOf('', '')], [question, answer], maxTokens);
  const turn = { role: 'user' as const, content: contentOf(shown, answered) };
  const request = { systemPrompt: rules, turns: [turn], isWebOff: true, ...withLowEffort(use.chosen) };
  const written = await askWithinBudget(deps, use, request, signal, { maxCharacters: maxWritten });
  return written?.text ?? null;
}
