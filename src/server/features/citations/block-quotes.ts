/** Block quotes in Markdown, with the line that names their source kept separate. */
export interface BlockQuote {
  start: number;
  end: number;
  text: string;
  attribution?: string;
}

const marker = /^\s{0,3}>\s?/;
/** A last line such as '— report.pdf, page 3'. */
const attributed = /^\s{0,3}(?:—|–|--|―)\s/;
/** Remarks that some answers format as quotations. */
const callout =
  /^\s*(?:\[![A-Z]+\]|[*_]{0,2}(?:note|tip|warning|important|caution|hinweis|achtung|info|remark)\b[*_:]{1,3})/i;

export function blockQuotes(answer: string): BlockQuote[] {
  const found: BlockQuote[] = [];
  let lines: string[] = [];
  let start = 0;
  let at = 0;
  const close = () => {
    if (lines.length > 0) found.push(...toBlock(lines, start, at - 1));
    lines = [];
  };
  for (const line of answer.split('\n')) {
    if (marker.test(line)) {
      if (lines.length === 0) start = at;
      lines.push(line);
    } else close();
    at += line.length + 1;
  }
  close();
  return found;
}

function toBlock(lines: readonly string[], start: number, end: number): BlockQuote[] {
  const texts = lines.map((line) => line.replace(marker, '').replace(marker, ''));
  const last = texts.findLastIndex((text) => text.trim() !== '');
  if (last < 0 || callout.test(texts[0] ?? '')) return [];
  const isAttributed = last > 0 && attributed.test(texts[last] ?? '');
  const text = texts.slice(0, isAttributed ? last : last + 1).join('\n');
  const quoted = lines.slice(0, isAttributed ? lastWritten(texts, last) + 1 : last + 1).join('\n').length;
  return [
    {
      start,
      end: Math.min(end, start + quoted),
      text,
      ...(isAttributed && { attribution: texts[last] ?? '' }),
    },
  ];
}

const lastWritten = (texts: readonly string[], before: number): number =>
  texts.slice(0, before).findLastIndex((text) => text.trim() !== '');
