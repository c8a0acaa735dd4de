/** The activity of a hosted search for an answer, as reported by the provider, for the line above the answer. */
import { isWebActivity } from '~/server/generation/answer-progress';
import type { ModelEvent } from '~/server/providers/llm/types';
import { pageKey } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import type { MessageMetadata } from '~/shared/schemas/messages';

export class HostedWeb {
  private readonly opened = new Set<string>();
  private since: number | undefined;
  private until = 0;

  /** `earlier`: the citations of the text that is continued, whose pages are counted already. */
  constructor(private readonly earlier: readonly Citation[] = []) {}

  async *watching(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
    for await (const event of events) {
      if (event.type === 'activity' && isWebActivity(event.activity)) {
        this.since ??= performance.now();
        this.until = performance.now();
        if (event.page !== undefined) this.opened.add(event.page);
      }
      yield event;
    }
  }

  /** A cited page counts as read, even if the provider does not report that it was opened. */
  metadata(citations: readonly Citation[]): Pick<MessageMetadata, 'webReading'> {
    if (this.since === undefined) return {};
    const known = new Set(keysOf(this.earlier));
    const cited = keysOf(citations).filter((key) => !known.has(key));
    const pages = new Set([...[...this.opened].map(pageKey), ...cited]).size;
    return { webReading: { pages, milliseconds: Math.round(this.until - this.since) } };
  }
}

const keysOf = (citations: readonly Citation[]) =>
  citations.flatMap(({ url }) => (url === undefined ? [] : [pageKey(url)]));
