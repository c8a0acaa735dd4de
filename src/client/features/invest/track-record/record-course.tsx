import { useMemo } from 'react';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { TrackRecord } from '~/shared/track-record';
import { CurveFigure } from '../chart/curve-figure';
import { indexCurve } from '../chart/index-curve';

/** The index that the browser has just worked out, beside the benchmark. */
export function RecordCourse({ record }: { record: TrackRecord }) {
  const { points, benchmark, method, leftOut } = record;
  const curve = useMemo(() => indexCurve(points, benchmark), [points, benchmark]);
  const isKnown = points.length > 1;
  const left = leftOut.length > 0 ? ` ${words.leftOut(leftOut.join(', '))}` : '';
  return (
    <CurveFigure
      title={words.course}
      label={words.courseLabel(benchmark)}
      curve={curve}
      instead={isKnown ? undefined : <EmptyState title={words.noCourse} />}
      method={isKnown && `${method}${left}`}
    />
  );
}
