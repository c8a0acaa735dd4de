/** What a research run gets from the conversation that it was started in. */
import type { Deps } from '~/server/deps';
import { type Place, readBackground } from '~/server/features/context/background';
import { frameTranscript } from '~/server/features/context/file-frame';
import { fitTexts } from '~/server/features/context/fit-texts';
import { personalization } from '~/server/features/context/system-prompt';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { planAfterPrompt, requestWords } from './research-prompts';
import type { Research } from './research-store';

/** What a request such as "Compare its margins" refers to is in the latest messages or in the summary. */
const maxTurns = 6;
const maxTokens = 625;
const windowTokens = 8000;

type ResearchRef = Pick<Research, 'userId' | 'conversationId'>;

const backgroundOf = (deps: Deps, { userId, conversationId }: ResearchRef, tokens: number) =>
  readBackground(deps, userId, { conversationId } satisfies Place, tokens);

/**
 * The summary and the latest messages, framed, and what the user wrote in them; undefined at the start of a
 * conversation.
 */
export async function readEarlier(deps: Deps, chosen: ChosenModel, research: ResearchRef & Pick<Research, 'question'>) {
  const { history, summary } = await backgroundOf(deps, research, windowTokens);
  const latest = history.slice(-maxTurns).flatMap(({ role, content }) => (content ? [{ role, content }] : []));
  if (latest.length === 0 && !summary) return undefined;
  const framedWith = (texts: readonly string[]) =>
    frameTranscript(
      summary?.content,
      latest.map(({ role }, index) => ({ role, content: texts[index] ?? '' })),
    );
  const others = [planAfterPrompt(new Date()), framedWith([]), requestWords(research)];
  const texts = latest.map(({ content }) => content);
  return {
    framed: framedWith(fitTexts(chosen, others, texts, maxTokens)),
    questions: latest.flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
  };
}

/** Custom instructions of the user and of the project. */
export async function readInstructions(deps: Deps, research: ResearchRef): Promise<string> {
  const { customInstructions, project } = await backgroundOf(deps, research, 0);
  return personalization({ customInstructions, project });
}
