/**
 * Tests a model's abilities with real requests: first plain text, then one request per ability. Endpoints reject
 * unsupported abilities with a 4xx status. Some accept images without seeing them, so the model must name an image's
 * color.
 */

import { text as bodyText } from 'node:stream/consumers';
import { AppError } from '~/server/lib/errors';
import { endpointOf, isAzureReasoning, type OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { toModelError } from '~/server/providers/llm/openai-errors';
import { createAsk } from '~/server/providers/llm/openai-request';
import { isMissingProtocol, rejectsToolsInChat } from '~/server/providers/llm/protocols';
import { recordOf } from '~/shared/is-record';
import type { Abilities } from '~/shared/schemas/models';
import { redSquare } from './red-square';

const timeoutMs = 60_000;

/** Throws an error for administrators if the model does not respond at all. */
export async function probeAbilities(connection: OpenAiSettings): Promise<Abilities> {
  const maySearch = endpointOf(connection).tools.length > 0;
  const { api, send } = await answeringProtocol(connection).catch((error) => {
    const { message, hint } = toModelError(error);
    throw new AppError('upstream', `The model does not answer. ${hint ?? message}`, { cause: error });
  });
  const isTaken = (question: Question, shows: (body: unknown) => boolean) =>
    send(question).then(shows, (error) => (isUnsupported(error) ? false : null));
  const [tools, images, reasoning, webSearch] = await Promise.all([
    isTaken({ text: 'What is the weather in Paris? Use the tool.', hasTool: true }, () => true),
    isTaken({ text: 'Which color is this image? One word.', hasImage: true }, (body) => /\bred\b/i.test(textOf(body))),
    isTaken({ text: 'How many days are 1000 hours?', effort: 'low' }, hasReasoned),
    // Other endpoints with the Responses API ignore the tool or accept it without being able to search.
    api === 'responses' && maySearch ? isTaken({ text: 'Say hello.', searches: true }, () => true) : null,
  ]);
  return { tools, images, reasoning, webSearch };
}

type Send = (question: Question) => Promise<unknown>;

/** The endpoint's protocol, or Chat Completions where an Azure region or model has no other. */
async function answeringProtocol(connection: OpenAiSettings): Promise<{ api: 'responses' | 'chat'; send: Send }> {
  const { api } = endpointOf(connection);
  const signal = AbortSignal.timeout(timeoutMs);
  const send = senderOf(connection, api, signal);
  const hello = { text: 'Say hello.' };
  try {
    await send(hello);
    return { api, send };
  } catch (error) {
    if (!isAzureReasoning(connection) || !isMissingProtocol(error)) throw error;
    const sendChat = senderOf(connection, 'chat', signal);
    await sendChat(hello);
    return { api: 'chat', send: sendChat };
  }
}

function senderOf(connection: OpenAiSettings, api: 'responses' | 'chat', signal: AbortSignal): Send {
  const ask = createAsk(connection, api === 'responses' ? '/responses' : '/chat/completions');
  return async (question) => {
    const body = api === 'responses' ? asResponses(question) : asChat(question);
    const message = await ask({ model: connection.model, ...body }, signal);
    return JSON.parse(await bodyText(message)) as unknown;
  };
}

interface Question {
  text: string;
  hasTool?: boolean;
  hasImage?: boolean;
  effort?: 'low';
  searches?: boolean;
}

const tool = {
  name: 'get_weather',
  description: 'The weather in a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

const asChat = ({ text, hasTool, hasImage, effort }: Question) => ({
  messages: [
    {
      role: 'user',
      content: hasImage
        ? [
            { type: 'text', text },
            { type: 'image_url', image_url: { url: redSquare } },
          ]
        : text,
    },
  ],
  ...(hasTool && { tools: [{ type: 'function', function: tool }] }),
  ...(effort && { reasoning_effort: effort }),
});

const asResponses = ({ text, hasTool, hasImage, effort, searches }: Question) => ({
  input: [
    {
      role: 'user',
      content: hasImage
        ? [
            { type: 'input_text', text },
            { type: 'input_image', image_url: redSquare },
          ]
        : text,
    },
  ],
  store: false,
  ...(hasTool && { tools: [{ type: 'function', ...tool }] }),
  ...(searches && { tools: [{ type: 'web_search' }] }),
  ...(effort && { reasoning: { effort } }),
});

/** An error about the ability, not about the key, the rate limit or the endpoint. */
function isUnsupported(error: unknown): boolean {
  const { status } = recordOf(error);
  // Tools run through another protocol then.
  if (rejectsToolsInChat(toModelError(error).reason ?? '')) return false;
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

/** The text of the answer wherever it is: JSON of the output, without the input. */
const textOf = (body: unknown): string => JSON.stringify(recordOf(body).choices ?? recordOf(body).output ?? '');

function hasReasoned(body: unknown): boolean {
  const { usage, choices, output } = recordOf(body);
  const { completion_tokens_details: ofChat, output_tokens_details: ofResponses } = recordOf(usage);
  const tokens = recordOf(ofChat ?? ofResponses).reasoning_tokens;
  if (typeof tokens === 'number' && tokens > 0) return true;
  const parts = JSON.stringify(choices ?? output ?? '');
  return /"reasoning(_content)?":"[^"]|"type":"reasoning"|<think>/.test(parts);
}
