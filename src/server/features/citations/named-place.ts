/** Reads the page and file that an answer names as the source of a quotation or statement. */
export interface NamedPlace {
  pages?: { first: number; last: number };
  file?: string;
}

const number = String.raw`(\d{1,5})(?:\s?(?:[-–—]|to|and|bis|und|à|et)\s?(\d{1,5}))?`;
const pageWord = String.raw`(?:pages?|pp?\.|pg\.|Seiten?|S\.|p[áa]gs?\.?|p[áa]ginas?|pagin[ae]|str\.|strona|bladzijde|blz\.|sid(?:a|or|e|er)|стр\.?|страниц\p{L}{0,2})`;
const page = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${pageWord}\s{0,2}${number}(?![\p{L}\p{N}])|第\s?(\d{1,5})\s?[页頁ペ]`,
  'giu',
);
const fileName =
  /[\p{L}\p{N}_][\p{L}\p{N}_.()&+-]{0,120}\.(?:pdf|docx?|xlsx?|csv|tsv|pptx?|txt|md|html?|json|eml|msg|rtf|od[tsp]|png|jpe?g)(?![\p{L}\p{N}])/giu;

/** The last page and file named in a text. `files` are known names, which may contain spaces. */
export function lastNamed(text: string, files: readonly string[]): NamedPlace {
  return named(text, files, 'last');
}

function firstNamed(text: string, files: readonly string[]): NamedPlace {
  return named(text, files, 'first');
}

function named(text: string, files: readonly string[], which: 'first' | 'last'): NamedPlace {
  const pages = [...text.matchAll(page)].at(which === 'first' ? 0 : -1);
  const file = namedFile(text, files, which);
  const first = Number(pages?.[1] ?? pages?.[3]);
  return {
    ...(pages && { pages: { first, last: Math.max(first, Number(pages[2] ?? first)) } }),
    ...(file && { file }),
  };
}

function namedFile(text: string, files: readonly string[], which: 'first' | 'last'): string | undefined {
  const lower = text.toLowerCase();
  const found = files
    .flatMap((name) =>
      [name, ...stem(name)].map((spelling) => ({ name, at: lower.lastIndexOf(spelling.toLowerCase()), spelling })),
    )
    .filter(({ at, spelling }) => at >= 0 && isAlone(lower, at, spelling.length))
    .concat([...text.matchAll(fileName)].map((match) => ({ name: match[0], at: match.index, spelling: match[0] })));
  // If several names match at the same position, use the longest: 'annual report.pdf' contains 'report.pdf'.
  found.sort(
    (a, b) =>
      (which === 'first' ? a.at - b.at : b.at + b.spelling.length - a.at - a.spelling.length) ||
      b.spelling.length - a.spelling.length,
  );
  return found[0]?.name;
}

/** 'Annual Report' for 'Annual Report.pdf'. Single words such as 'report' are not specific enough. */
function stem(name: string): string[] {
  const without = name.replace(/\.\w{1,5}$/, '');
  return /\p{L}[\s_-]+[\p{L}\p{N}]/u.test(without) || /\p{L}.*\d|\d.*\p{L}/u.test(without) ? [without] : [];
}

const isAlone = (text: string, at: number, length: number): boolean =>
  !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !/[\p{L}\p{N}]/u.test(text.charAt(at + length));

const before = 240;
const after = 120;
/** Text that may separate a quotation from its source. */
const joining =
  /^[\s.,;:!?)\]}*_–—-]*(?:\s*[([{]|(?:\s|,|–|—|[*_])*(?:(?:on|in|at|from|see|source|cf\.|auf|aus|siehe|in der|quelle|dans|à la|en|source|fuente|nella|a)\b[\s:*_]*)?)/iu;

/**
 * The source that the answer names for the text from `start` to `end`: directly after it, else before it in the same
 * line, for example '"…" (report.pdf, page 3)' and 'Page 3 says "…"'.
 */
export function placeNamedFor(
  answer: string,
  span: { start: number; end: number },
  files: readonly string[],
): NamedPlace {
  const line = answer.slice(Math.max(0, span.start - before), span.start);
  const preceding = line.slice(Math.max(line.lastIndexOf('\n'), lastSentenceEnd(line)) + 1);
  const following = behind(answer, span.end, files);
  const earlier = lastNamed(afterLastQuotation(preceding), files);
  const pages = following.pages ?? (following.file ? undefined : earlier.pages);
  const file = following.file ?? earlier.file;
  return { ...(pages && { pages }), ...(file && { file }) };
}

/** A source named for an earlier quotation of the sentence does not apply to the next. */
const afterLastQuotation = (text: string): string => {
  const closed = Math.max(...['”', '»', '」', '"', '“'].map((mark) => text.lastIndexOf(mark)));
  const rest = text.slice(closed + 1);
  return closed < 0 ? text : rest.slice(bracketEnd(rest));
};

/** In 'A” (page 2) and “B' the brackets belong to A. */
function bracketEnd(text: string): number {
  const bracket = /^[\s.,;]*[([][^)\]]{0,120}[)\]]/.exec(text);
  return bracket ? bracket[0].length : 0;
}

function lastSentenceEnd(text: string): number {
  let end = -1;
  for (const match of text.matchAll(/[.!?。](?=\s+\p{Lu})/gu))
    if (!/(?:pp?|pg|S|No|vs|cf)\.$/.test(text.slice(0, match.index + 1))) end = match.index;
  return end;
}

/** A source directly after the text: in brackets, or after a word such as 'on'. */
function behind(answer: string, end: number, files: readonly string[]): NamedPlace {
  const text = answer.slice(end, end + after);
  const line = text.slice(0, text.search(/\n\s*\n/) < 0 ? undefined : text.search(/\n\s*\n/));
  const joined = joining.exec(line)?.[0] ?? '';
  const rest = line.slice(joined.length);
  const isBracketed = /[([{]\s*$/.test(joined);
  const close = isBracketed ? rest.search(/[)\]}]/) : rest.search(/["“”„«»\n]|[.!?](?:\s|$)(?<!pp?\.\s|S\.\s)/);
  const part = close < 0 ? rest : rest.slice(0, close);
  const place = firstNamed(part, files);
  if (isBracketed) return place;
  if (/[.!?]\s/.test(joined)) return {};
  // Without brackets the source must follow directly: in '"A" and page 3 says "B"' it belongs to B.
  return startsWithPlace(part, files) ? place : {};
}

function startsWithPlace(text: string, files: readonly string[]): boolean {
  const start = text.replace(/^[*_\s]+/, '');
  const found = start.search(page);
  page.lastIndex = 0;
  if (found === 0) return true;
  fileName.lastIndex = 0;
  const file = start.search(fileName);
  return file === 0 || files.some((name) => start.toLowerCase().startsWith(name.toLowerCase()));
}
