import { useMemo, useState } from 'react';
import { Card } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { figuresWords as words } from '~/client/words/figures';
import { verifiedFigures } from '~/shared/figures/verified-figures';
import { FiguresSection } from '../figures/figures-section';
import type { ReadTrackRecord } from './read-track-record';

/** The verified record by period, as calculated in this browser. */
export function RecordByPeriod({ verified, prices }: Pick<ReadTrackRecord, 'verified' | 'prices'>) {
  const [benchmark, setBenchmark] = useState(prices.benchmark);
  const figures = useMemo(
    () => verifiedFigures(verified, prices, { benchmark, benchmarks: [...(prices.benchmarks ?? [prices.benchmark])] }),
    [verified, prices, benchmark],
  );
  return (
    <FiguresSection
      description={words.verifiedNote}
      figures={figures}
      onBenchmark={setBenchmark}
      // Nothing can be measured without a second day.
      instead={verified.points.length < 2 ? <NoPrices /> : undefined}
    />
  );
}

function NoPrices() {
  return (
    <Card p="0">
      <EmptyState title={words.reasons.noPrices} />
    </Card>
  );
}
