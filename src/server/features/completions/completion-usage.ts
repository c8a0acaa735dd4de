/** Estimates the usage of a chat completion, before it starts and if its endpoint reports none. */

import { estimateTokens } from '~/server/generation/estimate-usage';
import type { RequestSize } from '~/server/generation/request-size';
import type { Logger } from '~/server/lib/logger';
import { tokensAbout } from '~/server/lib/tokens/tokens-about';
import { numberOf } from '~/server/providers/llm/openai-wire';
import { smallestLimits } from '~/server/providers/llm/types';
import { recordOf } from '~/shared/is-record';
import type { AnswerUsage } from '~/shared/schemas/messages';

/** Files in a message that are not text. */
const dataUrl = /"data:[\w/+.-]+;base64,[^"]*"/g;
/** The content of audio, and of files without a data URL. */
const base64 = /^[\w+/=-]{100,}$/;
const isBase64 = (key: string, value: unknown) =>
  (key === 'data' || key === 'file_data') && typeof value === 'string' && base64.test(value);

/** No real request asks for more answers, and the product of answers and tokens must remain an integer. */
const maxAnswers = 10_000;

/** All text that the model reads, and the number of images, sounds and files beside it. */
function contentOf({ messages, tools, functions, response_format }: Record<string, unknown>) {
  let media = 0;
  const withoutMedium = () => {
    media += 1;
    return '""';
  };
  const conversation = JSON.stringify(messages, (key, value: unknown) => {
    if (!isBase64(key, value)) return value;
    media += 1;
    return '';
  });
  const text = (conversation + JSON.stringify([tools, functions, response_format])).replace(dataUrl, withoutMedium);
  return { text, media };
}

/**
 * The larger of the two limits, because each endpoint reads only one of them. Some treat numbers below 1 as no limit.
 */
function outputLimit({ max_completion_tokens, max_tokens }: Record<string, unknown>): number | undefined {
  const limits = [max_completion_tokens, max_tokens].flatMap((limit) => numberOf(limit) ?? []);
  return limits.length > 0 && limits.every((limit) => limit > 0) ? Math.ceil(Math.max(...limits)) : undefined;
}

export function completionSize(body: Record<string, unknown>): RequestSize {
  const { text, media } = contentOf(body);
  return {
    inputTokens: tokensAbout(text, media),
    outputTokens: outputLimit(body),
    answers: Math.min(Math.max(1, Math.ceil(numberOf(body.n) ?? 1)), maxAnswers),
  };
}

/** At most as much as the model can read, if its context window is known. */
export async function estimateCompletion(
  body: Record<string, unknown>,
  written: string,
  { logger, contextTokens }: { logger: Logger; contextTokens: number },
): Promise<AnswerUsage | undefined> {
  const estimated = await estimateTokens(contentOf(body).text, { text: written, reasoning: '' }, logger);
  if (!estimated || contextTokens <= smallestLimits.contextTokens) return estimated;
  return { ...estimated, inputTokens: Math.min(estimated.inputTokens, contextTokens) };
}

/** The text in a completion or a chunk: content, reasoning and tool calls. */
export function writtenIn(body: unknown): string {
  const { choices } = recordOf(body);
  if (!Array.isArray(choices)) return '';
  return choices.map((choice) => writtenBy(recordOf(recordOf(choice).delta ?? recordOf(choice).message))).join('');
}

function writtenBy({ content, reasoning_content, reasoning, tool_calls }: Record<string, unknown>): string {
  const calls = (Array.isArray(tool_calls) ? tool_calls : []).map((call) => {
    const { name, arguments: input } = recordOf(recordOf(call).function);
    return [name, input];
  });
  const texts = [content, reasoning_content ?? reasoning, ...calls.flat()];
  return texts.map((text) => (typeof text === 'string' ? text : text ? JSON.stringify(text) : '')).join('');
}
