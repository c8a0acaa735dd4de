/** The web activity of one answer: its budgets, the pages it has read, and the time spent. */
import { startInTokens, tokensAbout } from '~/server/lib/tokens/tokens-about';
import { ToolError } from '~/server/providers/llm/types';
import type { PageReading, ReadPage } from '~/server/providers/pages/types';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { AddressGuard } from './address-guard';

/** Limits per answer. */
const defaultLimits: WebLimits = { searches: 12, pages: 16 };
/** The part of the model's context window for web texts if the rest of the request leaves it, and for one call of it. */
const windowPart = 0.3;
const excerpt = { minTokens: 375, maxTokens: 3000, part: 0.25 };
/** The part of the window that is kept free of files and earlier messages. */
const reservedPart = 1 / 8;
const maxReserved = 24_000;

interface WebLimits {
  searches: number;
  pages: number;
}

/** Stores a page as it was read; `asked` is the URL given by the model. Never throws. */
export type SavePage = (requestedUrl: string, page: ReadPage) => Promise<void>;

export class WebSession {
  readonly guard = new AddressGuard();
  /** By requested URL. */
  private readonly read = new Map<string, ReadPage>();
  private readonly reading = new Map<string, Promise<PageReading>>();
  private savePage: SavePage | undefined;
  private searches = 0;
  private requestedUrls = new Set<string>();
  private tokensLeft: number;
  private running = 0;
  private since = 0;
  private milliseconds = 0;

  constructor(
    contextTokens: number,
    private readonly max = defaultLimits,
  ) {
    this.tokensLeft = Math.round(contextTokens * windowPart);
    this.reservedTokens = Math.min(maxReserved, Math.floor(contextTokens * reservedPart));
    this.excerptTokens = this.partOf(this.tokensLeft);
  }

  /** Tokens that the rest of the request must leave. */
  readonly reservedTokens: number;
  private excerptTokens: number;

  /** Limits all texts to the reserved tokens and those that the request leaves beside them. */
  fitBeside(leftTokens: number): void {
    this.tokensLeft = Math.min(this.tokensLeft, this.reservedTokens + Math.max(0, leftTokens));
    this.excerptTokens = this.partOf(this.tokensLeft);
  }

  private partOf(tokens: number): number {
    return Math.round(Math.min(Math.max(tokens * excerpt.part, excerpt.minTokens), excerpt.maxTokens));
  }

  /** The longest part of the text that one call may return. */
  excerptOf(text: string, start: number): string {
    return startInTokens(text.slice(start), Math.min(this.excerptTokens, this.tokensLeft));
  }

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
    if (!this.requestedUrls.has(url) && this.requestedUrls.size >= this.max.pages) throw usedUp('pages');
    this.requestedUrls.add(url);
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
    if (this.tokensLeft <= 0) throw usedUp('text');
    this.tokensLeft -= tokensAbout(text);
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
    if (this.searches === 0 && this.requestedUrls.size === 0) return {};
    return { webReading: { pages: this.pages.length, milliseconds: Math.round(this.milliseconds) } };
  }
}

const usedUp = (what: string) =>
  new ToolError(`This answer has used up its budget of ${what}. Answer now with what you have.`);
