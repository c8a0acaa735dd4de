/** What a model thought before and between the parts of its answer: kept apart from the text, and never part of it. */
import { limits } from '~/shared/limits';
import type { Citation } from '~/shared/schemas/citations';
import type { Activity, MessageMetadata } from '~/shared/schemas/messages';
import { withActivity } from './answer-progress';
import type { LiveAnswer } from './live-answer';

const thinking: Activity = { kind: 'thinking', label: 'Thinking', state: 'running' };

export class AnswerThoughts {
  private text = '';
  /** Characters that were taken, of which no more than the limit are kept. */
  private taken = 0;
  private milliseconds = 0;
  private since: number | undefined;
  private isSettled = false;
  /** Parts of the live text that turned out to be thoughts, in their order. */
  private readonly recalled: { start: number; end: number }[] = [];

  /** Takes a thought, and tells readers of the first one. */
  think(live: LiveAnswer, text: string): void {
    if (this.since === undefined) live.progress(withActivity(live.activities, thinking), live.citations);
    this.take(text);
  }

  /** Tells readers that the model goes on with its answer. */
  rest(live: LiveAnswer): void {
    if (this.since === undefined) return;
    this.pause();
    live.progress(withActivity(live.activities, { ...thinking, state: 'done' }), live.citations);
  }

  /** From here on, citations count in the text that is stored. */
  settle(live: LiveAnswer): void {
    if (this.isSettled) return;
    this.isSettled = true;
    if (!this.hasRecalled) return;
    live.progress(
      live.activities,
      live.citations.flatMap((citation) => this.placed(citation, live.text)),
    );
  }

  take(text: string): void {
    this.since ??= performance.now();
    this.add(text);
  }

  /** The last `characters` were the answer, and are part of it. */
  takeBack(characters: number): void {
    this.taken = Math.max(0, this.taken - characters);
    this.text = this.text.slice(0, this.taken);
  }

  private add(text: string): void {
    this.taken += text.length;
    if (this.text.length < limits.reasoningCharacters) this.text += text;
  }

  pause(): void {
    if (this.since !== undefined) this.milliseconds += performance.now() - this.since;
    this.since = undefined;
  }

  /** The live text from `start` on was thinking. */
  recall(start: number, liveText: string): void {
    this.recalled.push({ start, end: liveText.length });
    this.add(liveText.slice(start));
  }

  get hasRecalled(): boolean {
    return this.recalled.length > 0;
  }

  /** The answer without what turned out to be thoughts, and without the empty lines after them. */
  without(liveText: string): string {
    if (!this.hasRecalled) return liveText;
    return this.kept(liveText.length)
      .map(([from, to]) => liveText.slice(from, to))
      .join('')
      .trimStart();
  }

  /** A citation of the live text as one of the text without thoughts; nothing when it stood in a thought. */
  placed(citation: Citation, liveText: string): Citation[] {
    const { start, end } = citation;
    if (!this.hasRecalled || start === undefined) return [citation];
    if (this.recalled.some((part) => start >= part.start && start < part.end)) return [];
    const before = this.recalled.reduce((sum, part) => (part.end <= start ? sum + part.end - part.start : sum), 0);
    const joined = this.kept(liveText.length)
      .map(([from, to]) => liveText.slice(from, to))
      .join('');
    const shift = before + joined.length - joined.trimStart().length;
    return [{ ...citation, start: start - shift, ...(end !== undefined && { end: end - shift }) }];
  }

  get metadata(): Pick<MessageMetadata, 'reasoning'> {
    this.pause();
    // A character may be cut in two at the limit.
    const text = this.text.slice(0, limits.reasoningCharacters).replaceAll('\u0000', '').toWellFormed().trim();
    return text === '' ? {} : { reasoning: { text, milliseconds: Math.round(this.milliseconds) } };
  }

  private kept(length: number): [from: number, to: number][] {
    const starts = [0, ...this.recalled.map(({ end }) => end)];
    const ends = [...this.recalled.map(({ start }) => start), length];
    return starts.map((from, index) => [from, ends[index] ?? length]);
  }
}
