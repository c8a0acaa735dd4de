/** Builds the script of a vendor that speaks the Responses API. */
import type { AnswerUsage } from '~/shared/schemas/messages';
import { json, type Reply, type ScriptedCall, stream, type VendorScript } from './vendor-script';

type Members = Record<string, unknown>;

export interface ResponsesStyle
  extends Omit<
    VendorScript,
    'api' | 'answer' | 'usage' | 'calls' | 'thinks' | 'endsBy' | 'failsAfter' | 'busy' | 'empty'
  > {
  rawUsage: Members;
  counted: AnswerUsage;
  /** In the finished response. */
  response?: Members;
  /** The item that holds a thought, as the vendor sends it with its calls too. */
  thoughtItem: Members;
  failureEvent: Members & { type: string };
  busyBody: unknown;
}

export function responsesVendor(style: ResponsesStyle): VendorScript {
  const { rawUsage, model, thoughtItem } = style;
  let sequence = 0;
  const event = (value: Members & { type: string }) =>
    `event: ${value.type}\ndata: ${JSON.stringify({ ...value, sequence_number: sequence++ })}\n\n`;
  const response = { id: 'resp_1', object: 'response', created_at: 1_760_000_000, model, output: [] as unknown[] };
  const begun = () => [
    event({ type: 'response.created', response: { ...response, status: 'in_progress' } }),
    event({ type: 'response.in_progress', response: { ...response, status: 'in_progress' } }),
  ];
  const deltas = (parts: readonly string[]) => {
    const place = { item_id: 'msg_1', output_index: 1, content_index: 0 };
    return parts.map((delta) => event({ type: 'response.output_text.delta', ...place, delta, logprobs: [] }));
  };
  const message = (text: string) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  });
  const end = (output: readonly unknown[], more: Members = {}) => {
    const status = String(more.status ?? 'completed');
    const whole = { ...response, status, output, usage: rawUsage, ...style.response, ...more };
    return event({ type: `response.${status}`, response: whole });
  };
  const thinkingEvents = (thought: string) => [
    event({ type: 'response.output_item.added', output_index: 0, item: { ...thoughtItem, summary: [] } }),
    event({ type: 'response.reasoning_summary_part.added', item_id: 'rs_1', output_index: 0, summary_index: 0 }),
    event({ type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', output_index: 0, delta: thought }),
    event({
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...thoughtItem, summary: [{ type: 'summary_text', text: thought }] },
    }),
  ];
  const answer = (parts: readonly string[]): Reply =>
    stream([...begun(), ...deltas(parts), end([message(parts.join(''))])]);
  return {
    ...style,
    api: 'responses',
    usage: style.counted,
    answer,
    calls: (calls) => {
      const items = calls.map(callItem);
      const events = items.flatMap((item, index) => [
        event({ type: 'response.output_item.added', output_index: index + 1, item: { ...item, arguments: '' } }),
        event({ type: 'response.function_call_arguments.delta', item_id: item.id, delta: item.arguments }),
        event({ type: 'response.output_item.done', output_index: index + 1, item }),
      ]);
      const item = { ...thoughtItem, summary: [] };
      return stream([
        ...begun(),
        event({ type: 'response.output_item.done', output_index: 0, item }),
        ...events,
        end([item, ...items]),
      ]);
    },
    thinks: (thought, parts) =>
      stream([...begun(), ...thinkingEvents(thought), ...deltas(parts), end([thoughtItem, message(parts.join(''))])]),
    endsBy: (reason, parts) => {
      const details = { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' };
      return stream([...begun(), ...deltas(parts), end([], { status: 'incomplete', incomplete_details: details })]);
    },
    failsAfter: (parts) => stream([...begun(), ...deltas(parts), event(style.failureEvent)]),
    busy: (retryAfter) => json(429, style.busyBody, retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    empty: stream([...begun(), end([])]),
  };
}

function callItem({ name, input }: ScriptedCall, index: number) {
  return {
    id: `fc_${index}`,
    type: 'function_call',
    status: 'completed',
    call_id: `call_${index}a`,
    name,
    arguments: JSON.stringify(input),
  };
}
