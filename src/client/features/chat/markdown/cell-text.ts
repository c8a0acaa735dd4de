/**
 * Marks that would be read as part of a figure: numbers of sources and footnotes, spoken notes, and the parts of a
 * formula other than its TeX source, which KaTeX renders three times.
 */
const marks = '[data-citation], [data-footnote-ref], [data-spoken], .katex-html, semantics > :not(annotation)';

/** The text of a table's cell, without marks. */
export function cellText(cell: HTMLTableCellElement): string {
  let own: Element = cell;
  if (cell.querySelector(marks)) {
    own = cell.cloneNode(true) as Element;
    for (const mark of own.querySelectorAll(marks)) mark.remove();
    for (const tex of own.querySelectorAll('annotation'))
      tex.textContent = tex.textContent.replace(/\\([%$&#_])|\{(,)\}/g, '$1$2');
  }
  return own.textContent.replace(/[\s\u2060]+/g, ' ').trim();
}
