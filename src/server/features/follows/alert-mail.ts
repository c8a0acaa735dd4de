import { escapeHtml } from '~/server/lib/escape-html';
import type { Mail } from '~/server/providers/mail/types';
import { brand } from '~/shared/brand';
import type { PositionNews } from '~/shared/schemas/position-news';
import { newsSentence } from './news-text';

interface AlertMail {
  to: string;
  news: PositionNews;
  publicUrl: string;
  unsubscribeUrl: string;
}

/** All news since the last mail, in one. */
export function alertMail({ to, news, publicUrl, unsubscribeUrl }: AlertMail): Mail {
  const total = Object.values(news.counts).reduce((sum, count) => sum + count, 0);
  const more = total - news.items.length;
  const lines = [...news.items.map(newsSentence), ...(more > 0 ? [`and ${more} more`] : [])];
  const opening = `What happened to the positions that you follow since ${news.since.toISOString().slice(0, 10)}:`;
  const page = `${publicUrl}/qinvest`;
  return {
    to,
    subject: total === 1 && lines[0] ? lines[0] : `${brand.invest}: ${total} alerts`,
    text: `${opening}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${page}\n\nStop these emails:\n${unsubscribeUrl}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.6;max-width:32em">',
      `<p>${escapeHtml(opening)}</p>`,
      `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
      `<p><a href="${escapeHtml(page)}">Open ${brand.invest}</a></p>`,
      `<p><a href="${escapeHtml(unsubscribeUrl)}">Stop these emails</a></p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribeUrl,
  };
}
