/** Makes a title of what a model wrote for one. */
import { limits } from '~/shared/limits';

/** More than this is a text, not a title. */
const mostCharacters = 2 * limits.modelTitleCharacters;
/** A shorter cut says too little. */
const fewestAfterCut = limits.modelTitleCharacters / 2;

const label = /^\s*(?:title|titel|titre|título|titolo|标题|タイトル)\s*[:：]\s*/i;
const links = /!?\[([^\]]*)\]\([^)]*\)/g;
const leadingMarks = /^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|\d+[.)]\s+)+/;
const emphasis = /(\*\*\*|\*\*|\*|___|__|~~|`+)(?=\S)(.+?)(?<=\S)\1/g;
const quotePairs = ['""', "''", '“”', '‘’', '„“', '„”', '«»', '»«', '「」', '『』', '《》', '()', '[]'];

/** Null when the text is not a title: empty, without a letter or digit, or too long. */
export function cleanTitle(written: string): string | null {
  const lines = written.split(/\r?\n/).filter((line) => /[\p{L}\p{N}]/u.test(line));
  const [line] = lines;
  // Several paragraphs are an answer to the conversation.
  if (line === undefined || lines.length > 2) return null;
  const title = withoutEnd(withoutQuotes(withoutMarkdown(line)))
    .replace(/\s+/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(title) || title.length > mostCharacters) return null;
  return title.length > limits.modelTitleCharacters ? cut(title) : title;
}

function withoutMarkdown(line: string): string {
  const plain = line.replace(leadingMarks, '').replace(links, '$1').replace(emphasis, '$2').replace(emphasis, '$2');
  return plain.replace(label, '').replace(emphasis, '$2').trim();
}

function withoutQuotes(text: string): string {
  const pair = quotePairs.find(([open, close]) => text.length > 2 && text[0] === open && text.at(-1) === close);
  if (!pair) return text;
  const inner = text.slice(1, -1);
  // 'A' and 'B' begins and ends with quotation marks that are not a pair.
  return inner.includes(pair[0] as string) || inner.includes(pair[1] as string) ? text : withoutQuotes(inner.trim());
}

const withoutEnd = (text: string): string => text.replace(/(?<![.])[.。]$/u, '');

/** At a word's end, where one is near. */
function cut(title: string): string {
  const room = title.slice(0, limits.modelTitleCharacters - '...'.length);
  const space = room.lastIndexOf(' ');
  return `${(space >= fewestAfterCut ? room.slice(0, space) : room).toWellFormed().trimEnd()}...`;
}
