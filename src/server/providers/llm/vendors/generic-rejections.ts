/** Errors for parts of a request whose error the vendor does not document, in the vendor's envelope. */
import type { Reply, VendorScript } from './vendor-script';

/** What nearly every request has, with tools or images or without. */
export const rejectableParts = {
  chat: ['tools', 'images', 'stream_options', 'system', 'streaming'],
  // The Responses API has no stream_options, because it always reports the usage.
  responses: ['tools', 'images', 'system', 'streaming'],
} as const;

type Part = (typeof rejectableParts.chat)[number];

const errors: Record<Part, [message: string, param: string]> = {
  tools: ["Unsupported parameter: 'tools' is not supported with this model.", 'tools'],
  images: ["Invalid content type: 'image_url' is not supported with this model.", 'messages[1].content[1].type'],
  stream_options: ["Unsupported parameter: 'stream_options' is not supported with this model.", 'stream_options'],
  system: ["Unsupported value: 'messages[0].role' does not support 'system' with this model.", 'messages[0].role'],
  streaming: ["Unsupported value: 'stream' does not support true with this model.", 'stream'],
};

export function withGenericRejections(
  api: VendorScript['api'],
  { rejects, rejections }: Pick<VendorScript, 'rejects' | 'rejections'>,
): VendorScript['rejections'] {
  const generic = rejectableParts[api].map((part): [Part, Reply] => [part, rejects(...errors[part])]);
  return { ...Object.fromEntries(generic), ...rejections };
}
