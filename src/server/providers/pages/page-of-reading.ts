/** Converts a reading of a page to a page with its source, or to the reason why there is none. */
import { sha256 } from '~/server/lib/hash';
import { type Reading, readingMessages } from '~/server/reading/reading';
import { fileNameOf } from './page-kind';
import { hostOf, type PageReading, unreadable } from './types';

/** Texts below this length may only be the notice of a page that needs JavaScript. */
const shortText = 400;
const asksForScripts =
  /(?:enable|activate|requires?|turn on|without)\s+(?:\w+\s+)?javascript|javascript (?:is )?(?:required|disabled)/i;

export function pageOfReading(url: string, reading: Reading): PageReading {
  const { extractedText: text = '', page, processingError } = reading;
  if (processingError) return { ...unreadable(url, 'damaged'), words: sentences[processingError] ?? processingError };
  if (page?.barrier) return unreadable(url, page.barrier);
  const isShell = page?.hasScripts && (text === '' || (text.length < shortText && asksForScripts.test(text)));
  if (isShell) return unreadable(url, 'needs_script');
  if (text === '') return unreadable(url, 'empty');
  const { site, author, publishedAt, canonicalUrl } = page ?? {};
  return {
    state: 'read',
    url,
    canonicalUrl: canonicalUrl ?? url,
    title: page?.title || fileTitle(url),
    site: site || hostOf(url),
    ...(author && { author }),
    ...(publishedAt && { publishedAt }),
    text,
    contentHash: sha256(text),
    readAt: new Date(),
  };
}

/** Errors of parsing are worded for uploaded files; these are the equivalents for pages. */
const sentences: Record<string, string> = {
  [readingMessages.tooLong]: 'Processing this page took too long.',
  [readingMessages.tooComplex]: 'This page is too complex to process.',
  [readingMessages.damaged]: "The page is damaged and can't be read.",
  [readingMessages.unreadable]: "This page couldn't be processed.",
};

function fileTitle(url: string): string {
  const name = fileNameOf(url);
  return name === 'file' ? hostOf(url) : name;
}
