import { escapeHtml } from '~/server/lib/escape-html';
import type { Mail } from '~/server/providers/mail/types';
import { brand } from '~/shared/brand';

/** The letter with the link. It says what was asked for, what to do, and what to do if it was somebody else. */
export function resetMail(to: string, link: string, minutes: number): Mail {
  const opening = `Somebody – hopefully you – asked to set a new password for the ${brand.company} account ${to}.`;
  const use = `This link works once, for ${minutes} minutes:`;
  const otherwise =
    'If it was not you, there is nothing to do: your password stays as it is, and nobody but you has this link.';
  return {
    to,
    subject: `Set a new password for ${brand.company}`,
    text: `${opening}\n\n${use}\n\n${link}\n\n${otherwise}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.6;max-width:32em">',
      `<p>${escapeHtml(opening)}</p>`,
      `<p>${escapeHtml(use)}</p>`,
      `<p><a href="${escapeHtml(link)}">Set a new password</a></p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}
