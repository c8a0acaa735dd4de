import type { Mail } from '~/server/providers/mail/types';
import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';
import type { PositionNews } from '~/shared/schemas/position-news';
import { utcDay } from '~/shared/utc-day';
import { newsSentence, reportLink } from './news-text';

interface AlertMail {
  to: string;
  news: PositionNews;
  publicUrl: string;
  unsubscribeUrl: string;
}

/** One email with all news since the last one. */
export function alertMail({ to, news, publicUrl, unsubscribeUrl }: AlertMail): Mail {
  const total = Object.values(news.counts).reduce((sum, count) => sum + count, 0);
  const more = total - news.items.length;
  const items = news.items.map((item) => ({ line: newsSentence(item), report: reportLink(item, publicUrl) }));
  const lines = [...items, ...(more > 0 ? [{ line: `and ${more} more`, report: undefined }] : [])];
  const opening = `News about the positions you follow since ${utcDay(news.since)}:`;
  const page = `${publicUrl}/qinvest`;
  return {
    to,
    subject: total === 1 && lines[0] ? lines[0].line : `${brand.invest}: ${total} alerts`,
    text: `${opening}\n\n${lines.map(textLine).join('\n')}\n\n${page}\n\nStop these emails:\n${unsubscribeUrl}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.6;max-width:32em">',
      `<p>${escapeHtml(opening)}</p>`,
      `<ul>${lines.map(htmlLine).join('')}</ul>`,
      `<p><a href="${escapeHtml(page)}">Open ${brand.invest}</a></p>`,
      `<p><a href="${escapeHtml(unsubscribeUrl)}">Stop these emails</a></p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribeUrl,
  };
}

interface Line {
  line: string;
  report: string | undefined;
}

const textLine = ({ line, report }: Line): string => `- ${line}${report ? `\n  ${report}` : ''}`;

const htmlLine = ({ line, report }: Line): string =>
  `<li>${escapeHtml(line)}${report ? `: <a href="${escapeHtml(report)}">read the report</a>` : ''}</li>`;
