import { plainText } from '~/server/features/citations/plain-text';

/** Snippets are only taken from this much of an answer. */
const maxCharacters = 200_000;

/** The text of an answer without Markdown, as shown in snippets; table cells are separated by dots. */
export function answerWords(markdown: string): string {
  const lines = markdown
    .slice(0, maxCharacters)
    .split('\n')
    .filter((line) => !isRule(line))
    .map((line) => cellsOf(line.replace(/^\s*(?:#{1,6}|>+|[-*+])\s+/, '')));
  return plainText(lines.join('\n').replaceAll('`', ''));
}

/** A table's delimiter row, a thematic break, or a code fence. */
const isRule = (line: string) => (line.includes('--') && /^[\s|:-]*$/.test(line)) || /^\s*(?:```|~~~)/.test(line);

function cellsOf(line: string): string {
  const text = line.trim();
  if (!text.startsWith('|')) return line;
  const cells = text.split('|').map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(' · ');
}
