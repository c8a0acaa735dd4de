/** Estimates the usage of a chat completion, before it starts and if its endpoint reports none. */
import { estimateTokens } from '~/server/generation/estimate-usage';
import { type RequestSize, tokensAbout } from '~/server/generation/request-size';
import type { Logger } from '~/server/lib/logger';
import { numberOf, objectOf } from '~/server/providers/llm/openai-wire';
import type { AnswerUsage } from '~/shared/schemas/messages';

const image = /"data:[\w/+.-]+;base64,[^"]*"/g;

/** All text that the model reads, without images. */
const textOf = ({ messages, tools, functions, response_format }: Record<string, unknown>): string =>
  JSON.stringify([messages, tools, functions, response_format]).replace(image, '""');

export function completionSize(body: Record<string, unknown>): RequestSize {
  const images = JSON.stringify(body.messages).match(image)?.length ?? 0;
  const limit = numberOf(body.max_completion_tokens) ?? numberOf(body.max_tokens);
  const answers = Math.max(1, numberOf(body.n) ?? 1);
  const outputTokens = limit !== undefined && limit > 0 ? Math.ceil(limit * answers) : undefined;
  return { inputTokens: tokensAbout(textOf(body), images), outputTokens };
}

export const estimateCompletion = (
  body: Record<string, unknown>,
  written: string,
  logger: Logger,
): Promise<AnswerUsage | undefined> => estimateTokens(textOf(body), written, logger);

/** The text in a completion or a chunk: content, reasoning and tool calls. */
export function writtenIn(body: unknown): string {
  const { choices } = objectOf(body);
  if (!Array.isArray(choices)) return '';
  return choices.map((choice) => writtenBy(objectOf(objectOf(choice).delta ?? objectOf(choice).message))).join('');
}

function writtenBy({ content, reasoning_content, reasoning, tool_calls }: Record<string, unknown>): string {
  const calls = (Array.isArray(tool_calls) ? tool_calls : []).map((call) => {
    const { name, arguments: input } = objectOf(objectOf(call).function);
    return [name, input];
  });
  const texts = [content, reasoning_content ?? reasoning, ...calls.flat()];
  return texts.map((text) => (typeof text === 'string' ? text : text ? JSON.stringify(text) : '')).join('');
}
