import { useMemo, useState } from 'react';
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
  return <FiguresSection description={words.verifiedNote} figures={figures} onBenchmark={setBenchmark} />;
}
