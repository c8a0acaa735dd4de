import type OpenAI from 'openai';
import { type HostedTool, isOpenAiHost, isReasoningName } from './openai-endpoint';
import { systemPromptWith, type ToolContext, type ToolRound } from './openai-wire';
import { alternating, withoutImages, withSystemInQuestion } from './turns';
import type { ModelRequest, ModelTurn } from './types';

type Body = OpenAI.Responses.ResponseCreateParams;

/** The body of a request to the Responses API, without the parts that the endpoint rejects. */
export function responsesBody(
  settings: { model: string; baseUrl: string },
  request: ModelRequest,
  hosted: readonly HostedTool[],
  toolContext: ToolContext,
): Body {
  const { without, tools, rounds } = toolContext;
  const system = systemPromptWith(request, toolContext);
  const seen = without.has('images') ? withoutImages(request.turns) : request.turns;
  const turns = without.has('system') ? withSystemInQuestion(system, seen) : alternating(seen);
  const body: Body = {
    model: settings.model,
    input: [
      // Sent as a message, because xAI rejected `instructions` for a long time.
      ...(without.has('system') ? [] : [{ role: 'system' as const, content: system }]),
      ...turns.map(asInput),
      ...rounds.flatMap((round) => roundAsInput(round, !without.has('vendor_state'))),
    ],
    stream: !without.has('streaming'),
    store: false,
    ...parametersOf(request, toolContext, settings),
  };
  const own = (tools?.list ?? []).map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description,
    parameters,
    strict: false,
  }));
  const searches = without.has('hosted_search') ? [] : hosted;
  const collections = without.has('hosted_collections') ? [] : (request.hostedCollections ?? []);
  const searched = collections.length > 0 ? [{ type: 'file_search' as const, vector_store_ids: [...collections] }] : [];
  // The SDK's types don't include xAI's `x_search`.
  const offered = [...searches, ...searched, ...own];
  if (offered.length > 0) body.tools = offered as unknown as OpenAI.Responses.Tool[];
  // Otherwise the response would not contain the found passages.
  if (searched.length > 0) body.include = [...(body.include ?? []), 'file_search_call.results'];
  return body;
}

/** Only these models return summaries of their reasoning; others reject the parameter. */
export function givesSummaries({ model, baseUrl }: { model: string; baseUrl: string }): boolean {
  return isOpenAiHost(baseUrl) && isReasoningName(model) && !/^gpt.*chat/.test(model);
}

function parametersOf(
  { parameters = {} }: ModelRequest,
  { without, effort }: ToolContext,
  settings: { model: string; baseUrl: string },
): Partial<Body> {
  const { temperature, maxOutputTokens } = parameters;
  const hasSummary = givesSummaries(settings) && !without.has('summary');
  const reasoning = {
    ...(effort && { effort }),
    ...(hasSummary && { summary: 'auto' as const }),
  };
  return {
    ...(Object.keys(reasoning).length > 0 && { reasoning }),
    // The vendor stores nothing, so reasoning before a call must be sent back with the next round.
    ...(hasSummary && { include: ['reasoning.encrypted_content' as const] }),
    ...(temperature !== undefined && !without.has('temperature') && { temperature }),
    ...(maxOutputTokens && !without.has('max_tokens') && { max_output_tokens: maxOutputTokens }),
  };
}

/** A round's output and results, which every later request repeats. */
function roundAsInput({ text, calls, results, vendorState }: ToolRound, keepsReasoning: boolean) {
  const items = keepsReasoning ? (vendorState.items ?? []) : [];
  return [
    // In the vendor's format and order, which the SDK's types don't cover.
    ...(items as unknown as OpenAI.Responses.ResponseInputItem[]),
    ...(text === '' || items.some(({ type }) => type === 'message')
      ? []
      : [{ role: 'assistant' as const, content: text }]),
    ...calls.flatMap(({ id, name, input }) =>
      items.some(({ call_id }) => call_id === id)
        ? []
        : [{ type: 'function_call' as const, call_id: id, name, arguments: input.trim() || '{}' }],
    ),
    ...calls.map(({ id }, index) => ({
      type: 'function_call_output' as const,
      call_id: id,
      output: results[index] ?? '',
    })),
  ];
}

function asInput({ role, content, images = [] }: ModelTurn): OpenAI.Responses.EasyInputMessage {
  if (images.length === 0) return { role, content };
  const pictures = images.map(({ type, base64 }) => ({
    type: 'input_image' as const,
    image_url: `data:${type};base64,${base64}`,
    detail: 'auto' as const,
  }));
  return { role, content: [...(content === '' ? [] : [{ type: 'input_text' as const, text: content }]), ...pictures] };
}
