/**
 * Finds the part of a request that an endpoint refuses, from the words of its error. A part counts only if it was sent
 * and the error names it; it is remembered only if the error says plainly that the model or server does not take it.
 */
import type { RequestPart } from './endpoint-memory';
import { objectOf, stringOf } from './openai-wire';
import type { ModelError } from './types';

const namedBy: [part: RequestPart, words: RegExp][] = [
  ['stream_options', /stream_options|include_usage/i],
  ['summary', /reasoning\.summary|generate reasoning summar|encrypted_content/i],
  ['effort', /reasoning[._]effort|\beffort\b/i],
  ['max_tokens', /\bmax_(completion_|output_)?tokens\b/i],
  ['temperature', /\btemperature\b/i],
  ['hosted_collections', /file_search|collections?_search|vector_stores?|vector_store_ids|\bcollections?\b/i],
  ['hosted_search', /web_search|x_search|hosted tool|server-side tool/i],
  ['carried', /reasoning_content|reasoning_details|\breasoning\b.*(unsupported|property)|extra_content|ThinkChunk/i],
  ['images', /\bimages?\b|image_url|input_image|vision|multi-?modal|mmproj|content must be a string/i],
  ['system', /system (role|message|instruction|prompt)|developer instruction|role.*\bsystem\b|roles must alternate/i],
  ['tools', /\btools?\b|tool_choice|tool_use|tool calling|function call|\bfunctions?\b|jinja/i],
  ['streaming', /\bstream(ing)?\b/i],
];

const plainWords =
  /(not|n't|only|never)\s+(currently\s+)?(be\s+)?(support|enabled|allow|permit|accept|available|compatible|take|use)|unsupported|unknown|unrecogni[sz]ed|unexpected|not permitted|requires|no endpoints found|must be (a string|verified|alternat)|must alternate|extra inputs|cannot|is not a multimodal|missing data required/i;

export interface Refusal {
  part: RequestPart;
  isPlain: boolean;
}

export function refusedPart({ cause, code }: ModelError, sent: ReadonlySet<RequestPart>): Refusal | undefined {
  const { status: httpStatus, error } = objectOf(cause);
  const vendor = objectOf(error ?? cause);
  const status = httpStatus ?? vendor.status;
  // Without a status the error came in a stream.
  const mayRefuse = code === 'refused' || code === 'unavailable' || code === 'bad_answer';
  if (!mayRefuse || status === 401 || status === 403 || status === 429) return undefined;
  const words = [vendor.param, vendor.code, vendor.message].map((text) => stringOf(text) ?? '').join(' ');
  const part = namedBy.find(([one, named]) => sent.has(one) && named.test(words))?.[0];
  return part && { part, isPlain: plainWords.test(words) };
}
