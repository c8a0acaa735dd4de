/** A model's thoughts before and between the parts of its answer: stored apart from the text, never as part of it. */
import { limits } from '~/shared/limits';
import type { Activity, MessageMetadata } from '~/shared/schemas/messages';
import { textStart } from '~/shared/text-start';
import { withActivity } from './answer-progress';
import type { LiveAnswer } from './live-answer';
import type { PlaceInText } from './prepared-answer';

const thinking: Activity = { kind: 'thinking', label: 'Thinking', state: 'running' };

export class AnswerThoughts {
  private text = '';
  /** Characters received, of which at most the limit is kept. */
  private received = 0;
  private milliseconds = 0;
  private since: number | undefined;
  private isSettled = false;
  /** Ranges of the live text that turned out to be thoughts, in order. */
  private readonly recalled: { start: number; end: number }[] = [];

  /** Adds a thought; the first one is shown to users as an activity. */
  addThought(live: LiveAnswer, text: string): void {
    if (this.since === undefined) live.progress(withActivity(live.activities, thinking), live.citations);
    this.take(text);
  }

  /** Shows users that the model continues with its answer. */
  rest(live: LiveAnswer): void {
    if (this.since === undefined) return;
    this.pause();
    live.progress(withActivity(live.activities, { ...thinking, state: 'done' }), live.citations);
  }

  /** From here on, citation offsets refer to the stored text. */
  settle(live: LiveAnswer): void {
    if (this.isSettled) return;
    this.isSettled = true;
    if (!this.hasRecalled) return;
    live.progress(live.activities, live.citations.flatMap(this.placesIn(live.text)));
  }

  take(text: string): void {
    this.since ??= performance.now();
    this.add(text);
  }

  /** The last `characters` belong to the answer. */
  reclaim(characters: number): void {
    this.received = Math.max(0, this.received - characters);
    this.text = this.text.slice(0, this.received);
  }

  private add(text: string): void {
    this.received += text.length;
    if (this.text.length < limits.reasoningCharacters) this.text += text;
  }

  pause(): void {
    if (this.since !== undefined) this.milliseconds += performance.now() - this.since;
    this.since = undefined;
  }

  /** The live text from `start` on was a thought. */
  recall(start: number, liveText: string): void {
    this.recalled.push({ start, end: liveText.length });
    this.add(liveText.slice(start));
  }

  /** For an estimate of their tokens. */
  get written() {
    return { reasoning: this.text, reasoningCharacters: this.received };
  }

  get hasRecalled(): boolean {
    return this.recalled.length > 0;
  }

  /** The answer without thoughts and the empty lines after them. */
  without(liveText: string): string {
    return this.hasRecalled ? this.joined(liveText).trimStart() : liveText;
  }

  /** Maps ranges of the live text to the text without thoughts. */
  placesIn(liveText: string): PlaceInText {
    if (!this.hasRecalled) return (range) => [range];
    const joined = this.joined(liveText);
    const emptyLines = joined.length - joined.trimStart().length;
    return (range) => {
      const { start, end } = range;
      if (start === undefined) return [range];
      if (this.recalled.some((part) => start >= part.start && start < part.end)) return [];
      const before = this.recalled.reduce((sum, part) => (part.end <= start ? sum + part.end - part.start : sum), 0);
      const shift = before + emptyLines;
      return [{ ...range, start: start - shift, ...(end !== undefined && { end: end - shift }) }];
    };
  }

  get metadata(): Pick<MessageMetadata, 'reasoning'> {
    this.pause();
    const text = textStart(this.text, limits.reasoningCharacters).replaceAll('\u0000', '').toWellFormed().trim();
    return text === '' ? {} : { reasoning: { text, milliseconds: Math.round(this.milliseconds) } };
  }

  private joined(liveText: string): string {
    const starts = [0, ...this.recalled.map(({ end }) => end)];
    const ends = this.recalled.map(({ start }) => start);
    return starts.map((from, index) => liveText.slice(from, ends[index])).join('');
  }
}
