import { createContext } from 'react';
import type { Insertion } from '~/shared/answer-text/block-markdown';
import { markAddress, markOfAddress } from '~/shared/answer-text/mark-address';
import type { MessageMetadata } from '~/shared/schemas/messages';

export type AnswerFigures = Pick<MessageMetadata, 'confirmedFigures' | 'unconfirmedFigures'>;

/** The confirmed figures of the surrounding answer. */
export const AnswerFiguresContext = createContext<NonNullable<AnswerFigures['confirmedFigures']>>([]);

export const unconfirmedAddress = markAddress('unconfirmed');
const confirmedAddress = (index: number) => markAddress(`figure-${index}`);

/** Adds links around unconfirmed figures and after figures from the portfolio. markdown-parts renders them. */
export function figureMarks(
  content: string,
  { confirmedFigures = [], unconfirmedFigures = [] }: AnswerFigures,
): Insertion[] {
  const around = unconfirmedFigures
    .filter(({ start, end }) => isPlain(content.slice(start, end)) && !isInLink(content, start))
    .flatMap(({ start, end }) => [
      { at: start, text: '[' },
      { at: end, text: `](${unconfirmedAddress})` },
    ]);
  const behind = confirmedFigures.map(({ end }, index) => ({ at: end, text: `[·](${confirmedAddress(index)})` }));
  return [...around, ...behind].sort((a, b) => a.at - b.at);
}

/** Markdown characters would end the link early, or be parsed as something else. */
const isPlain = (text: string) => !/[[\]()*_~<>\n|]/.test(text);

/** Links can't be nested. */
function isInLink(content: string, at: number): boolean {
  const last = (mark: string) => content.lastIndexOf(mark, at - 1);
  return last('[') > Math.max(last(']'), last('\n'));
}

/** The index in `confirmedFigures`, parsed from the URL that represents it. */
export function confirmedIndex(address: string): number | undefined {
  const [, index] = /^figure-(\d+)$/.exec(markOfAddress(address) ?? '') ?? [];
  return index === undefined ? undefined : Number(index);
}
