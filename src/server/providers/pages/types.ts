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
   * again only with `isAgain`.
   */
  read(url: string, signal: AbortSignal, options?: { isAgain?: boolean }): Promise<PageReading>;
  /** Warms up before pages are requested, for example while a search runs. */
  prepare(): void;
  close(): Promise<void>;
}

export const unreadableWords = {
  address: "This address can't be read.",
  robots: 'The site does not allow programs to read this page.',
  unreachable: "The site couldn't be reached.",
  timed_out: 'The page took too long to load.',
  missing: "The page doesn't exist any more.",
  refused: 'The site refused to show the page.',
  busy: 'The site asks to be read less often at the moment.',
  failed: 'The site returned an error.',
  redirects: 'The page leads from one address to the next without end.',
  too_large: 'The page is too large to read.',
  kind: 'Files of this kind are not read.',
  damaged: "The page is damaged and can't be read.",
  paywall: 'The page is for paying or signed-in visitors.',
  consent: 'The site asks for consent before it shows the page.',
  bot_check: 'The site shows the page to people only.',
  needs_script: 'The page shows its text only in a browser that runs scripts.',
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
