/**
 * Separates thoughts from the answer if both arrive as one text: in `<think>…</think>` and similar tags, before a
 * `</think>` whose opening tag was part of the prompt, and in the channels of gpt-oss and Gemma 4. Only a tag at the
 * very beginning opens a thought, so that answers can mention tags.
 */
import { openFence } from '~/shared/answer-text/open-fence';

export interface TextSink {
  /** All text so far. */
  readonly shown: string;
  text(text: string): void;
  reasoning(text: string): void;
  /** All text so far was a thought. `isHabit`: the next answers of this model start with one, too. */
  recall(isHabit: boolean): void;
  /** The text began with a thought, as assumed. */
  confirmHabit(): void;
  /** The last `characters` of the thoughts are part of the answer, and follow as text. */
  takeBack(characters: number): void;
}

const closedBy: Record<string, string> = {
  '<think>': '</think>',
  '<thinking>': '</thinking>',
  '<thought>': '</thought>',
  '<reasoning>': '</reasoning>',
  '[THINK]': '[/THINK]',
  // Gemma 4
  '<|channel>thought': '<channel|>',
};
const channel = '<|channel|>';
const message = '<|message|>';
/** How a part of gpt-oss's text ends. */
const channelEnds = ['<|end|>', '<|return|>', '<|call|>'];
const openers = [...Object.keys(closedBy), channel, `<|start|>assistant${channel}`];
const unopenedEnd = '</think>';
/** After results of tools, some servers send only the end of Gemma's thought. */
const unopenedChannelEnd = '<channel|>';

type State =
  /** Only white space so far: a tag may follow. */
  | { at: 'start' }
  /** The name of a channel. */
  | { at: 'channel' }
  | { at: 'thought'; ends: readonly string[]; isAssumed?: boolean }
  | { at: 'answer'; ends: readonly string[] };

export class ReasoningTags {
  private state: State;
  /** Text that may be the beginning of a tag. */
  private held = '';
  /** White space after a thought is not part of the answer. */
  private hasThought = false;
  private assumed = '';

  /** `thinksFirst`: the text begins within a thought, as this model's prompt has opened it. */
  constructor(
    private readonly sink: TextSink,
    thinksFirst = false,
  ) {
    this.state = thinksFirst ? { at: 'thought', ends: [unopenedEnd], isAssumed: true } : { at: 'start' };
  }

  push(text: string): void {
    // Most tokens of most answers end here.
    if (this.state.at === 'answer' && this.held === '' && !text.includes('<')) {
      this.sink.text(text);
      return;
    }
    this.held += text;
    while (this.step());
  }

  /** Shows the held-back text at the end of a message, because a tag does not continue in the next one. */
  release(): void {
    const { state, held } = this;
    if (held.trim() === '' || (state.at !== 'start' && state.at !== 'answer')) return;
    this.held = '';
    this.sink.text(held);
  }

  /** Returns the held-back text when no more text arrives. */
  end(): void {
    const { state, held } = this;
    this.held = '';
    if (state.at === 'thought') {
      if (held !== '') this.addThought(held);
      // The end tag never arrived, so the assumed thought was the answer.
      if (state.isAssumed && this.assumed !== '') {
        this.sink.takeBack(this.assumed.length);
        this.sink.text(this.assumed);
      }
    } else if (state.at !== 'channel' && held !== '' && !(this.hasThought && held.trim() === '')) this.sink.text(held);
  }

  /** Returns whether it may be able to process more of the held text. */
  private step(): boolean {
    switch (this.state.at) {
      case 'start':
        return this.begin();
      case 'channel':
        return this.readChannel();
      case 'thought':
        return this.readThought(this.state.ends);
      case 'answer':
        return this.readAnswer(this.state.ends);
    }
  }

  private begin(): boolean {
    const text = this.held.trimStart();
    const opener = openers.find((one) => text.startsWith(one));
    if (opener) {
      this.held = text.slice(opener.length);
      const end = closedBy[opener];
      this.state = end ? { at: 'thought', ends: [end] } : { at: 'channel' };
      return true;
    }
    if (text === '' || openers.some((one) => one.startsWith(text))) return false;
    if (this.hasThought) this.held = text;
    this.state = {
      at: 'answer',
      ends: this.hasThought ? channelEnds : [unopenedEnd, unopenedChannelEnd, ...channelEnds],
    };
    return true;
  }

  private readChannel(): boolean {
    const at = this.held.indexOf(message);
    if (at === -1) return false;
    const isFinal = this.held.slice(0, at).trim().startsWith('final');
    this.held = this.held.slice(at + message.length);
    this.hasThought = true;
    this.state = isFinal ? { at: 'answer', ends: channelEnds } : { at: 'thought', ends: channelEnds };
    return true;
  }

  private readThought(ends: readonly string[]): boolean {
    const { end, at } = firstOf(this.held, ends);
    const thought = end === undefined ? this.take() : this.held.slice(0, at);
    if (thought !== '') this.addThought(thought);
    if (end === undefined) return false;
    this.held = this.held.slice(at + end.length);
    if (this.state.at === 'thought' && this.state.isAssumed) this.sink.confirmHabit();
    this.assumed = '';
    this.hasThought = true;
    this.state = { at: 'start' };
    return true;
  }

  private readAnswer(ends: readonly string[]): boolean {
    const { end, at } = firstOf(this.held, ends);
    if (end === undefined) {
      const text = this.take();
      if (text !== '') this.sink.text(text);
      return false;
    }
    const before = this.held.slice(0, at);
    const after = this.held.slice(at + end.length);
    if (end === unopenedEnd) return this.readUnopenedEnd(before, after);
    if (end === unopenedChannelEnd) return this.readUnopenedChannelEnd(before, after);
    if (before !== '') this.sink.text(before);
    this.held = after;
    this.hasThought = true;
    this.state = { at: 'start' };
    return true;
  }

  /** The tag ends a thought only on a line of its own outside of code; otherwise the answer is about such a tag. */
  private readUnopenedEnd(before: string, after: string): boolean {
    if (after === '') {
      this.held = before + unopenedEnd;
      return false;
    }
    this.state = { at: 'answer', ends: channelEnds };
    if (!after.startsWith('\n') || !mayEndThought(this.sink.shown + before)) {
      this.sink.text(before + unopenedEnd);
      this.held = after;
      return true;
    }
    if (before !== '') this.sink.text(before);
    this.sink.recall(true);
    this.held = after;
    this.hasThought = true;
    this.state = { at: 'start' };
    return true;
  }

  /** Answers contain this marker only as a mistake of the server, or in code when they are about it. */
  private readUnopenedChannelEnd(before: string, after: string): boolean {
    if (before !== '') this.sink.text(before);
    this.held = after;
    if (endsInCode(this.sink.shown)) {
      this.sink.text(unopenedChannelEnd);
      return true;
    }
    if (this.sink.shown !== '') this.sink.recall(false);
    this.hasThought = true;
    this.state = { at: 'start' };
    return true;
  }

  private addThought(text: string): void {
    if (this.state.at === 'thought' && this.state.isAssumed) this.assumed += text;
    this.sink.reasoning(text);
  }

  /** Takes all held text except a suffix that may be the beginning of an end tag. */
  private take(): string {
    const from = Math.max(this.held.lastIndexOf('<'), this.held.lastIndexOf('['));
    const tail = from === -1 ? '' : this.held.slice(from);
    const ends = 'ends' in this.state ? this.state.ends : [];
    const isTag = tail !== '' && ends.some((end) => end.startsWith(tail));
    const text = isTag ? this.held.slice(0, from) : this.held;
    this.held = isTag ? tail : '';
    return text;
  }
}

/** Whether the text, at the beginning of a line, may be a thought whose opening tag was part of the prompt. */
const mayEndThought = (text: string) => /(^|\n)[ \t]*$/.test(text) && !text.includes('<think') && !endsInCode(text);

/** Whether the text ends in an open code fence or after an open backtick of the last paragraph. */
export function endsInCode(text: string): boolean {
  if (openFence(text) !== null) return true;
  const paragraph = text.slice(text.lastIndexOf('\n\n') + 1).replace(/^ {0,3}(```|~~~).*$/gm, '');
  return (paragraph.match(/`/g) ?? []).length % 2 === 1;
}

/** Finds the first end tag in one pass, whatever their number. */
function firstOf(text: string, ends: readonly string[]): { end: string | undefined; at: number } {
  const found = new RegExp(ends.map((end) => end.replace(/[[\]|/]/g, '\\$&')).join('|')).exec(text);
  return { end: found?.[0], at: found?.index ?? -1 };
}
