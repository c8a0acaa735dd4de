/**
 * Markdown parsers recurse per nested quote or list, so 20,000 `>` overflow the stack and break the page. Markers
 * beyond a reasonable depth are replaced by similar characters of the same length, so that offsets don't change.
 */
import { fenceAfter } from './open-fence';

const ofText = { markers: 20, columns: 60 };
/** Code is not nested. It has a limit too, because code in a list or in HTML may have ended without a fence. */
const ofCode = { markers: 100, columns: 400 };

const harmless: Record<string, string> = { '>': '›', '-': '‐', '*': '∗', '+': '＋', '.': '․', ')': '）' };

/** A fast pre-check, true for every text with lines that may be too deep. */
const mayBeDeep = /^[ \t>*+\-\d.)]{40}/m;
/** A thematic break such as '- - - -' is not nested. */
const rule = /^ {0,3}([-*])(?:[ \t]*\1)+[ \t]*$/;
const marker = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;

export function flattenNesting(text: string): string {
  if (!mayBeDeep.test(text)) return text;
  let open: string | null = null;
  return text
    .split('\n')
    .map((line) => {
      open = fenceAfter(line, open);
      return rule.test(line) ? line : flattenLine(line, open === null ? ofText : ofCode);
    })
    .join('\n');
}

function flattenLine(line: string, max: typeof ofText): string {
  const parts: string[] = [];
  let end = 0;
  marker.lastIndex = 0;
  for (let count = 1; marker.test(line); count++) {
    const { lastIndex } = marker;
    const isTooDeep = count > max.markers || lastIndex > max.columns;
    const sign = line[lastIndex - 1] ?? '';
    parts.push(isTooDeep ? line.slice(end, lastIndex - 1) + (harmless[sign] ?? sign) : line.slice(end, lastIndex));
    end = lastIndex;
  }
  return parts.join('') + line.slice(end);
}
