/** A user's private Atom feed (RFC 4287): events of the last month, and price changes since their last visit. */

import type { Deps } from '~/server/deps';
import { sha256 } from '~/server/lib/hash';
import { printable } from '~/server/lib/printable';
import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';
import type { NewsItem } from '~/shared/schemas/position-news';
import { dayMs } from '~/shared/utc-day';
import { feedPath } from './alert-links';
import { visitOf } from './follows.service';
import { newsSentence, reportLink } from './news-text';
import { readNews } from './read-news';

const feedMs = 30 * dayMs;

/** Null for an invalid or replaced key. */
export async function readFeed(deps: Deps, key: unknown): Promise<string | null> {
  if (typeof key !== 'string' || !/^[\w-]{43}$/.test(key)) return null;
  const row = await deps.db.portfolioReader.findFirst({
    where: { feedHash: sha256(key), user: { isLocked: false, deletedAt: null } },
  });
  if (!row) return null;
  const now = new Date();
  const { userId, followsAll } = row;
  const [events, visit] = await Promise.all([
    readNews(deps, { userId, followsAll, since: new Date(now.getTime() - feedMs), prices: {} }),
    readNews(deps, visitOf(row, now)),
  ]);
  const moves = visit.items.filter(({ kind }) => kind === 'moved');
  return atomOf([...moves, ...events.items], deps.env.publicUrl);
}

function atomOf(items: readonly NewsItem[], publicUrl: string): string {
  const page = `${publicUrl}/qinvest`;
  const newest = items.reduce((time, { at }) => Math.max(time, at.getTime()), 0);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${escapeHtml(publicUrl + feedPath)}</id>`,
    `  <title>${escapeHtml(`${brand.invest}: followed positions`)}</title>`,
    `  <updated>${new Date(newest).toISOString()}</updated>`,
    `  <author><name>${escapeHtml(brand.company)}</name></author>`,
    `  <link href="${escapeHtml(page)}"/>`,
    ...items.flatMap((item) => entryOf(item, publicUrl)),
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(item: NewsItem, publicUrl: string): string[] {
  const { kind, positionId, at } = item;
  const position = `${publicUrl}/qinvest/position?id=${positionId}`;
  const link = reportLink(item, publicUrl) ?? position;
  const sentence = escapeHtml(printable(newsSentence(item)));
  return [
    '  <entry>',
    `    <id>${escapeHtml(`${position}#${kind}-${at.getTime()}`)}</id>`,
    `    <title>${sentence}</title>`,
    `    <updated>${at.toISOString()}</updated>`,
    `    <link href="${escapeHtml(link)}"/>`,
    `    <content type="text">${sentence}</content>`,
    '  </entry>',
  ];
}
