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
  const around = unconfirmedFigures
    .filter(
      ({ start, end }) => isPlain(content.slice(start, end)) && !isInLink(content, start) && !isFenced(content, start),
    )
    .flatMap(({ start, end }) => {
      // Inline code can stand within a link, but not a link within code.
      const tick = content[start - 1] === '`' && content[end] === '`' ? 1 : 0;
      return [
        { at: start - tick, text: '[' },
        { at: end + tick, text: `](${unconfirmedAddress})` },
      ];
    });
  const behind = confirmedFigures.map(({ end }, index) => ({ at: end, text: `[·](${confirmedAddress(index)})` }));
  return [...around, ...behind].sort((a, b) => a.at - b.at);
}

/** Characters of markdown would end the link early, or be read as something else. */
const isPlain = (text: string) => text !== '' && !/[[\]()`*_~<>\n|]/.test(text);

/** Blocks are shown as they are written, so that nothing in them can be underlined. */
const isFenced = (content: string, at: number) => content.slice(0, at).split(/^\s*(?:```|~~~)/m).length % 2 === 0;

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
