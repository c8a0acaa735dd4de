/** The evidence for an answer, as the last part of its page: its steps, snapshots of its web pages, and its receipt. */
import { escapeHtml } from '~/shared/escape-html';
import type { AnswerReceipt } from '~/shared/schemas/receipts';
import { finalVerdictName } from '~/shared/verdict-words';
import { externalLink, faint } from './html-writer';

type Page = AnswerReceipt['pages'][number];
type Citation = AnswerReceipt['citations'][number];

export const evidenceStyle = `
:root{--good:#3fd08b;--bad:#ff858e;--mark:#6b5500}
@media (prefers-color-scheme:light){:root{--good:#0a7547;--bad:#b42335;--mark:#ffe9a8}}
.lines{white-space:pre-wrap}.hash{font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
details{border:1px solid var(--line);border-radius:12px;margin-bottom:.625rem;padding:.625rem 1rem}summary{cursor:pointer;font-weight:500}
details pre{max-height:24rem;overflow-y:auto;white-space:pre-wrap;font:.8125rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
mark{background:var(--mark);color:inherit}
#verification{margin-bottom:1rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:12px}#verification p{margin:0}
#verification.good{border-color:var(--good)}#verification.good p:first-child{color:var(--good)}
#verification.bad{border-color:var(--bad)}#verification.bad p:first-child{color:var(--bad)}
@media print{details pre{max-height:none}}
`;

export function evidence(receipt: AnswerReceipt): string {
  const { steps, pages, citations, hash } = receipt;
  const stepList = steps.map(({ label }) => `<li dir="auto">${escapeHtml(label)}</li>`).join('');
  return `<section><h2>Receipt</h2>
<div id="verification" role="status"><p>Turn on JavaScript to let this page verify the receipt.</p></div>
${faint('SHA-256 of the receipt:')}<p class="hash">${escapeHtml(hash)}</p>
${faint('If you saved this hash when you received the receipt, compare the two. Anyone who changes this page can also change its check. To verify the file independently, use the script verify.mjs, which the server offers at /receipts/verify.mjs.')}
<p><button id="save" type="button" hidden>Save as JSON</button></p></section>
${steps.length > 0 ? `<section><h2>Steps</h2><ol>${stepList}</ol></section>` : ''}
${pages.length > 0 ? `<section><h2>Pages as they were read</h2>${pages.map((page) => pageDetails(page, citations)).join('\n')}</section>` : ''}`;
}

/** The receipt in a script element, escaped so that no text in it can close the element. */
export const receiptData = (receipt: AnswerReceipt): string =>
  `<script type="application/json" id="receipt">${JSON.stringify(receipt).replaceAll('<', '\\u003c')}</script>`;

function pageDetails(page: Page, citations: readonly Citation[]): string {
  const checks = citations.flatMap(({ check }) => (check?.snapshotId === page.snapshotId ? [check] : []));
  const passages = [...new Set(checks.flatMap(({ passage }) => passage ?? []))];
  const findings = [...new Set(checks.map(({ verdict }) => finalVerdictName(verdict, 'page')))];
  const name = [page.title || page.url, page.site].filter(Boolean).join(', ');
  return `<details><summary dir="auto">${escapeHtml(name)}</summary>
${faint([...findings, `read ${page.readAt.slice(0, 16).replace('T', ' ')} UTC`].join(', '))}
<p class="faint"><a${externalLink(page.url)}>${escapeHtml(page.url)}</a></p>
<p class="faint">SHA-256 of the text: <span class="hash">${escapeHtml(page.contentHash)}</span></p>
${page.isCut ? faint('Only the beginning of the page is kept.') : ''}
<pre tabindex="0" dir="auto">${marked(page.text, passages)}</pre></details>`;
}

/** The text with the checked passages marked. Of two overlapping passages, the first is marked. */
function marked(text: string, passages: readonly string[]): string {
  const places = passages.flatMap((passage) => placeOf(passage, text)).sort((one, other) => one.start - other.start);
  let html = '';
  let end = 0;
  for (const place of places) {
    if (place.start < end) continue;
    html += `${escapeHtml(text.slice(end, place.start))}<mark>${escapeHtml(text.slice(place.start, place.end))}</mark>`;
    end = place.end;
  }
  return html + escapeHtml(text.slice(end));
}

/** Line breaks within a passage depend on the layout of the page. */
function placeOf(passage: string, text: string): { start: number; end: number }[] {
  const words = passage.split(/\s+/).filter(Boolean);
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const found = pattern ? new RegExp(pattern).exec(text) : null;
  return found ? [{ start: found.index, end: found.index + found[0].length }] : [];
}
