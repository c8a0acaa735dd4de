import { formatCount, formatDay, formatDecimal, formatPercent } from '~/client/lib/format';
import { Section } from '~/client/ui/content/card';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { TrackRecord } from '~/shared/track-record';
import { Gain } from '../book/gain-button';
import { FigureRow } from '../chart/figure-row';
import { dividendNote } from './dividend-note';

interface StatedFiguresProps {
  record: TrackRecord;
  returnWithoutDeleted: string | undefined;
}

/** The values that administrators entered, and how late they entered them. */
export function StatedFigures({ record, returnWithoutDeleted }: StatedFiguresProps) {
  const { hitRate, drawdown, drawdownFrom, drawdownTo, benchmark, lateCount, mostDaysLate } = record;
  const late =
    lateCount > 0 ? ` ${words.late(lateCount, formatCount(lateCount), mostDaysLate, formatCount(mostDaysLate))}` : '';
  return (
    <Section title={words.stated} description={`${words.statedNote}${late}`}>
      <FigureRow
        label={words.stated}
        figures={[
          {
            name: words.bookReturn,
            value: <Gain percent={record.bookReturn} />,
            note: dividendNote(record.bookReturn, record.bookTotalReturn),
            detail: returnWithoutDeleted && words.withoutDeleted(formatPercent(returnWithoutDeleted)),
          },
          {
            name: words.benchmarkReturn(benchmark),
            value: <Gain percent={record.benchmarkReturn} />,
            note: dividendNote(record.benchmarkReturn, record.benchmarkTotalReturn),
          },
          {
            name: words.hitRate,
            value: hitRate ? `${hitRate}%` : '-',
            note: words.hitRateNote(formatCount(record.endedCount)),
          },
          {
            name: words.drawdown,
            value: formatDecimal(drawdown, '%'),
            note: drawdownFrom && drawdownTo && words.drawdownDays(formatDay(drawdownFrom), formatDay(drawdownTo)),
          },
          { name: words.averageGain, value: <Gain percent={record.averageGain} />, note: words.averageNote },
          {
            name: words.positions,
            value: formatCount(record.positions.length - record.sampleCount),
            note: words.positionCounts(
              formatCount(record.openCount),
              formatCount(record.closedCount),
              formatCount(record.deletedCount),
            ),
          },
        ]}
      />
    </Section>
  );
}
