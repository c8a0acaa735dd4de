import { Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { sourceNumberWords as words } from '~/client/words/source-numbers';
import type { Verdict } from '~/shared/schemas/citations';
import { useAnswerSources } from './answer-sources';
import { SourceMark } from './source-mark';

const CheckedNumber = lazyPart(() => import('./checked-number').then((part) => ({ default: part.CheckedNumber })));

interface SourceNumberProps {
  number: number;
  /** What the check found at this place. */
  verdict?: Verdict;
}

/** A source's number in the text of an answer: as small as a footnote, as easy to hit as a button. */
export function SourceNumber({ number, verdict }: SourceNumberProps) {
  const { sources, open } = useAnswerSources();
  const source = sources.find((known) => known.number === number);
  if (verdict) {
    return (
      <Suspense>
        <CheckedNumber source={source} verdict={verdict} onOpen={() => open(number)} />
      </Suspense>
    );
  }
  if (!source) return null;
  return (
    <SourceMark
      type="button"
      data-source={number}
      aria-label={words.source(number, source.title)}
      onClick={() => open(number)}
    >
      {number}
    </SourceMark>
  );
}
