/** Builds the script of a vendor with chat completions from the vendor's peculiarities. */
import type { AnswerUsage } from '~/shared/schemas/messages';
import { withGenericRejections } from './generic-rejections';
import { busyWith, type Reply, type ScriptedCall, stream, type VendorScript } from './vendor-script';

type Members = Record<string, unknown>;

export interface ChatStyle
  extends Omit<
    VendorScript,
    'api' | 'answer' | 'usage' | 'calls' | 'thinks' | 'endsBy' | 'failsAfter' | 'busy' | 'empty'
  > {
  /** Properties of every chunk. */
  chunk?: Members;
  /** Properties of every choice. */
  choice?: Members;
  /** Chunks, comments or heartbeats before the first token and after the finish. */
  opening?: readonly string[];
  ending?: readonly string[];
  contentType?: string;
  /** The position of usage in the stream, its format, and the expected result. */
  usageIn: 'finish' | 'choice' | 'own chunk' | 'every chunk' | 'x_groq' | 'none';
  rawUsage?: Members;
  counted?: AnswerUsage;
  /** Whether the stream ends with `[DONE]`. */
  hasDone: boolean;
  lengthReason?: string;
  filterReason?: string;
  callReason?: string;
  /** The deltas of a piece of text, a call and a thought. */
  text?(part: string): Members;
  callDeltas?(calls: readonly ScriptedCall[]): Members[];
  thought?(thought: string): Members[];
  /** A thought and its answer in one text, for vendors without a separate property for thoughts. */
  tagged?(thought: string, parts: readonly string[]): string[];
  /** The event of an error within the stream. */
  failureEvent: string;
  busyBody: unknown;
  busyHeaders?: Record<string, string>;
}

export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

/** OpenAI's format: first id and name, then arguments in pieces, each call with its index. */
const callsInPieces = (calls: readonly ScriptedCall[]): Members[] =>
  calls.flatMap(({ name, input }, index) => {
    const text = JSON.stringify(input);
    const half = Math.ceil(text.length / 2);
    return [
      { tool_calls: [{ index, id: `call_${index}a`, type: 'function', function: { name, arguments: '' } }] },
      { tool_calls: [{ index, function: { arguments: text.slice(0, half) } }] },
      { tool_calls: [{ index, function: { arguments: text.slice(half) } }] },
    ];
  });

export function chatVendor(style: ChatStyle): VendorScript {
  const { chunk = {}, choice = {}, opening = [], ending = [], usageIn, rawUsage = {}, hasDone } = style;
  const text = style.text ?? ((content: string): Members => ({ content }));
  const base = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: style.model,
    ...chunk,
  };
  const inChoice = usageIn === 'choice' ? { usage: rawUsage } : {};
  const event = (delta: Members, finish: string | null = null) =>
    data({
      ...base,
      choices: [{ index: 0, delta, finish_reason: finish, ...choice, ...(finish && inChoice) }],
      ...((usageIn === 'every chunk' || (usageIn === 'finish' && finish)) && { usage: rawUsage }),
      ...(usageIn === 'x_groq' && finish && { x_groq: { id: 'req_1', usage: rawUsage } }),
    });
  const reply = (deltas: readonly Members[], finish: string, more: Partial<Reply> = {}): Reply => {
    const body = [
      ...opening,
      event({ role: 'assistant', content: '' }),
      ...deltas.map((delta) => event(delta)),
      event({}, finish),
      ...(usageIn === 'own chunk' ? [data({ ...base, choices: [], usage: rawUsage })] : []),
      ...ending,
      ...(hasDone ? ['data: [DONE]\n\n'] : []),
    ];
    const contentType = style.contentType ?? 'text/event-stream; charset=utf-8';
    return stream(body, { headers: { 'content-type': contentType }, ...more });
  };
  const thoughts = thoughtDeltas(style, text);
  return {
    ...style,
    api: 'chat',
    usage: usageIn === 'none' ? undefined : style.counted,
    answer: (parts) => reply(parts.map(text), 'stop'),
    calls: (calls, parts = []) =>
      reply([...parts.map(text), ...(style.callDeltas ?? callsInPieces)(calls)], style.callReason ?? 'tool_calls'),
    ...(thoughts && { thinks: (thought, parts) => reply(thoughts(thought, parts), 'stop') }),
    endsBy: (reason, parts) =>
      reply(
        parts.map(text),
        reason === 'length' ? (style.lengthReason ?? 'length') : (style.filterReason ?? 'content_filter'),
      ),
    failsAfter: (parts) =>
      stream([
        ...opening,
        event({ role: 'assistant', content: '' }),
        ...parts.map((part) => event(text(part))),
        style.failureEvent,
      ]),
    busy: busyWith(style.busyBody, style.busyHeaders),
    empty: reply([], 'stop'),
    rejections: withGenericRejections('chat', style),
  };
}

/** The deltas of a thought and its answer; undefined if the vendor sends no thoughts. */
function thoughtDeltas({ thought, tagged }: ChatStyle, text: (part: string) => Members) {
  if (thought) return (about: string, parts: readonly string[]) => [...thought(about), ...parts.map(text)];
  return tagged && ((about: string, parts: readonly string[]) => tagged(about, parts).map(text));
}
