import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';

interface ParserData {
  micromarkExtensions?: unknown[];
}

/** Emphasis that ends beside Chinese, Japanese or Korean punctuation, which CommonMark doesn't recognize. */
export function cjk(this: { data(): object }): void {
  const data: ParserData = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), cjkFriendlyExtension()];
}
