import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';
import type { DailyHash } from './daily-hashes';

/** Feed readers keep old entries; older days are also in the file of all days. */
const newestDays = 60;

/** An Atom feed (RFC 4287) with one entry per finished day, whose hash never changes. */
export function hashFeed(days: readonly DailyHash[], publicUrl: string): string {
  const page = `${publicUrl}/track-record`;
  const finished = days.slice(0, -1).slice(-newestDays).reverse();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${escapeHtml(`${page}/feed.atom`)}</id>`,
    `  <title>${escapeHtml(`${brand.company} track record`)}</title>`,
    '  <subtitle>The latest hash of the ledger at the end of each day, UTC</subtitle>',
    `  <updated>${endOf(finished[0]?.day ?? '1970-01-01')}</updated>`,
    `  <author><name>${escapeHtml(brand.company)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeHtml(`${page}/feed.atom`)}"/>`,
    `  <link href="${escapeHtml(page)}"/>`,
    ...finished.flatMap(({ day, seq, hash }) => [
      '  <entry>',
      `    <id>${escapeHtml(`${page}#${day}`)}</id>`,
      `    <title>${day}: entry ${seq}</title>`,
      `    <updated>${endOf(day)}</updated>`,
      `    <link href="${escapeHtml(page)}"/>`,
      `    <content type="text">${day} ${seq} ${hash}</content>`,
      '  </entry>',
    ]),
    '</feed>',
    '',
  ].join('\n');
}

const endOf = (day: string) => `${day}T23:59:59Z`;
