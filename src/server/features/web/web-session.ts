/** The web activity of one answer: its budgets, the pages it has read, and the time spent. */
import { ToolRefusal } from '~/server/providers/llm/types';
import type { PageReading, ReadPage } from '~/server/providers/pages/types';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { AddressGuard } from './address-guard';

/** Limits per answer. */
const defaultLimits: WebLimits = { searches: 12, pages: 16 };
/** Characters of pages per token of the model's context window: about a third of it, of which one call uses a part. */
const charactersPerToken = 1.2;
const excerpt = { min: 1500, max: 12_000, part: 0.25 };

interface WebLimits {
  searches: number;
  pages: number;
}

/** Stores a page as it was read; `asked` is the URL given by the model. Never throws. */
export type SavePage = (asked: string, page: ReadPage) => Promise<void>;

export class WebSession {
  readonly guard = new AddressGuard();
  /** By requested URL. */
  private readonly read = new Map<string, ReadPage>();
  private readonly reading = new Map<string, Promise<PageReading>>();
  private savePage: SavePage | undefined;
  private searches = 0;
  private asked = new Set<string>();
  private charactersLeft: number;
  private running = 0;
  private since = 0;
  private milliseconds = 0;

  constructor(
    contextTokens: number,
    private readonly max = defaultLimits,
  ) {
    this.charactersLeft = Math.round(contextTokens * charactersPerToken);
    this.excerptCharacters = Math.round(
      Math.min(Math.max(this.charactersLeft * excerpt.part, excerpt.min), excerpt.max),
    );
  }

  /** The longest text returned by one call. */
  readonly excerptCharacters: number;

  /** Every page that was read, without duplicates. */
  get pages(): ReadPage[] {
    return [...new Map([...this.read.values()].map((page) => [page.canonicalUrl, page])).values()];
  }

  countSearch(): void {
    this.searches += 1;
    if (this.searches > this.max.searches) throw usedUp('searches');
  }

  /** A page that was already requested is free. */
  countPage(url: string): void {
    this.asked.add(url);
    if (this.asked.size > this.max.pages) throw usedUp('pages');
  }

  /** From now on, every page that is read is stored. */
  saveWith(savePage: SavePage): void {
    this.savePage = savePage;
  }

  /**
   * Reads each URL once, so that the model works with one text per page. The page is stored before the model sees it.
   * Failed reads can be retried.
   */
  async readOnce(url: string, read: () => Promise<PageReading>): Promise<PageReading> {
    const reading = this.reading.get(url) ?? this.readAndKeep(url, read);
    this.reading.set(url, reading);
    try {
      const page = await reading;
      if (page.state === 'unreadable') this.reading.delete(url);
      return page;
    } catch (error) {
      this.reading.delete(url);
      throw error;
    }
  }

  private async readAndKeep(url: string, read: () => Promise<PageReading>): Promise<PageReading> {
    const page = await read();
    if (page.state === 'unreadable') return page;
    await this.savePage?.(url, page);
    this.read.set(url, page);
    return page;
  }

  /** Returns the text and counts it against the budget. */
  spend(text: string): string {
    if (this.charactersLeft <= 0) throw usedUp('text');
    this.charactersLeft -= text.length;
    return text;
  }

  /** Counts the time of concurrent work once. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    if (this.running === 0) this.since = performance.now();
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (this.running === 0) this.milliseconds += performance.now() - this.since;
    }
  }

  get metadata(): Pick<MessageMetadata, 'webReading'> {
    if (this.searches === 0 && this.asked.size === 0) return {};
    return { webReading: { pages: this.pages.length, milliseconds: Math.round(this.milliseconds) } };
  }
}

const usedUp = (what: string) =>
  new ToolRefusal(`This answer has used up its budget of ${what}. Answer now with what you have.`);
