import { formatCount, formatDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { trackRecordWords as words } from '~/client/words/track-record';
import { Gain } from '../book/gain-button';
import { FigureRow } from '../chart/figure-row';

/** The server's figures, for installations that publish no prices to calculate from. */
export function ServerFigures() {
  const { data, isError } = trpc.trackRecord.summary.useQuery();
  const verified = data?.verified;
  const gain = (percent: string | null | undefined) => {
    if (isError) return '-';
    return percent === undefined ? undefined : <Gain percent={percent ?? undefined} />;
  };
  return (
    <Section title={words.notRecalculated} description={words.notRecalculatedNote}>
      <FigureRow
        label={words.notRecalculated}
        figures={[
          {
            name: words.bookReturn,
            value: gain(verified?.returnPercent),
            note: verified?.from && verified.to && words.since(formatDay(verified.from), formatDay(verified.to)),
          },
          { name: words.benchmarkReturn(data?.benchmark ?? 'SPY'), value: gain(verified?.benchmarkReturnPercent) },
          { name: words.averageGain, value: gain(verified?.averageGainPercent), note: words.averageNote },
          {
            name: words.countedPositions,
            value: verified ? formatCount(verified.countedCount) : isError ? '-' : undefined,
          },
        ]}
      />
    </Section>
  );
}
