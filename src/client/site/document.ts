import { brand } from '~/shared/brand';
import { escapeHtml } from '~/shared/escape-html';
import { sitePlaceholders } from '~/shared/site-placeholders';
import type { SitePage } from './site-pages';
import { toJsonLd } from './structured-data';

/** The build's output files for the browser. */
export interface DocumentFiles {
  /** The script of the islands, and its imports. */
  script: string;
  imports: string[];
  /** Font faces and page background. */
  baseCss: string;
  /** Fonts to preload before the styles request them. */
  fonts: string[];
  /** The files of the signed-in application, prefetched when a visitor is likely to open it. */
  appFiles: string[];
}

interface Drawn {
  body: string;
  css: string;
  styleNames: string[];
}

/**
 * The complete HTML of a page. It starts with the dark theme; theme.js applies the user's choice before the first
 * paint.
 */
export function toDocument(page: SitePage, { body, css, styleNames }: Drawn, files: DocumentFiles): string {
  const isMissing = page.path === '/404';
  const title = escapeHtml(page.title);
  const description = escapeHtml(page.description);
  const url = `${sitePlaceholders.publicUrl}${page.address ?? page.path}`;
  const card = `${sitePlaceholders.publicUrl}/social-card.png`;
  const shown = isMissing
    ? '<meta name="robots" content="noindex">'
    : `<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${brand.company}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${card}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">`;
  return `<!doctype html>
<html lang="en" class="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="theme-color" content="#0A0C10">
<meta name="color-scheme" content="dark light">
<script src="/theme.js"></script>
${files.fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${shown}
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<meta name="app-files" content="${files.appFiles.join(' ')}">
<style>${files.baseCss}</style>
<style data-emotion="css ${styleNames.join(' ')}">${css}</style>
${files.imports.map((file) => `<link rel="modulepreload" href="${file}">`).join('\n')}
<script type="module" src="${files.script}"></script>
${page.things.length > 0 ? `<script type="application/ld+json">${toJsonLd(page.things)}</script>` : ''}
</head>
<body>
${body}
</body>
</html>
`;
}
