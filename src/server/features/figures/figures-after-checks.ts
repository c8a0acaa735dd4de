/** Which figures of an answer are unconfirmed after its sources were checked. */
import type { Citation } from '~/shared/schemas/citations';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { confirms } from './lock/cited-statements';

export type AnswerFigures = Pick<
  MessageMetadata,
  'citedFigures' | 'confirmedFigures' | 'unconfirmedFigures' | 'hasUnconfirmedFigures' | 'isAboutInvestments'
>;

/** The new figures of an answer. An absent field means that it is now empty. */
export function figuresAfterChecks(figures: AnswerFigures, citations: readonly Citation[]): AnswerFigures {
  const { citedFigures = [], confirmedFigures = [], unconfirmedFigures = [], ...kept } = figures;
  const verdictsOf = (sources: readonly number[]) => sources.flatMap((place) => citations[place] ?? []);
  const left = citedFigures.filter(({ sources }) => !verdictsOf(sources).some(confirms));
  const waiting = left.filter(({ sources }) => verdictsOf(sources).some(({ check }) => check?.verdict === 'pending'));
  const failed = left.filter((figure) => !waiting.includes(figure)).map(({ sources: _, ...place }) => place);
  const marks = [...unconfirmedFigures, ...failed].sort((a, b) => a.start - b.start);
  const confirmed = confirmedFigures.filter(
    ({ start }) => !failed.some((mark) => mark.start <= start && start < mark.end),
  );
  return {
    ...kept,
    ...(waiting.length > 0 && { citedFigures: waiting }),
    ...(confirmed.length > 0 && { confirmedFigures: confirmed }),
    ...(marks.length > 0 && { unconfirmedFigures: marks, hasUnconfirmedFigures: true, isAboutInvestments: true }),
  };
}

/** The metadata of a copy that is never updated: figures whose sources are still being checked count as unconfirmed. */
export function finalMetadata(metadata: MessageMetadata): MessageMetadata {
  const { citedFigures: _cited, confirmedFigures: _confirmed, ...kept } = metadata;
  const checked = (metadata.citations ?? []).map(({ check, ...source }) =>
    check && check.verdict !== 'pending' ? { ...source, check } : source,
  );
  return { ...kept, ...figuresAfterChecks(metadata, checked) };
}
