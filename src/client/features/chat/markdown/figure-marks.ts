import type { Insertion } from '~/shared/answer-text/block-markdown';
import type { MessageMetadata } from '~/shared/schemas/messages';

export type AnswerFigures = Pick<MessageMetadata, 'confirmedFigures' | 'unconfirmedFigures'>;

const unconfirmedAddress = '#unconfirmed-figure';
const confirmedAddress = (index: number) => `#figure-${index}`;

/** Links around the figures that nobody confirmed, and behind those that the portfolio gave: markdown-parts draws them. */
export function figureMarks(
  content: string,
  { confirmedFigures = [], unconfirmedFigures = [] }: AnswerFigures,
): Insertion[] {
  const fences = fencesIn(content);
  const around = unconfirmedFigures
    .filter(({ start, end }) => isPlain(content.slice(start, end)) && !isInLink(content, start))
    .filter(({ start }) => !fences.some((block) => start > block.start && start < block.end))
    .map((place) => aroundCode(content, place))
    .flatMap(({ start, end }) => [
      { at: start, text: '[' },
      { at: end, text: `](${unconfirmedAddress})` },
    ]);
  const behind = confirmedFigures.map(({ end }, index) => ({ at: end, text: `[·](${confirmedAddress(index)})` }));
  return [...around, ...behind].sort((a, b) => a.at - b.at);
}

/** Characters of markdown would end the link early, or be read as something else. */
const isPlain = (text: string) => text !== '' && !/[[\]()`*_~<>\n|]/.test(text);

/** Inline code can be within a link, but not a link within code. */
function aroundCode(content: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const before = content.slice(0, start).trimEnd();
  const after = content.length - content.slice(end).trimStart().length;
  return before.endsWith('`') && content[after] === '`' ? { start: before.length - 1, end: after + 1 } : { start, end };
}

/** Blocks that are shown as they are written, where nothing can be underlined. */
function fencesIn(content: string): { start: number; end: number }[] {
  const marks = [...content.matchAll(/^[ \t]*(?:`{3,}|~{3,})/gm)].map(({ index }) => index);
  return marks.flatMap((start, place) => (place % 2 === 0 ? [{ start, end: marks[place + 1] ?? content.length }] : []));
}

/** Links cannot stand within links. */
function isInLink(content: string, at: number): boolean {
  const line = content.slice(content.lastIndexOf('\n', at - 1) + 1, at);
  return line.lastIndexOf('[') > line.lastIndexOf(']');
}

export const isUnconfirmedAddress = (address: string): boolean => address === unconfirmedAddress;

/** The index of a figure of `confirmedFigures`, from the address that stands for it. */
export function confirmedIndex(address: string): number | undefined {
  const digits = /^#figure-(\d+)$/.exec(address)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
