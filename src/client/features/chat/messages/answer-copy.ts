/** An answer for the clipboard, with numbered citations and a list of the sources. */
import { withMarkers } from '~/shared/answer-text/block-markdown';
import { missingQuoteNumber, type Source, toMarkers, toSources } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';

/** For applications that paste plain text. */
export function copiedMarkdown(content: string, citations: readonly Citation[] = []): string {
  const sources = toSources(citations);
  if (sources.length === 0) return content;
  const whole = { raw: content, start: 0, kind: 'document' };
  const text = withMarkers(whole, toMarkers(content, citations), ({ number }) =>
    number === missingQuoteNumber ? '' : `[${number}]`,
  );
  const lines = sources.map((source) => `[${source.number}] ${placeOf(source)}${source.url ? `: ${source.url}` : ''}`);
  return `${text.trimEnd()}\n\n${lines.join('\n')}\n`;
}

/** For applications that paste rich text, such as email and word processors: the rendered answer without controls. */
export function copiedHtml(drawn: Element, sources: readonly Source[]): string {
  const copy = drawn.cloneNode(true) as Element;
  // KaTeX renders each formula twice; office applications use the MathML.
  for (const part of copy.querySelectorAll('[data-screen-only], .katex-html, svg')) part.remove();
  for (const mark of copy.querySelectorAll('[data-source]'))
    mark.replaceWith(element('sup', `[${mark.getAttribute('data-source')}]`));
  // Applications show a checkbox as an empty text field, because they ignore its type.
  for (const box of copy.querySelectorAll('input')) box.replaceWith(box.checked ? '\u2611' : '\u2610');
  for (const button of copy.querySelectorAll('button')) button.replaceWith(...button.childNodes);
  for (const part of copy.querySelectorAll('*')) keepAttributes(part);
  for (const table of copy.querySelectorAll('table')) {
    table.setAttribute('border', '1');
    table.setAttribute('style', 'border-collapse: collapse');
  }
  return `<div>${copy.innerHTML}</div>${sources.map(sourceHtml).join('')}`;
}

const keptAttributes = new Set([
  'href',
  'src',
  'alt',
  'align',
  'colspan',
  'rowspan',
  'start',
  'dir',
  'display',
  'encoding',
]);

function keepAttributes(part: Element): void {
  for (const name of part.getAttributeNames()) if (!keptAttributes.has(name)) part.removeAttribute(name);
}

function sourceHtml(source: Source): string {
  const line = element('p', `[${source.number}] `);
  if (source.url) {
    const link = element('a', placeOf(source));
    link.setAttribute('href', source.url);
    line.append(link);
  } else line.append(placeOf(source));
  return line.outerHTML;
}

const placeOf = ({ title, site }: Source): string => (site && site !== title ? `${title}, ${site}` : title);

function element(name: string, text: string): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}
