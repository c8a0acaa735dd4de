import type { Mail } from '~/server/providers/mail/types';
import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';

export function confirmationMail(to: string, link: string, hours: number): Mail {
  const opening = `A ${brand.company} account was created with the email address ${to}.`;
  const use = `Confirm the address with this link. It works once and expires in ${hours} hours:`;
  const otherwise = "If you didn't create this account, ignore this email. The address stays unconfirmed.";
  return {
    to,
    subject: `Confirm your email address for ${brand.company}`,
    text: `${opening}\n\n${use}\n\n${link}\n\n${otherwise}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.6;max-width:32em">',
      `<p>${escapeHtml(opening)}</p>`,
      `<p>${escapeHtml(use)}</p>`,
      `<p><a href="${escapeHtml(link)}">Confirm email address</a></p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}
