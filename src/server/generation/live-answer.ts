import type { Citation } from '~/shared/schemas/citations';
import type { Activity, ChatMessage } from '~/shared/schemas/messages';

/**
 * One running answer in memory: the original on the process that generates it, a mirror on others. Subscribers keep
 * their own position and are only notified; they then read everything new at once. So a slow subscriber costs no
 * memory, and text is batched under load without a timer.
 */
export class LiveAnswer {
  private readonly chunks: string[] = [];
  private readonly waiters = new Set<() => void>();
  private readonly citationKeys = new Set<string>();
  /** Length of the text so far (JavaScript string length). */
  length = 0;
  /** Increments with every change. */
  seq = 0;
  /** `seq` of the last change to activities or citations. */
  progressSeq = 0;
  activities: Activity[] = [];
  citations: Citation[] = [];
  /** The stored row once the answer is over; final. */
  finished: ChatMessage | null = null;
  /** The answer is gone: its conversation was deleted. */
  isGone = false;

  constructor(
    readonly messageId: string,
    /** Rises when readers have to receive the answer again. */
    public attempt: number,
    text = '',
  ) {
    this.append(text);
  }

  /** Final: the answer has ended or was deleted. */
  get isOver(): boolean {
    return this.finished !== null || this.isGone;
  }

  append(text: string): void {
    if (text === '' || this.finished) return;
    this.chunks.push(text);
    this.length += text.length;
    this.changed();
  }

  progress(activities: Activity[], citations: Citation[]): void {
    if (this.finished) return;
    this.activities = activities;
    this.citations = citations;
    this.progressSeq = this.seq + 1;
    this.changed();
  }

  /** A source cited in two places is kept twice: each citation is shown as a chip in its place. */
  cite(citation: Citation): void {
    const key = citationKey(citation);
    if (this.citationKeys.has(key)) return;
    this.citationKeys.add(key);
    this.progress(this.activities, [...this.citations, citation]);
  }

  finish(message: ChatMessage): void {
    if (this.finished) return;
    this.finished = message;
    this.changed();
  }

  /** Readers receive the answer again. */
  restart(attempt: number): void {
    this.attempt = attempt;
    this.changed();
  }

  /** Readers receive this content instead. */
  restartWith(attempt: number, { text, citations }: { text: string; citations: Citation[] }): void {
    if (this.finished) return;
    this.attempt = attempt;
    this.chunks.splice(0, this.chunks.length, text);
    this.length = text.length;
    this.citationKeys.clear();
    for (const citation of citations) this.citationKeys.add(citationKey(citation));
    this.progress(this.activities, citations);
  }

  markDeleted(): void {
    this.isGone = true;
    this.changed();
  }

  get text(): string {
    if (this.chunks.length > 1) this.chunks.splice(0, this.chunks.length, this.chunks.join(''));
    return this.chunks[0] ?? '';
  }

  /** The text from an offset on. The cost depends on the new text only, not on the whole. */
  textFrom(offset: number): string {
    let start = this.length;
    let index = this.chunks.length;
    while (index > 0 && start > offset) {
      index--;
      start -= (this.chunks[index] as string).length;
    }
    const tail = index === this.chunks.length - 1 ? (this.chunks[index] as string) : this.chunks.slice(index).join('');
    return start < offset ? tail.slice(offset - start) : tail;
  }

  onChange(wake: () => void): void {
    this.waiters.add(wake);
  }

  offChange(wake: () => void): void {
    this.waiters.delete(wake);
  }

  private changed(): void {
    this.seq++;
    for (const wake of this.waiters) wake();
  }
}

function citationKey({ url, source, start, quote }: Citation): string {
  return JSON.stringify([url ?? source, start, quote]);
}
