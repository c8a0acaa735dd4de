/** A document as a self-contained HTML page: its text, its sources and, for an answer, its evidence. */
import { sha256Bytes } from '~/server/lib/hash';
import { escapeHtml } from '~/shared/escape-html';
import type { AnswerReceipt } from '~/shared/schemas/receipts';
import type { ExportDocument } from './document';
import { evidence, evidenceStyle, receiptData } from './html-evidence';
import { htmlStyle } from './html-style';
import { verifyReceiptInPage } from './html-verification';
import { htmlOf } from './html-writer';

export function htmlFile(document: ExportDocument, receipt?: AnswerReceipt): Uint8Array {
  const script = receipt ? scriptOf(verifyReceiptInPage) : '';
  const text = htmlOf(document, receipt?.question ? questionSection(receipt.question) : '');
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(document.title)}</title><style>${htmlStyle}${receipt ? evidenceStyle : ''}</style></head>
<body><main><article>${text}</article>${receipt ? evidence(receipt) : ''}</main>
${receipt ? `${receiptData(receipt)}\n<script>${script}</script>` : ''}</body></html>
`;
  return new TextEncoder().encode(page);
}

const questionSection = (question: string) =>
  `<section><h2>Question</h2><p class="lines" dir="auto">${escapeHtml(question)}</p></section>`;

/** Tools that run TypeScript directly wrap inner functions in `__name`, which is undefined in the page. */
const scriptOf = (run: () => Promise<void>) => `{ const __name = (one) => one; (${run})(); }`;

/** The page loads nothing, and only its own script runs. */
function policy(script: string): string {
  const hash = sha256Bytes(script).toString('base64');
  const scripts = script ? ` script-src 'sha256-${hash}';` : '';
  return `default-src 'none'; style-src 'unsafe-inline';${scripts} base-uri 'none'; form-action 'none'`;
}
