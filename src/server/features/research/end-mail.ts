import type { Mail } from '~/server/providers/mail/types';
import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';

interface EndedResearch {
  question: string;
  link: string;
  /** Why it failed; undefined if it succeeded. */
  error: string | undefined;
}

/** The report itself stays in the installation, because emails pass through other servers. */
export function endMail(to: string, { question, link, error }: EndedResearch): Mail {
  const isReady = error === undefined;
  const opening = isReady ? `Your research in ${brand.company} is ready:` : `Your research in ${brand.company} failed:`;
  const action = isReady ? 'Read the report' : 'Open it to see its notes and continue it';
  const lines = [opening, question, ...(error ? [error] : [])];
  return {
    to,
    subject: `Your ${brand.company} research ${isReady ? 'is ready' : 'failed'}`,
    text: `${lines.join('\n\n')}\n\n${action}:\n\n${link}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.6;max-width:32em">',
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${escapeHtml(link)}">${action}</a></p>`,
      '</body></html>',
    ].join('\n'),
  };
}
