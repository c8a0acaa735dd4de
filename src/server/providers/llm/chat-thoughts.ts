/**
 * Reads a model's thoughts from vendor-specific fields, and stores them in the format in which they must be sent
 * back.
 */
import { recordOf } from '~/shared/is-record';
import { listOf, stringOf, type WireObject } from './openai-wire';

/** Text and thoughts of one delta's `content`, which Mistral sends as a list. */
export function contentOf(content: unknown): { text: string; thought: string } {
  if (typeof content === 'string') return { text: content, thought: '' };
  let [text, thought] = ['', ''];
  for (const part of listOf(content)) {
    const { type, text: plainText, thinking } = recordOf(part);
    if (type === 'thinking') thought += typeof thinking === 'string' ? thinking : textsOf(thinking);
    else text += stringOf(plainText) ?? '';
  }
  return { text, thought };
}

const textsOf = (parts: unknown) =>
  listOf(parts)
    .map((part) => stringOf(recordOf(part).text) ?? '')
    .join('');

export class ChatThoughts {
  private member: 'reasoning_content' | 'reasoning' | undefined;
  private text = '';
  private inContent = '';
  private readonly details: Record<string, unknown>[] = [];
  /** The thought blocks that LiteLLM sends beside `reasoning_content`. */
  private readonly blocks: Record<string, unknown>[] = [];

  /** The new thought in a delta. */
  take(delta: WireObject, thoughtInContent: string): string {
    if (thoughtInContent !== '') {
      this.inContent += thoughtInContent;
      return thoughtInContent;
    }
    const details = listOf(delta.reasoning_details);
    for (const detail of details) this.addDetail(recordOf(detail));
    for (const block of listOf(delta.thinking_blocks)) this.addBlock(recordOf(block));
    for (const member of ['reasoning_content', 'reasoning'] as const) {
      const thought = stringOf(delta[member]);
      if (!thought) continue;
      this.member ??= member;
      this.text += thought;
      return thought;
    }
    return details
      .map((detail) => stringOf(recordOf(detail).text) ?? stringOf(recordOf(detail).summary) ?? '')
      .join('');
  }

  /** For the assistant's message of the next round, in the original format. */
  membersWith(text: string): WireObject | undefined {
    if (this.details.length > 0) return { reasoning_details: this.details };
    const sealed = this.blocks.filter(isSealed);
    if (this.member || sealed.length > 0)
      return { [this.member ?? 'reasoning_content']: this.text, ...(sealed.length > 0 && { thinking_blocks: sealed }) };
    if (this.inContent === '') return undefined;
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: this.inContent }] };
    return { content: [thinking, ...(text.trim() === '' ? [] : [{ type: 'text', text }])] };
  }

  /**
   * Joins the pieces of one thought, as OpenRouter requires them. The last one may have only the signature, without
   * which Claude rejects the thought.
   */
  private addDetail(detail: WireObject): void {
    const last = this.details.at(-1);
    const isPiece = last?.type === detail.type && last?.index === detail.index && isPieceOf(last ?? {}, detail);
    if (!last || !isPiece) {
      this.details.push({ ...detail });
      return;
    }
    for (const member of ['text', 'summary'] as const) {
      if (typeof detail[member] === 'string') last[member] = `${stringOf(last[member]) ?? ''}${detail[member]}`;
    }
    if (detail.signature) last.signature = detail.signature;
  }

  /** Joins the pieces of one block. The last one has the signature, and in most versions the whole text again. */
  private addBlock(block: WireObject): void {
    const last = this.blocks.at(-1);
    if (!last || isSealed(last) || block.type !== 'thinking') {
      this.blocks.push({ ...block });
      return;
    }
    const earlier = stringOf(last.thinking) ?? '';
    const thought = stringOf(block.thinking) ?? '';
    const isRepeated = Boolean(block.signature) && thought.startsWith(earlier);
    Object.assign(last, block, { thinking: isRepeated ? thought : earlier + thought });
  }
}

/** Claude accepts no thought without its signature. */
const isSealed = ({ type, signature }: WireObject) => type === 'redacted_thinking' || Boolean(signature);

/** A summary does not continue a text, and neither of them continues an encrypted thought. */
function isPieceOf(last: WireObject, { text, summary, data, signature }: WireObject): boolean {
  if (data || last.data) return false;
  if (typeof text === 'string') return last.summary === undefined || last.summary === null;
  if (typeof summary === 'string') return last.text === undefined || last.text === null;
  return Boolean(signature);
}
