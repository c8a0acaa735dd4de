/**
 * The contract of the page reader: takes a URL and returns the page's text with its source, or the reason why it
 * can't be read. Nothing in this folder depends on users or conversations, and requests contain nothing about them.
 */

export interface ReadPage {
  state: 'read';
  /** The final URL, after redirects. */
  url: string;
  /** The page's canonical URL if it is on the same host, otherwise `url`. */
  canonicalUrl: string;
  title: string;
  /** The name that the site gives itself, otherwise its host. */
  site: string;
  author?: string;
  /** ISO date or time. */
  publishedAt?: string;
  /** Headings, lists and tables as Markdown. Never empty. */
  text: string;
  /** SHA-256 of `text`. */
  contentHash: string;
  readAt: Date;
}

export interface UnreadablePage {
  state: 'unreadable';
  url: string;
  reason: UnreadableReason;
  /** One sentence for users. */
  words: string;
}

export type PageReading = ReadPage | UnreadablePage;

export interface PageReader {
  /**
   * Never rejects because of the page, only with the signal's reason when it is aborted. A cached page is requested
   * again only with `isRefetch`.
   */
  read(url: string, signal: AbortSignal, options?: { isRefetch?: boolean }): Promise<PageReading>;
  /** Warms up before pages are requested, for example while a search runs. */
  prepare(): void;
  close(): Promise<void>;
}

export const unreadableWords = {
  address: "This address can't be read.",
  robots: "The site doesn't allow programs to read this page.",
  unreachable: "The site couldn't be reached.",
  timed_out: 'The page took too long to load.',
  missing: 'The page no longer exists.',
  refused: "The site doesn't allow access to this page.",
  busy: 'The site limits how often it can be read.',
  failed: 'The site returned an error.',
  redirects: 'The page redirects too many times.',
  too_large: 'The page is too large to read.',
  kind: "Files of this type can't be read.",
  damaged: "The page is damaged and can't be read.",
  paywall: 'The page requires a subscription or an account.',
  consent: 'The site asks for consent before it shows the page.',
  bot_check: 'The site blocks automated requests for the page.',
  needs_script: 'The page only shows its text in a browser with JavaScript.',
  empty: 'The page contains no text.',
} as const;

export type UnreadableReason = keyof typeof unreadableWords;

export const unreadable = (url: string, reason: UnreadableReason): UnreadablePage => ({
  state: 'unreadable',
  url,
  reason,
  words: unreadableWords[reason],
});

/** The host without "www.", as shown to users. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
