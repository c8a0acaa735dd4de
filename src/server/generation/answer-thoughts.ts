/** A model's thoughts before and between the parts of its answer: stored apart from the text, never as part of it. */
import { limits } from '~/shared/limits';
import type { Citation } from '~/shared/schemas/citations';
import type { Activity, MessageMetadata } from '~/shared/schemas/messages';
import { textStart } from '~/shared/text-start';
import { withActivity } from './answer-progress';
import { cutOut, lengthOf, offsetAfter, placesAfter, type TextRange, withEmptyLines } from './cut-text';
import type { LiveAnswer } from './live-answer';
import type { PlaceInText } from './prepared-answer';

const thinking: Activity = { kind: 'thinking', label: 'Thinking', state: 'running' };

/** Text that was recalled, as ranges of the live text. */
interface RecalledText {
  cuts: TextRange[];
  /** How often the model had recalled text by then. */
  count: number;
  rest: string;
}

export class AnswerThoughts {
  private text = '';
  /** Characters received, of which at most the limit is kept. */
  private received = 0;
  private milliseconds = 0;
  private since: number | undefined;
  private isSettled = false;
  /** Ranges of the live text that turned out to be thoughts, in order. */
  private recalled: TextRange[] = [];
  /** Ranges of the text as it streamed that the live text no longer contains, in order. */
  private readonly removed: TextRange[] = [];

  /** `before`: the thoughts of the text that is continued. */
  constructor(private readonly before?: MessageMetadata['reasoning']) {}

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

  /** Adds text of the answer, without the empty lines after thoughts that were removed. */
  append(live: LiveAnswer, text: string): void {
    const shown = this.removed.length > 0 && live.length === 0 ? text.trimStart() : text;
    if (shown !== text) {
      const start = lengthOf(this.removed);
      this.removed.push({ start, end: start + text.length - shown.length });
    }
    live.append(shown);
  }

  /** Adds citations, whose offsets refer to the text as it streamed. */
  cite(live: LiveAnswer, citations: readonly Citation[]): void {
    for (const citation of citations.flatMap(placesAfter(this.removed))) live.cite(citation);
  }

  /** From here on, citation offsets refer to the stored text. */
  settle(live: LiveAnswer): void {
    if (this.isSettled) return;
    this.isSettled = true;
    if (!this.hasRecalled) return;
    live.progress(live.activities, live.citations.flatMap(placesAfter(withEmptyLines(this.recalled, live.text))));
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

  /** The text from `start` on was a thought. The offset refers to the text as it streamed. */
  recall(start: number, liveText: string): void {
    const from = offsetAfter(this.removed, start);
    this.recalled.push({ start: from, end: liveText.length });
    this.add(liveText.slice(from));
  }

  /** What to remove from the live text, and the text that remains. Undefined if nothing was recalled. */
  toRemove(liveText: string): RecalledText | undefined {
    if (!this.hasRecalled) return undefined;
    const cuts = withEmptyLines(this.recalled, liveText);
    return { cuts, count: this.recalled.length, rest: cutOut(liveText, cuts) };
  }

  /** Restarts the live answer without the text. What was recalled in the meantime is still to be removed. */
  remove(live: LiveAnswer, attempt: number, { cuts, count }: RecalledText): void {
    // Settled offsets already refer to the text without thoughts.
    const citations = this.isSettled ? live.citations : live.citations.flatMap(placesAfter(cuts));
    live.restartWith(attempt, { text: cutOut(live.text, cuts), citations });
    // Text is only recalled after the end of what was recalled before.
    const shift = lengthOf(this.removed);
    this.removed.push(...cuts.map(({ start, end }) => ({ start: start + shift, end: end + shift })));
    this.recalled = this.recalled
      .slice(count)
      .map(({ start, end }) => ({ start: offsetAfter(cuts, start), end: offsetAfter(cuts, end) }));
  }

  /** For an estimate of their tokens. */
  get written() {
    return { reasoning: this.text, reasoningCharacters: this.received };
  }

  /** Whether the live text contains thoughts. */
  get hasRecalled(): boolean {
    return this.recalled.length > 0;
  }

  /** The answer without thoughts and the empty lines after them. */
  without(liveText: string): string {
    return this.hasRecalled ? cutOut(liveText, withEmptyLines(this.recalled, liveText)) : liveText;
  }

  /** Maps ranges of the text as it streamed to the text without thoughts. */
  placesIn(liveText: string): PlaceInText {
    const inLiveText = placesAfter([...this.removed]);
    const inContent = placesAfter(this.hasRecalled ? withEmptyLines(this.recalled, liveText) : []);
    return (range) => inLiveText(range).flatMap(inContent);
  }

  get metadata(): Pick<MessageMetadata, 'reasoning'> {
    this.pause();
    const own = this.text.replaceAll('\u0000', '').toWellFormed().trim();
    const all = [this.before?.text, own].filter(Boolean).join('\n\n');
    const text = textStart(all, limits.reasoningCharacters).trim();
    const milliseconds = (this.before?.milliseconds ?? 0) + Math.round(this.milliseconds);
    return text === '' ? {} : { reasoning: { text, milliseconds } };
  }
}
