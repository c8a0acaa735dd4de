/** What a reader finds out about a web page besides its text. These values travel between processes: data only. */

/** Something that stands between a visitor and the page. */
export type PageWall = 'paywall' | 'consent' | 'bot_check';

export interface PageFacts {
  title: string;
  /** What the site calls itself. */
  site?: string;
  author?: string;
  /** ISO date, with the time where the page states it. */
  publishedAt?: string;
  /** The address that the page gives itself, only where it is on the same host. */
  canonicalUrl?: string;
  wall?: PageWall;
  /** Whether the page has scripts, which may be what writes its text. */
  hasScripts: boolean;
}

/** What a reader must know of a page's request. */
export interface PageRequest {
  /** The final address. */
  url: string;
  /** From Content-Type; empty where it names none. */
  charset: string;
}
