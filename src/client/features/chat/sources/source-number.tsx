import { Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { sourceNumberWords as words } from '~/client/words/source-numbers';
import type { Verdict } from '~/shared/schemas/citations';
import { useAnswerSources } from './answer-sources';
import { SourceMark } from './source-mark';

const CheckedNumber = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.CheckedNumber })));

interface SourceNumberProps {
  number: number;
  /** The result of the check at this place. */
  verdict?: Verdict;
}

/** The number of a source in the text of an answer: small like a footnote, with the hit area of a button. */
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
