import type { Report } from '~/server/features/research/schedules/compare-evidence';

/** A report based on these pages, by URL, which cites each for some of its passages. */
export function researchReport(
  messageId: string,
  pages: Record<string, string>,
  passages: Record<string, string[]>,
): Report {
  const snapshotOf = (url: string) => `${messageId} ${url}`;
  return {
    pages: Object.entries(pages).map(([url, text]) => ({
      messageId,
      snapshotId: snapshotOf(url),
      readAt: new Date(0),
      url,
      canonicalUrl: url,
      title: url,
      text,
    })),
    passages: Object.entries(passages).flatMap(([url, list]) =>
      list.map((passage) => ({ snapshotId: snapshotOf(url), passage })),
    ),
  };
}
