import { escapeHtml } from '~/server/lib/escape-html';
import type { Mail } from '~/server/providers/mail/types';
import { brand } from '~/shared/brand';

/** The report itself stays in the installation: emails pass through other servers. */
export function readyMail(to: string, question: string, link: string): Mail {
  const opening = `Your research in ${brand.company} is ready:`;
  return {
    to,
    subject: `Your ${brand.company} research is ready`,
    text: `${opening}\n\n${question}\n\nRead the report:\n\n${link}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.6;max-width:32em">',
      `<p>${escapeHtml(opening)}</p>`,
      `<p>${escapeHtml(question)}</p>`,
      `<p><a href="${escapeHtml(link)}">Read the report</a></p>`,
      '</body></html>',
    ].join('\n'),
  };
}
