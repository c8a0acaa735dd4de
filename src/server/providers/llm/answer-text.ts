/**
 * The text of one answer as shown: line ends are line feeds, thoughts are separate, and each new message of the vendor
 * starts a paragraph. It also maps offsets of the vendor's own text.
 */

import { CallMarkup } from './call-markup';
import type { EndpointMemory } from './endpoint-memory';
import { appendReasoning, appendText } from './openai-wire';
import { ReasoningTags } from './reasoning-tags';
import type { ModelEvent } from './types';

const paragraph = '\n\n';

interface Part {
  id: string;
  /** Its offset in the shown text. */
  at: number;
  /** Hidden characters, by their offset in the vendor's text. */
  removed: number[];
  rawLength: number;
}

export class AnswerText {
  /** Everything shown so far. */
  shown = '';
  reasoning = '';
  private readonly parts: Part[] = [];
  private readonly tags: ReasoningTags;
  private out: ModelEvent[] = [];
  private endsInReturn = false;
  /** Only if the model may call tools. */
  private readonly markup: CallMarkup | undefined;

  constructor(
    private readonly memory: EndpointMemory,
    { mayCall = false } = {},
  ) {
    if (mayCall)
      this.markup = new CallMarkup(
        () => this.shown,
        (text) => this.show(text),
      );
    const shown = () => `${this.shown}${this.markup?.held ?? ''}`;
    this.tags = new ReasoningTags(
      {
        get shown() {
          return shown();
        },
        text: (text) => (this.markup ? this.markup.push(text) : this.show(text)),
        reasoning: (text) => this.addThought(text, this.out),
        recall: (isHabit) => this.recall(isHabit),
        confirmHabit: () => {
          memory.thinksFirst = true;
        },
        takeBack: (characters) => this.takeBack(characters),
      },
      memory.thinksFirst,
    );
  }

  /** `part` identifies the vendor's message that contains the text. */
  push(raw: string, out: ModelEvent[], part = ''): void {
    if (raw === '') return;
    this.out = out;
    const current = this.partOf(part);
    const text = raw.includes('\r') || this.endsInReturn ? this.withoutReturns(raw, current) : raw;
    current.rawLength += raw.length;
    this.tags.push(text);
  }

  /**
   * Whether this text at an offset of the message was already received. Some vendors name the same message differently.
   */
  has(text: string, part = '', offset = 0): boolean {
    const known = this.parts.filter(({ id }) => id === part || id === '');
    if (known.some(({ rawLength }) => rawLength > offset)) return true;
    // Exactly the text before this offset has arrived.
    if (known.some(({ rawLength }) => rawLength > 0 && rawLength === offset)) return false;
    return this.shown.includes(text.replace(/\r\n?/g, '\n'));
  }

  /** The length of the vendor's message so far. */
  lengthOf(part = ''): number {
    return this.parts.find(({ id }) => id === part)?.rawLength ?? 0;
  }

  addThought(text: string, out: ModelEvent[]): void {
    this.reasoning += text;
    appendReasoning(out, text);
  }

  /** `hasCalls`: the server has parsed calls. Returns whether the text ended in one that it has not parsed. */
  end(out: ModelEvent[], hasCalls = false): boolean {
    this.out = out;
    this.tags.end();
    return this.markup?.end(hasCalls) ?? false;
  }

  /** Maps an offset of the vendor's message to the shown text. */
  placeOf(raw: number, partId = ''): number {
    const part = this.parts.find(({ id }) => id === partId) ?? this.parts[0];
    if (!part) return raw;
    return part.at + raw - part.removed.filter((at) => at < raw).length;
  }

  private show(text: string): void {
    this.shown += text;
    appendText(this.out, text);
  }

  private recall(isHabit: boolean): void {
    this.markup?.release();
    if (isHabit) this.memory.thinksFirst = true;
    this.reasoning += this.shown;
    this.shown = '';
    this.out.push({ type: 'recall', from: 0 });
  }

  private takeBack(characters: number): void {
    // The model does not always start with a thought.
    this.memory.thinksFirst = false;
    this.reasoning = this.reasoning.slice(0, -characters);
    this.out.push({ type: 'not_reasoning', characters });
  }

  private partOf(id: string): Part {
    const last = this.parts.at(-1);
    if (last?.id === id) return last;
    const known = this.parts.find((one) => one.id === id);
    if (known) return known;
    this.tags.release();
    if (this.shown !== '' && last) this.show(paragraph);
    const part: Part = { id, at: this.shown.length, removed: [], rawLength: 0 };
    this.parts.push(part);
    return part;
  }

  /** A carriage return at the end of a piece waits for the next one, because a line feed may follow. */
  private withoutReturns(raw: string, part: Part): string {
    const offset = part.rawLength;
    let text = '';
    for (let at = 0; at < raw.length; at += 1) {
      const isFeed = raw[at] === '\n';
      if (this.endsInReturn && isFeed) part.removed.push(offset + at);
      else text += raw[at] === '\r' ? '\n' : raw[at];
      this.endsInReturn = raw[at] === '\r';
    }
    return text;
  }
}
