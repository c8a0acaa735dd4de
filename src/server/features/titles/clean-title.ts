/** Extracts a title from the output of a model. */
import { plainLine } from '~/server/lib/plain-line';
import { limits } from '~/shared/limits';
import { textStart } from '~/shared/text-start';

/** Longer output is a text, not a title. */
const maxCharacters = 2 * limits.modelTitleCharacters;
/** A title cut shorter would say too little. */
const minCharactersAfterCut = limits.modelTitleCharacters / 2;

const label = /^\s*(?:title|titel|titre|título|titolo|标题|タイトル)\s*[:：]\s*/i;

/** Null if the output is not a title: empty, without a letter or digit, or too long. */
export function cleanTitle(written: string): string | null {
  const lines = written.split(/\r?\n/).filter((line) => /[\p{L}\p{N}]/u.test(line));
  const [line] = lines;
  // Several paragraphs are an answer, not a title.
  if (line === undefined || lines.length > 2) return null;
  const title = withoutEnd(plainLine(line, label)).replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(title) || title.length > maxCharacters) return null;
  return title.length > limits.modelTitleCharacters ? cut(title) : title;
}

const withoutEnd = (text: string): string => text.replace(/(?<![.])[.。]$/u, '');

/** Cuts at the end of a word if there is one nearby. */
function cut(title: string): string {
  const start = textStart(title, limits.modelTitleCharacters - '...'.length);
  const space = start.lastIndexOf(' ');
  return `${(space >= minCharactersAfterCut ? start.slice(0, space) : start).toWellFormed().trimEnd()}...`;
}
