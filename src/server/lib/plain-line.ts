/** Converts a line of a model's text to plain text: without Markdown, and without quotation marks around it. */

const links = /!?\[([^\]]*)\]\([^)]*\)/g;
const leadingMarks = /^\s*(?:#{1,6}\s+|>\s*|[-*+•]\s+|\d+[.)]\s+)+/;
const emphasis = /(\*\*\*|\*\*|\*|___|__|~~|`+)(?=\S)(.+?)(?<=\S)\1/g;
const quotePairs = ['""', "''", '“”', '‘’', '„“', '„”', '«»', '»«', '「」', '『』', '《》', '()', '[]'];

/** `label` matches prefixes that models write before such a line, such as 'Title:'. */
export const plainLine = (line: string, label: RegExp): string => withoutQuotes(withoutMarkdown(line, label));

function withoutMarkdown(line: string, label: RegExp): string {
  const plain = line.replace(leadingMarks, '').replace(links, '$1').replace(emphasis, '$2').replace(emphasis, '$2');
  return plain.replace(label, '').replace(emphasis, '$2').trim();
}

function withoutQuotes(text: string): string {
  const pair = quotePairs.find(([open, close]) => text.length > 2 && text[0] === open && text.at(-1) === close);
  if (!pair) return text;
  const inner = text.slice(1, -1);
  // 'A' and 'B' starts and ends with quotation marks that are not a pair.
  return inner.includes(pair[0] as string) || inner.includes(pair[1] as string) ? text : withoutQuotes(inner.trim());
}
