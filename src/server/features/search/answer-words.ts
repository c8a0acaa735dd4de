import { plainText } from '~/server/features/citations/plain-text';

/** No snippet is taken from further on in an answer. */
const mostCharacters = 200_000;

/** The words of an answer without its Markdown, as a snippet shows them: the cells of a table have dots between them. */
export function answerWords(markdown: string): string {
  const lines = markdown
    .slice(0, mostCharacters)
    .split('\n')
    .filter((line) => !isRule(line))
    .map((line) => cellsOf(line.replace(/^\s*(?:#{1,6}|>+|[-*+])\s+/, '')));
  return plainText(lines.join('\n').replaceAll('`', ''));
}

/** The line below the head of a table, a thematic break, or the fence of code. */
const isRule = (line: string) => /^[\s|:-]*--[\s|:-]*$/.test(line) || /^\s*(?:```|~~~)/.test(line);

function cellsOf(line: string): string {
  const text = line.trim();
  if (!text.startsWith('|')) return line;
  const cells = text.split('|').map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(' · ');
}
