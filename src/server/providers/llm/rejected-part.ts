/**
 * Finds the part of a request that an endpoint rejects, from its error message. A part counts only if it was sent and
 * the error names it; it is remembered only if the error clearly says that the model or server does not support it.
 */
import { recordOf } from '~/shared/is-record';
import type { RequestPart } from './endpoint-memory';
import { stringOf } from './openai-wire';
import type { ModelError } from './types';

/** A thought without its signature, or with another one. Other thoughts are accepted. */
const oneThoughtErrors = /\bsignature\b.*thinking|`thinking`.*`redacted_thinking`|thought.?signature/i;

const namedBy: [part: RequestPart, words: RegExp][] = [
  // Chat templates that support a system prompt, but no tool results.
  ['tools', /only user, system and assistant roles|roles are supported, with the exception of/i],
  // A reasoning item without the one that followed it, or of another account or region.
  [
    'vendor_state',
    /required following item|required .?reasoning.? item|invalid_encrypted_content|encrypted content.*verified/i,
  ],
  ['vendor_state', oneThoughtErrors],
  // Without an effort, Claude expects no thoughts before a call.
  ['effort', /`thinking`.*`redacted_thinking`/i],
  ['stream_options', /stream_options|include_usage/i],
  ['summary', /reasoning\.summary|generate reasoning summar|encrypted_content/i],
  [
    'effort',
    /reasoning[._]effort|\beffort\b|invalid reasoning value|does not support thinking|\bthink value|\bthinking.?(level|budget)/i,
  ],
  ['max_tokens', /\bmax_(completion_|output_)?tokens\b/i],
  ['temperature', /\btemperature\b/i],
  ['hosted_collections', /file_search|collections?_search|vector_stores?|vector_store_ids|\bcollections?\b/i],
  ['hosted_search', /web_search|x_search|hosted tool|server-side tool/i],
  [
    'vendor_state',
    /reasoning_content|reasoning_details|thinking_blocks|\breasoning\b.*(unsupported|property)|extra_content|ThinkChunk/i,
  ],
  ['images', /\bimages?\b|image_url|input_image|\bvision\b|multi-?modal|mmproj|content must be a string/i],
  [
    'system',
    /system (role|message|instruction|prompt)|developer instruction|only user and assistant roles|role.*\bsystem\b|roles must alternate/i,
  ],
  [
    'tools',
    /\btools?\b|tool_choice|tool_use|tool calling|only user and assistant roles|function call|\bfunctions?\b|jinja/i,
  ],
  ['streaming', /\bstream(ing)?\b/i],
];

/** Matched only in the sentence that names the part: other sentences may be about anything. */
const plainWords =
  /(not|n't|only|never)\s+(currently\s+)?(be\s+)?(support|enabled|allow|permit|accept|available|compatible|take)|unsupported|unrecogni[sz]ed|(unknown|unexpected) (variant|parameter|argument|keyword|field|key|property|name)\b|(cannot|can't) (process|handle|see|read|take|accept)|requires --|no endpoints found|must be (a string|verified|alternat)|must alternate|extra inputs|is not a multimodal|invalid value: 'input_image'|missing data required|only user.* roles are supported/i;

/** Errors of an overloaded server may mention supported parts; these words only occur for unsupported ones. */
const partNamedInServerError =
  /(not|n't)\s+support|unsupported|not enabled|requires --|missing data required|only user.* roles are supported/i;

/** Errors of the model's output, such as a call that violates the schema. The next answer may be valid. */
const toolCallErrors = /tool_use_failed|failed_generation|did not match schema|tool call validation|\bschema\b/i;

/** Errors about the schema of one tool, which not every request has. */
const oneSchemaErrors = /\bfunction_?declarations\[|\bfunction\.parameters\b|\bparameters\.properties\b/i;

/** Errors about the type, size or content of an image: the next image may be accepted. */
const oneImageErrors =
  /\bmime\b|media.?type|formats?\b|\b(jpe?g|png|gif|webp)\b|(un)?supported image\b|(in)?valid image\b|too (large|big|small)|\bsize\b|dimension|pixel|corrupt|decode/i;

export interface RejectedPart {
  part: RequestPart;
  isPlain: boolean;
  /** The request itself is wrong, so the same one would fail again. */
  isLasting: boolean;
}

export function rejectedPart({ cause, code }: ModelError, sent: ReadonlySet<RequestPart>): RejectedPart | undefined {
  const { status: httpStatus, error } = recordOf(cause);
  const vendor = recordOf(error ?? cause);
  const status = httpStatus ?? vendor.status;
  // Errors without a status arrived in a stream.
  const mayReject = code === 'refused' || code === 'unavailable' || code === 'bad_answer';
  if (!mayReject || status === 401 || status === 403 || status === 429) return undefined;
  const isServerError = typeof status !== 'number' || status >= 500;
  const about = [vendor.param, vendor.code].map((text) => stringOf(text) ?? '').join(' ');
  const message = stringOf(vendor.message) ?? '';
  const words = `${about} ${message}`;
  const found = namedBy.find(([one, named]) => sent.has(one) && named.test(words));
  if (!found) return undefined;
  const [part, named] = found;
  const isOneSchema = part === 'tools' && oneSchemaErrors.test(words);
  const plain = isServerError ? partNamedInServerError : plainWords;
  const isPlain =
    !toolCallErrors.test(words) &&
    !((part === 'vendor_state' || part === 'effort') && oneThoughtErrors.test(words)) &&
    !isOneSchema &&
    !(part === 'images' && oneImageErrors.test(words)) &&
    sentencesOf(message).some((one) => named.test(`${about} ${one}`) && plain.test(`${about} ${one}`));
  // "Stream terminated unexpectedly": the same request may succeed when it is retried.
  if (part === 'streaming' && isServerError && !isPlain) return undefined;
  return { part, isPlain, isLasting: isPlain || isOneSchema };
}

const sentencesOf = (message: string) => message.split(/[.!?;]\s|\n/);
