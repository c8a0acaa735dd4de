/** Builds the script of a vendor that speaks the Responses API. */
import type { AnswerUsage } from '~/shared/schemas/messages';
import { withGenericRejections } from './generic-rejections';
import { busyWith, type ScriptedCall, stream, type VendorScript } from './vendor-script';

type Members = Record<string, unknown>;

export interface ResponsesStyle
  extends Omit<
    VendorScript,
    'api' | 'answer' | 'usage' | 'calls' | 'thinks' | 'endsBy' | 'failsAfter' | 'busy' | 'empty'
  > {
  rawUsage: Members;
  counted: AnswerUsage;
  /** In the completed response. */
  response?: Members;
  /** The item with a thought, as the vendor also sends it along with calls. */
  thoughtItem: Members;
  failureEvent: Members & { type: string };
  busyBody: unknown;
}

export function responsesVendor(style: ResponsesStyle): VendorScript {
  const { event, begun, deltas, thinking, calling, end } = eventsOf(style);
  const { thoughtItem } = style;
  return {
    ...style,
    api: 'responses',
    usage: style.counted,
    answer: (parts) => stream([...begun(), ...deltas(parts), end([messageItem(parts)])]),
    calls: (calls, parts = []) => {
      const items = calls.map(callItem);
      const item = { ...thoughtItem, summary: [] };
      return stream([
        ...begun(),
        event({ type: 'response.output_item.done', output_index: 0, item }),
        ...deltas(parts),
        ...calling(items),
        end([item, ...items]),
      ]);
    },
    thinks: (thought, parts) =>
      stream([...begun(), ...thinking(thought), ...deltas(parts), end([thoughtItem, messageItem(parts)])]),
    endsBy: (reason, parts) => {
      const details = { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' };
      return stream([...begun(), ...deltas(parts), end([], { status: 'incomplete', incomplete_details: details })]);
    },
    failsAfter: (parts) => stream([...begun(), ...deltas(parts), event(style.failureEvent)]),
    busy: busyWith(style.busyBody),
    empty: stream([...begun(), end([])]),
    rejections: withGenericRejections('responses', style),
  };
}

/** Serializes the vendor's events and numbers them in order. */
function eventsOf({ rawUsage, model, thoughtItem, response: ofVendor }: ResponsesStyle) {
  let sequence = 0;
  const event = (value: Members & { type: string }) =>
    `event: ${value.type}\ndata: ${JSON.stringify({ ...value, sequence_number: sequence++ })}\n\n`;
  const response = { id: 'resp_1', object: 'response', created_at: 1_760_000_000, model, output: [] as unknown[] };
  return {
    event,
    begun: () => [
      event({ type: 'response.created', response: { ...response, status: 'in_progress' } }),
      event({ type: 'response.in_progress', response: { ...response, status: 'in_progress' } }),
    ],
    deltas: (parts: readonly string[]) => {
      const place = { item_id: 'msg_1', output_index: 1, content_index: 0 };
      return parts.map((delta) => event({ type: 'response.output_text.delta', ...place, delta, logprobs: [] }));
    },
    thinking: (thought: string) => [
      event({ type: 'response.output_item.added', output_index: 0, item: { ...thoughtItem, summary: [] } }),
      event({ type: 'response.reasoning_summary_part.added', item_id: 'rs_1', output_index: 0, summary_index: 0 }),
      event({ type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', output_index: 0, delta: thought }),
      event({
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...thoughtItem, summary: [{ type: 'summary_text', text: thought }] },
      }),
    ],
    calling: (items: readonly ReturnType<typeof callItem>[]) =>
      items.flatMap((item, index) => [
        event({ type: 'response.output_item.added', output_index: index + 1, item: { ...item, arguments: '' } }),
        event({ type: 'response.function_call_arguments.delta', item_id: item.id, delta: item.arguments }),
        event({ type: 'response.output_item.done', output_index: index + 1, item }),
      ]),
    end: (output: readonly unknown[], more: Members = {}) => {
      const status = String(more.status ?? 'completed');
      const whole = { ...response, status, output, usage: rawUsage, ...ofVendor, ...more };
      return event({ type: `response.${status}`, response: whole });
    },
  };
}

const messageItem = (parts: readonly string[]) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: parts.join(''), annotations: [] }],
});

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
