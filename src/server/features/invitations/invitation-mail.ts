import type { Mail } from '~/server/providers/mail/types';
import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';

interface Link {
  url: string;
  /** '7 days' */
  lifetime: string;
}

/** Invitation by an administrator. Names their email, so that the user can ask them. */
export function invitationMail(to: string, inviter: string, { url, lifetime }: Link): Mail {
  return mailOf({
    to,
    subject: `You're invited to ${brand.company}`,
    opening: `${inviter} has invited you to ${brand.company} with the email address ${to}.`,
    use: `Create your account with this link within ${lifetime}. It works only once.`,
    url,
    otherwise: "If you don't know the sender, you can ignore this email.",
  });
}

/** For an email that requested an account on the sign-up page. */
export function signUpMail(to: string, { url, lifetime }: Link): Mail {
  return mailOf({
    to,
    subject: `Create your ${brand.company} account`,
    opening: `We received a request to create a ${brand.company} account with the email address ${to}.`,
    use: `Create the account with this link within ${lifetime}. It works only once.`,
    url,
    otherwise: "If you didn't request this, you can ignore this email. No account is created.",
  });
}

interface Texts {
  to: string;
  subject: string;
  opening: string;
  use: string;
  url: string;
  otherwise: string;
}

function mailOf({ to, subject, opening, use, url, otherwise }: Texts): Mail {
  return {
    to,
    subject,
    text: `${opening}\n\n${use}\n\n${url}\n\n${otherwise}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.6;max-width:32em">',
      `<p>${escapeHtml(opening)}</p>`,
      `<p>${escapeHtml(use)}</p>`,
      `<p><a href="${escapeHtml(url)}">Create account</a></p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}
