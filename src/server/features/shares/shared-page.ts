/** A shared conversation as an HTML page without scripts. All text is escaped; URLs were validated before. */
import type { ExportDocument } from '~/server/features/exports/document';
import { htmlStyle } from '~/server/features/exports/html-style';
import { type FileLinks, htmlOf } from '~/server/features/exports/html-writer';
import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';
import { formStyle, headerStyle } from './shared-page-style';

/** The data sent by the copy form. */
export interface CopyForm {
  key: string;
  /** New for each page view, so that submitting a form twice makes one copy. */
  requestId: string;
  /** Proof that the password of a protected link was entered. */
  proof: string | null;
}

/** The content of a link as HTML. */
export interface RenderedShare {
  title: string;
  article: string;
  hasFiles: boolean;
}

export const renderShare = (
  document: ExportDocument,
  { links, files }: { links: FileLinks; files: string },
): RenderedShare => ({
  title: document.title,
  article: `<article>${htmlOf(document, '', links)}${files}</article>`,
  hasFiles: files !== '',
});

/** `copy` is null for links whose messages can't be copied. */
export const sharedPage = ({ title, article, hasFiles }: RenderedShare, copy: CopyForm | null): string =>
  page(title, article + (copy ? copyForm(copy, hasFiles) : ''));

/** `action` is the path of the link, for a page that another path of it returns. */
export const passwordPage = ({ problem, action }: { problem?: string; action?: string } = {}): string =>
  page(
    'Password required',
    `<form method="post"${action ? ` action="${escapeHtml(action)}"` : ''}><h1>Password required</h1><p>Enter the password you received with this link.</p>${
      problem ? `<p role="alert" class="problem">${escapeHtml(problem)}</p>` : ''
    }<label>Password<input type="password" name="password" required autofocus maxlength="256"></label><button>Open</button></form>`,
  );

/**
 * The same page for links that never existed, expired or were revoked, and for viewers without access. Signing in leads
 * back to the link; `key` is null for viewers who have signed in.
 */
export const unknownPage = (key: string | null): string =>
  page(
    'Link not available',
    `<h1>Link not available</h1><p>This link doesn't exist, has expired or was revoked.</p><p>${
      key === null ? 'If it was shared with a group, only its members can open it.' : signInFirst(key)
    }</p>`,
  );

const signInFirst = (key: string) =>
  `If it was shared with members or a group, <a href="/auth?redirect=${encodeURIComponent(`/s/${key}`)}">sign in</a> to open it.`;

export const errorPage = (message: string): string =>
  page('Something went wrong', `<h1>Something went wrong</h1><p>${escapeHtml(message)}</p>`);

const copyForm = ({ key, requestId, proof }: CopyForm, hasFiles: boolean) =>
  `<form class="copy" method="post" action="/s/${escapeHtml(key)}/continue">${hidden('requestId', requestId)}${
    proof ? hidden('proof', proof) : ''
  }<button>Continue in my ${brand.chat}</button><p class="faint">Copies this conversation to your account${hasFiles ? ', with its files' : ', without files'}.</p></form>`;

export const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

export const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${escapeHtml(title)} – ${brand.chat}</title>
<link rel="icon" href="/favicon.svg"><style>${htmlStyle}${headerStyle}${formStyle}</style></head>
<body><header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28">${brand.company}</a></header>
<main>${content}</main></body></html>`;
