import { inputOf, type ModelScript, type ScriptedToolCall, tokensOf } from './model-script';

/** One scripted answer as the bytes of its wire protocol, built once and written to any number of streams. */
export interface ModelFrames {
  /** Before the first token. */
  opening: string;
  tokens: readonly string[];
  /** After the last token: citations, usage and the event that completes the answer. */
  closing: string;
}

export type ModelApi = 'responses' | 'chat';
/** xAI differs: X search, sources seen, citations without title and position, text before its annotations. */
export type ModelFlavour = 'openai' | 'xai';

export function buildFrames(script: ModelScript, api: ModelApi, flavour: ModelFlavour, model: string): ModelFrames {
  return api === 'chat' ? chatFrames(script, model) : responsesFrames(script, flavour, model);
}

function event(data: { type: string } & Record<string, unknown>): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function responsesFrames(script: ModelScript, flavour: ModelFlavour, model: string): ModelFrames {
  const { fault } = script;
  let sequence = 0;
  const next = (data: { type: string } & Record<string, unknown>) => event({ ...data, sequence_number: sequence++ });
  const response = { id: 'resp_1', object: 'response', created_at: 1_760_000_000, model, output: [] as unknown[] };
  const part = { item_id: 'msg_1', output_index: 9, content_index: 0 };
  const words = tokensOf(script);
  const text = words.join('');
  const hasMessage = words.length > 0 || !script.toolCalls;
  const calls = (script.toolCalls ?? []).map(functionCallItem);
  const annotations = (script.citations ?? []).map((citation) => ({
    type: 'url_citation',
    url: citation.url,
    title: citation.title,
    start_index: citation.start,
    end_index: citation.end,
  }));

  const opening = [
    next({ type: 'response.created', response: { ...response, status: 'in_progress' } }),
    next({ type: 'response.in_progress', response: { ...response, status: 'in_progress' } }),
    ...(script.searches ?? []).flatMap((search, index) => searchEvents(search, flavour, index).map(next)),
    ...(hasMessage
      ? [
          next({ type: 'response.output_item.added', output_index: 9, item: messageItem('in_progress', []) }),
          next({
            type: 'response.content_part.added',
            ...part,
            part: { type: 'output_text', text: '', annotations: [] },
          }),
        ]
      : []),
  ].join('');
  const tokens = words.map((delta) => next({ type: 'response.output_text.delta', ...part, delta, logprobs: [] }));
  const content = [{ type: 'output_text', text, annotations }];
  const usage = {
    input_tokens: script.usage?.inputTokens ?? 10,
    output_tokens: script.usage?.outputTokens ?? words.length,
    total_tokens: 0,
    // Real xAI answers with five citations report 0 here.
    ...(flavour === 'xai' && { num_sources_used: 0 }),
  };
  const closing = [
    ...annotations.map((annotation, index) =>
      next({ type: 'response.output_text.annotation.added', ...part, annotation_index: index, annotation }),
    ),
    ...(hasMessage
      ? [
          next({ type: 'response.output_text.done', ...part, text }),
          next({ type: 'response.content_part.done', ...part, part: content[0] }),
          next({ type: 'response.output_item.done', output_index: 9, item: messageItem('completed', content) }),
        ]
      : []),
    ...calls.flatMap((item, index) => functionCallEvents(item, 10 + index).map(next)),
    fault?.kind === 'incomplete'
      ? next({
          type: 'response.incomplete',
          response: { ...response, status: 'incomplete', incomplete_details: { reason: fault.reason }, usage },
        })
      : fault?.kind === 'error_event'
        ? next({
            type: 'response.failed',
            response: { ...response, status: 'failed', error: { code: fault.code, message: fault.message } },
          })
        : next({
            type: 'response.completed',
            response: {
              ...response,
              status: 'completed',
              output: [...(hasMessage ? [messageItem('completed', content)] : []), ...calls],
              usage,
              ...(script.sourcesSeen && { citations: script.sourcesSeen }),
            },
          }),
  ].join('');
  return { opening, tokens, closing };
}

function functionCallItem(call: ScriptedToolCall, index: number) {
  const id = `fc_${index}`;
  return {
    id,
    type: 'function_call',
    status: 'completed',
    call_id: `call_${index}`,
    name: call.name,
    arguments: inputOf(call),
  };
}

function functionCallEvents(item: ReturnType<typeof functionCallItem>, output_index: number) {
  const place = { item_id: item.id, output_index };
  const half = Math.ceil(item.arguments.length / 2);
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, arguments: '', status: 'in_progress' } },
    { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments.slice(0, half) },
    { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments.slice(half) },
    { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
    { type: 'response.output_item.done', output_index, item },
  ];
}

function messageItem(status: string, content: unknown[]) {
  return { id: 'msg_1', type: 'message', role: 'assistant', status, content };
}

function searchEvents(search: 'web_search' | 'x_search', flavour: ModelFlavour, index: number) {
  const id = `search_${index}`;
  const place = { item_id: id, output_index: index };
  if (search === 'x_search' && flavour === 'xai') {
    const item = { id, type: 'custom_tool_call', name: 'x_keyword_search', call_id: `call_${index}` };
    return [
      { type: 'response.output_item.added', output_index: index, item: { ...item, input: '', status: 'in_progress' } },
      { type: 'response.custom_tool_call_input.delta', ...place, delta: `{"query":"query ${index}"}` },
      { type: 'response.custom_tool_call_input.done', ...place, input: `{"query":"query ${index}"}` },
      { type: 'response.output_item.done', output_index: index, item: { ...item, status: 'completed' } },
    ];
  }
  const item = { id, type: `${search}_call` };
  const action = { type: 'search', query: `query ${index}`, sources: [] };
  return [
    { type: 'response.output_item.added', output_index: index, item: { ...item, status: 'in_progress' } },
    { type: `response.${search}_call.in_progress`, ...place },
    { type: `response.${search}_call.searching`, ...place },
    { type: `response.${search}_call.completed`, ...place },
    { type: 'response.output_item.done', output_index: index, item: { ...item, status: 'completed', action } },
  ];
}

function chatFrames(script: ModelScript, model: string): ModelFrames {
  const { fault } = script;
  const words = tokensOf(script);
  const chunk = (data: Record<string, unknown>) =>
    `data: ${JSON.stringify({ id: 'chat_1', object: 'chat.completion.chunk', created: 1_760_000_000, model, ...data })}\n\n`;
  const choice = (delta: Record<string, unknown>, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: finish }] });

  const annotations = (script.citations ?? []).map(({ url, title, start, end }) => ({
    type: 'url_citation',
    url_citation: { url, title, start_index: start, end_index: end },
  }));
  const usage = {
    prompt_tokens: script.usage?.inputTokens ?? 10,
    completion_tokens: script.usage?.outputTokens ?? words.length,
    total_tokens: 0,
  };
  const reason = fault?.kind === 'incomplete' && fault.reason === 'max_output_tokens' ? 'length' : 'content_filter';
  return {
    opening: choice({ role: 'assistant', content: '' }),
    tokens: words.map((content) => choice({ content })),
    closing:
      fault?.kind === 'error_event'
        ? `data: ${JSON.stringify({ error: { code: fault.code, message: fault.message } })}\n\n`
        : [
            ...(script.toolCalls ?? []).flatMap(toolCallDeltas).map((tool_calls) => choice({ tool_calls })),
            ...(annotations.length > 0 ? [choice({ annotations })] : []),
            choice({}, fault?.kind === 'incomplete' ? reason : script.toolCalls ? 'tool_calls' : 'stop'),
            chunk({ choices: [], usage }),
            'data: [DONE]\n\n',
          ].join(''),
  };
}

/** One call as chunks: the name first, then the arguments in halves, or all at once for endpoints without indexes. */
function toolCallDeltas(call: ScriptedToolCall, index: number): object[][] {
  const input = inputOf(call);
  if (call.hasId === false) return [[{ type: 'function', function: { name: call.name, arguments: input } }]];
  const half = Math.ceil(input.length / 2);
  return [
    [{ index, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: '' } }],
    [{ index, function: { arguments: input.slice(0, half) } }],
    [{ index, function: { arguments: input.slice(half) } }],
  ];
}
