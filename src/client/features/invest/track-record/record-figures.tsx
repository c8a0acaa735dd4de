import { formatCount, formatDay, formatPercent } from '~/client/lib/format';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { TrackRecord } from '~/shared/track-record';
import { Gain } from '../book/gain-button';
import { FigureRow } from '../chart/figure-row';

interface RecordFiguresProps {
  record: TrackRecord;
  returnWithoutDeleted: string | undefined;
}

export function RecordFigures({ record, returnWithoutDeleted }: RecordFiguresProps) {
  const { hitRate, drawdown, drawdownFrom, drawdownTo, benchmark } = record;
  return (
    <FigureRow
      label={words.figures}
      figures={[
        {
          name: words.bookReturn,
          value: <Gain percent={record.bookReturn} />,
          note: returnWithoutDeleted && words.withoutDeleted(formatPercent(returnWithoutDeleted)),
        },
        { name: words.benchmarkReturn(benchmark), value: <Gain percent={record.benchmarkReturn} /> },
        {
          name: words.hitRate,
          value: hitRate ? `${hitRate}%` : '-',
          note: words.hitRateNote(formatCount(record.endedCount)),
        },
        {
          name: words.drawdown,
          value: drawdown ? `${drawdown}%` : '-',
          note: drawdownFrom && drawdownTo && words.drawdownDays(formatDay(drawdownFrom), formatDay(drawdownTo)),
        },
        { name: words.averageGain, value: <Gain percent={record.averageGain} />, note: words.averageNote },
        {
          name: words.positions,
          value: formatCount(record.positions.length),
          note: words.positionCounts(
            formatCount(record.openCount),
            formatCount(record.closedCount),
            formatCount(record.deletedCount),
          ),
        },
      ]}
    />
  );
}
