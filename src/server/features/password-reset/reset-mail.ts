import type { Mail } from '~/server/providers/mail/types';
import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';

export function resetMail(to: string, link: string, minutes: number): Mail {
  const opening = `We received a request to reset the password for your ${brand.company} account (${to}).`;
  const use = `Use this link within ${minutes} minutes. It works only once.`;
  const otherwise = "If you didn't request this, you can ignore this email. Your password won't change.";
  return {
    to,
    subject: `Reset your ${brand.company} password`,
    text: `${opening}\n\n${use}\n\n${link}\n\n${otherwise}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.6;max-width:32em">',
      `<p>${escapeHtml(opening)}</p>`,
      `<p>${escapeHtml(use)}</p>`,
      `<p><a href="${escapeHtml(link)}">Reset password</a></p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}
