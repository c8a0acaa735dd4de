/** Pages on which users unsubscribe from alert emails without signing in. */
import { htmlStyle } from '~/server/features/exports/html-style';
import { formStyle } from '~/server/features/shares/shared-page-style';
import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';

export const askPage = (): string =>
  page(
    'Stop alert emails',
    '<form method="post"><h1>Stop alert emails</h1><p>You will no longer get emails about the positions you follow.</p><button>Stop Emails</button></form>',
  );

export const donePage = (): string =>
  page(
    'Emails stopped',
    '<h1>Emails stopped</h1><p>You will no longer get alert emails. You can turn them on again in <a href="/settings">Settings</a>.</p>',
  );

export const unknownLinkPage = (): string =>
  page(
    'Link not valid',
    '<h1>Link not valid</h1><p>Open the link from the newest email, or turn emails off in <a href="/settings">Settings</a>.</p>',
  );

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${escapeHtml(title)} – ${brand.invest}</title>
<link rel="icon" href="/favicon.svg"><style>${htmlStyle}${formStyle}</style></head>
<body><main>${content}</main><footer><a href="/">${brand.company}</a></footer></body></html>`;
