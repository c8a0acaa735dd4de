/** Assembles the tool calls of a chat completion from the stream of any endpoint. */
import { recordOf } from '~/shared/is-record';
import { numberOf, stringOf, type ToolCall, type WireObject } from './openai-wire';

interface OpenCall extends ToolCall {
  index: number | undefined;
  /** False until the endpoint has sent an id. */
  hasId: boolean;
}

/**
 * A piece belongs to a known call by its id, else by its index, else to the last one. It starts a new call if it has
 * another id or name, or arguments although the previous ones are complete: Ollama and Gemini give every call the index
 * 0 or none.
 */
export class ChatCalls {
  private readonly open: OpenCall[] = [];

  get list(): ToolCall[] {
    return this.open.map(({ id, name, input, extra }) => ({ id, name, input, ...(extra !== undefined && { extra }) }));
  }

  take(piece: WireObject): void {
    const { name: rawName, arguments: rawInput } = recordOf(piece.function);
    const id = stringOf(piece.id) || undefined;
    const index = numberOf(piece.index);
    const name = stringOf(rawName) ?? '';
    const input =
      typeof rawInput === 'object' && rawInput !== null ? JSON.stringify(rawInput) : (stringOf(rawInput) ?? '');
    const call = this.find(id, index, name, input) ?? this.start(id, index);
    if (id && !call.hasId) Object.assign(call, { id, hasId: true });
    if (call.name === '') call.name = name;
    // Some endpoints repeat the whole call at the end.
    if (input !== call.input || !isWhole(input)) call.input += input;
    if (piece.extra_content !== undefined) call.extra = piece.extra_content;
  }

  private find(id: string | undefined, index: number | undefined, name: string, input: string): OpenCall | undefined {
    if (id !== undefined) {
      const same = this.open.find((call) => call.hasId && call.id === id);
      if (same) return same;
    }
    const known = index === undefined ? this.open.at(-1) : this.open.findLast((call) => call.index === index);
    if (!known || (id !== undefined && known.hasId)) return undefined;
    if (name !== '' && known.name !== '' && name !== known.name) return undefined;
    return isWhole(known.input) && input.trimStart().startsWith('{') ? undefined : known;
  }

  private start(id: string | undefined, index: number | undefined): OpenCall {
    // Nine letters and digits, the only format that Mistral accepts.
    const invented = `call${String(this.open.length).padStart(5, '0')}`;
    const call: OpenCall = { id: id ?? invented, hasId: id !== undefined, index, name: '', input: '' };
    this.open.push(call);
    return call;
  }
}

function isWhole(input: string): boolean {
  if (!input.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(input);
    return true;
  } catch {
    return false;
  }
}
