/** Finds the reason in an error of any format, because endpoints have none in common. */

import { recordOf } from '~/shared/is-record';
import { textStart } from '~/shared/text-start';
import { listOf, numberOf, stringOf, type WireObject } from './openai-wire';

/** Longer messages are cut before any pattern is applied. Much less is kept. */
const maxCharacters = 1000;

export interface VendorError {
  message: string;
  code: string;
  /** HTTP status, if the body contains one. */
  status: number | undefined;
  param: string | undefined;
}

/** Undefined if the value reports no error. */
export function vendorErrorIn(value: unknown): VendorError | undefined {
  if (Array.isArray(value)) return value.length > 0 ? vendorErrorIn(value[0]) : undefined;
  const body = recordOf(value);
  if (body.error) return describe(body.error);
  // Pydantic's, vLLM's flat one, and a bare event of the Responses API.
  if (body.detail !== undefined || body.object === 'error' || body.type === 'error') return describe(body);
  if (typeof body.message === 'string' && body.choices === undefined && body.output === undefined)
    return describe(body);
  return Array.isArray(body.errors) ? describe(body.errors[0]) : undefined;
}

function describe(error: unknown): VendorError {
  if (typeof error === 'string')
    return { message: textStart(error, maxCharacters), code: '', status: undefined, param: undefined };
  const body = recordOf(error);
  const inner = rawError(body);
  const status = [numberOf(body.code), numberOf(body.status), numberOf(body.status_code)].find(isErrorStatus);
  return {
    message: (
      inner?.message ||
      stringOf(body.message) ||
      detailOf(body.detail ?? recordOf(body.message).detail) ||
      stringOf(body.msg) ||
      ''
    ).slice(0, maxCharacters + 1),
    code: (stringOf(body.code) || inner?.code || stringOf(body.type) || stringOf(body.status) || '').slice(0, 100),
    status: status ?? inner?.status,
    param: stringOf(body.param),
  };
}

const isErrorStatus = (status: number | undefined) => status !== undefined && status >= 400 && status < 600;

/** OpenRouter passes on the error text of its provider. */
function rawError(body: WireObject): VendorError | undefined {
  const raw = stringOf(recordOf(body.metadata).raw);
  if (!raw) return undefined;
  try {
    return vendorErrorIn(JSON.parse(raw));
  } catch {
    return describe(raw);
  }
}

function detailOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return stringOf(recordOf(detail).message) ?? '';
  return listOf(detail)
    .map((one) => [listOf(recordOf(one).loc).join('.'), stringOf(recordOf(one).msg)].filter(Boolean).join(': '))
    .join('; ');
}

/** The relevant line, cut between words, because half a URL or key would not be recognized below. */
function mainLine(message: string): string {
  const lines = message
    .slice(0, maxCharacters + 1)
    .trimStart()
    .split('\n');
  // llama.cpp first shows the position in the chat template, below a line of dashes.
  const line = (/^-+$/.test(lines[0] ?? '') && lines.find((one) => one.startsWith('Error: '))) || lines[0] || '';
  return line.length <= maxCharacters ? line : line.slice(0, line.lastIndexOf(' ') + 1);
}

/** A vendor's message without URLs, addresses, keys, paths and stacks, for the log and administrators. */
export function safeReason(message: string): string {
  const safe = mainLine(message)
    .replace(/\S*:\/\/\S*/g, '…')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, '…')
    .replace(/\S*@\S*/g, '…')
    .replace(/(^|[\s('"`])\/[\w.-]+\/\S*/g, '$1…')
    .replace(/\b(sk|xai|key|Bearer)[-_ ][\w*.-]{4,}/gi, '…')
    .replace(/(?=[\w*-]*\d)[\w*-]{24,}/g, '…')
    .trim();
  return safe.length > 300 ? `${textStart(safe, 299)}…` : safe;
}
