/**
 * The contract of the page reader: an address in, the page's text with its source out, or why there is none. What is in
 * this folder knows no user and no conversation; requests carry nothing of either.
 */

export interface ReadPage {
  state: 'read';
  /** Where the last redirect led. */
  url: string;
  /** The address that the page gives itself, on the same host; else `url`. */
  canonicalUrl: string;
  title: string;
  /** What the site calls itself, else its host. */
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
   * Never fails because of the page. Throws the signal's reason once it is aborted. A page that was read lately is asked
   * for again only with `isAgain`.
   */
  read(url: string, signal: AbortSignal, options?: { isAgain?: boolean }): Promise<PageReading>;
  /** Says that pages are likely to be asked for soon, such as those that a search finds. */
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

/** As readers know a site. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
