/**
 * Estimates an answer's usage if the endpoint did not report it, because the answer was stopped or the endpoint never
 * does.
 */
import type { Logger } from '~/server/lib/logger';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import type { ModelRequest } from '~/server/providers/llm/types';
import type { AnswerUsage } from '~/shared/schemas/messages';

export interface Written {
  text: string;
  /** Thoughts count as output as well. */
  reasoning: string;
  /** The length of the thoughts if only their start is kept. */
  reasoningCharacters?: number;
}

/**
 * Tokens of the request's texts and of the output, without images and further tool rounds. Undefined if they can't be
 * counted; the request then counts with unknown tokens.
 */
export async function estimateUsage(
  { systemPrompt, personalization = '', turns, tools }: ModelRequest,
  written: Written,
  logger: Logger,
): Promise<AnswerUsage | undefined> {
  const request = [
    systemPrompt,
    personalization,
    tools?.instructions ?? '',
    ...turns.map(({ content }) => content),
  ].join('\n');
  return estimateTokens(request, written, logger);
}

export async function estimateTokens(
  request: string,
  { text, reasoning, reasoningCharacters = reasoning.length }: Written,
  logger: Logger,
): Promise<AnswerUsage | undefined> {
  try {
    const [inputTokens = 0, textTokens = 0, keptTokens = 0] = await countTokens([request, text, reasoning]);
    const reasoningTokens = Math.round((keptTokens * reasoningCharacters) / Math.max(1, reasoning.length));
    const outputTokens = textTokens + reasoningTokens;
    return { inputTokens, outputTokens, ...(reasoningTokens > 0 && { reasoningTokens }), isEstimated: true };
  } catch (error) {
    logger.warn({ err: error }, 'the tokens of an answer could not be counted');
    return undefined;
  }
}
