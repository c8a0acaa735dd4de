/**
 * Markdown parsers recurse for each nested quote or list: 20,000 of `>` overflow the stack and crash the page. Markers
 * deeper than any real text are replaced by lookalike characters without meaning, each of the same length, so that
 * offsets in the text don't change.
 */
const maxMarkers = 20;
const maxColumns = 60;

const harmless: Record<string, string> = { '>': '›', '-': '‐', '*': '∗', '+': '＋', '.': '․', ')': '）' };

/** Cheap check for texts that may need to be processed line by line. */
const mayBeDeep = /^[ \t>*+\-\d.)]{40}/m;
const fence = /^ {0,3}(?:```|~~~)/;
/** '- - - -' is a horizontal rule, however long. */
const rule = /^ {0,3}([-*])(?:[ \t]*\1)+[ \t]*$/;
const marker = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;

export function flattenNesting(text: string): string {
  if (!mayBeDeep.test(text)) return text;
  let isCode = false;
  return text
    .split('\n')
    .map((line) => {
      if (fence.test(line)) isCode = !isCode;
      return isCode || rule.test(line) ? line : flattenLine(line);
    })
    .join('\n');
}

function flattenLine(line: string): string {
  const parts: string[] = [];
  let end = 0;
  marker.lastIndex = 0;
  for (let count = 1; marker.test(line); count++) {
    const { lastIndex } = marker;
    const isTooDeep = count > maxMarkers || lastIndex > maxColumns;
    const sign = line[lastIndex - 1] ?? '';
    parts.push(isTooDeep ? line.slice(end, lastIndex - 1) + (harmless[sign] ?? sign) : line.slice(end, lastIndex));
    end = lastIndex;
  }
  return parts.join('') + line.slice(end);
}
