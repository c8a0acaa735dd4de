import { useMemo } from 'react';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { TrackRecord } from '~/shared/track-record';
import type { VerifiedRecord } from '~/shared/verified-record';
import { CurveFigure } from '../chart/curve-figure';
import { recordCurve } from './record-curve';

interface RecordPerformanceProps {
  verified: VerifiedRecord;
  stated: TrackRecord;
}

/** Both records as calculated in this browser, beside the benchmark. */
export function RecordPerformance({ verified, stated }: RecordPerformanceProps) {
  const { benchmark, method, unpriced } = verified;
  const curve = useMemo(() => recordCurve(verified, stated), [verified, stated]);
  const isKnown = curve.days.length > 1;
  const unpricedNote = unpriced.length > 0 ? ` ${words.unpriced(unpriced.join(', '))}` : '';
  return (
    <CurveFigure
      title={words.performance}
      label={words.performanceLabel(benchmark)}
      curve={curve}
      instead={isKnown ? undefined : <EmptyState title={words.noPerformance} />}
      method={isKnown && `${words.verifiedSeries}: ${method}${unpricedNote} ${words.statedSeries}: ${stated.method}`}
    />
  );
}
