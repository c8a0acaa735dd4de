import type OpenAI from 'openai';
import { type HostedTool, isOpenAiHost } from './openai-endpoint';
import { systemPromptWith, type ToolRound, type ToolTalk } from './openai-wire';
import { alternating, withoutImages, withSystemInQuestion } from './turns';
import type { ModelRequest, ModelTurn } from './types';

type Body = OpenAI.Responses.ResponseCreateParams;

/** The body of a request to the Responses API, without the parts that the endpoint refuses. */
export function responsesBody(
  settings: { model: string; baseUrl: string },
  request: ModelRequest,
  hosted: readonly HostedTool[],
  talk: ToolTalk,
): Body {
  const { without, tools, rounds } = talk;
  const system = systemPromptWith(request, talk);
  const seen = without.has('images') ? withoutImages(request.turns) : request.turns;
  const turns = without.has('system') ? withSystemInQuestion(system, seen) : alternating(seen);
  const body: Body = {
    model: settings.model,
    input: [
      // As a message and not as `instructions`, which xAI has long refused.
      ...(without.has('system') ? [] : [{ role: 'system' as const, content: system }]),
      ...turns.map(asInput),
      ...rounds.flatMap((round) => roundAsInput(round, !without.has('carried'))),
    ],
    stream: !without.has('streaming'),
    store: false,
    ...parametersOf(request, talk, settings),
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
  // `x_search` is xAI's and unknown to the SDK's types.
  const offered = [...searches, ...searched, ...own];
  if (offered.length > 0) body.tools = offered as unknown as OpenAI.Responses.Tool[];
  // Without it the passages are not told apart from what the model says.
  if (searched.length > 0) body.include = [...(body.include ?? []), 'file_search_call.results'];
  return body;
}

/** Only these give summaries of their thoughts, and others refuse to be asked. */
export function givesSummaries({ model, baseUrl }: { model: string; baseUrl: string }): boolean {
  return isOpenAiHost(baseUrl) && /^(o\d|gpt-5(?!.*chat))/.test(model);
}

function parametersOf(
  { parameters = {} }: ModelRequest,
  { without }: ToolTalk,
  settings: { model: string; baseUrl: string },
): Partial<Body> {
  const { effort, temperature, maxOutputTokens } = parameters;
  const hasSummary = givesSummaries(settings) && !without.has('summary');
  const reasoning = {
    ...(effort && !without.has('effort') && { effort }),
    ...(hasSummary && { summary: 'auto' as const }),
  };
  return {
    ...(Object.keys(reasoning).length > 0 && { reasoning }),
    // Nothing is stored over there, so what was thought before a call travels with us.
    ...(hasSummary && { include: ['reasoning.encrypted_content' as const] }),
    ...(temperature !== undefined && !without.has('temperature') && { temperature }),
    ...(maxOutputTokens && !without.has('max_tokens') && { max_output_tokens: maxOutputTokens }),
  };
}

/** Every round says again what was called and what came of it. */
function roundAsInput({ text, calls, results, carried }: ToolRound, isCarried: boolean) {
  return [
    // As the vendor sent them: their types are its own.
    ...(isCarried ? ((carried.items ?? []) as unknown as OpenAI.Responses.ResponseInputItem[]) : []),
    ...(text === '' ? [] : [{ role: 'assistant' as const, content: text }]),
    ...calls.map(({ id, name, input }) => ({
      type: 'function_call' as const,
      call_id: id,
      name,
      arguments: input.trim() || '{}',
    })),
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
