/** Facts about a web page besides its text. Sent between processes, so data only. */

/** An obstacle between a visitor and the page. */
export type AccessBarrier = 'paywall' | 'consent' | 'bot_check';

export interface PageFacts {
  title: string;
  /** The site's name for itself. */
  site?: string;
  author?: string;
  /** ISO date, with the time if the page states it. */
  publishedAt?: string;
  /** The page's canonical URL, only if it is on the same host. */
  canonicalUrl?: string;
  barrier?: AccessBarrier;
  /** Whether the page has scripts, which may render its text. */
  hasScripts: boolean;
}

/** The parts of a page's response that a reader needs. */
export interface PageRequest {
  /** The URL after redirects. */
  url: string;
  /** From Content-Type; empty without one. */
  charset: string;
}
