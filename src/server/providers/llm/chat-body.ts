import type OpenAI from 'openai';
import type { LimitName } from './endpoint-memory';
import { isOpenAiHost } from './openai-endpoint';
import { systemPromptWith, type ToolContext, type ToolRound } from './openai-wire';
import { alternating, withoutImages, withSystemInQuestion } from './turns';
import type { ModelRequest, ModelTurn } from './types';

type Body = OpenAI.Chat.ChatCompletionCreateParams;
type Message = OpenAI.Chat.ChatCompletionMessageParam;

/** DeepSeek requires thoughts with every answer and call, even those without one, and accepts empty ones. */
const noThoughts = { reasoning_content: '' };

/** The body of a chat completion, without the parts that the endpoint rejects. */
export function chatBody(
  settings: { model: string; baseUrl: string; alwaysSearches: boolean },
  request: ModelRequest,
  toolContext: ToolContext,
): Body {
  const { without, tools, rounds, memory } = toolContext;
  const system = systemPromptWith(request, toolContext);
  const seen = without.has('images') ? withoutImages(request.turns) : request.turns;
  const turns = without.has('system') ? withSystemInQuestion(system, seen) : alternating(seen);
  const messages = turns.map((turn) => asMessage(turn, memory.wantsThoughts));
  const body: Body = {
    model: settings.model,
    messages: [
      ...(without.has('system') ? [] : [{ role: 'system' as const, content: system }]),
      ...messages,
      ...rounds.flatMap((round) =>
        roundAsMessages(round, { keepsReasoning: !without.has('vendor_state'), wantsThoughts: memory.wantsThoughts }),
      ),
    ],
    ...(without.has('streaming')
      ? { stream: false }
      : { stream: true, ...(!without.has('stream_options') && { stream_options: { include_usage: true } }) }),
    ...parametersOf(request, toolContext, isOpenAiHost(settings.baseUrl)),
    // Perplexity's parameter for switching its search off.
    ...(settings.alwaysSearches && without.has('hosted_search') && { disable_search: true }),
  };
  if (tools) {
    body.tools = tools.list.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
  }
  return body;
}

/** OpenAI's reasoning models reject the older name, and others don't support the newer one. */
export const usualLimitName = (isOpenAi: boolean): LimitName => (isOpenAi ? 'max_completion_tokens' : 'max_tokens');

function parametersOf({ parameters = {} }: ModelRequest, toolContext: ToolContext, isOpenAi: boolean): Partial<Body> {
  const { without, tools, memory } = toolContext;
  const { temperature, maxOutputTokens } = parameters;
  // 'none' is sent explicitly, because the model's default effort would apply otherwise.
  const effort = tools && memory.knows('tools_need_no_effort') ? ('none' as const) : toolContext.effort;
  const limit = memory.limitName(usualLimitName(isOpenAi));
  return {
    ...(effort && { reasoning_effort: effort }),
    ...(temperature !== undefined && !without.has('temperature') && { temperature }),
    ...(maxOutputTokens && !without.has('max_tokens') && { [limit]: maxOutputTokens }),
  };
}

function roundAsMessages(
  { text, calls, results, vendorState }: ToolRound,
  { keepsReasoning, wantsThoughts }: { keepsReasoning: boolean; wantsThoughts: boolean },
): Message[] {
  const tool_calls = calls.map(({ id, name, input, extra }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: input.trim() || '{}' },
    ...(keepsReasoning && extra !== undefined && { extra_content: extra }),
  }));
  return [
    {
      role: 'assistant',
      content: text,
      ...(wantsThoughts && noThoughts),
      ...(keepsReasoning && vendorState.members),
      tool_calls,
    },
    ...calls.map(({ id }, index) => ({ role: 'tool' as const, tool_call_id: id, content: results[index] ?? '' })),
  ];
}

function asMessage({ role, content, images = [] }: ModelTurn, wantsThoughts: boolean): Message {
  // Thoughts of earlier answers are not kept.
  if (role === 'assistant') return { role, content, ...(wantsThoughts && noThoughts) };
  if (images.length === 0) return { role, content };
  const pictures = images.map(({ type, base64 }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${type};base64,${base64}` },
  }));
  return { role, content: [...(content === '' ? [] : [{ type: 'text' as const, text: content }]), ...pictures] };
}
