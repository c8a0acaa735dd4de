import { formatCount, formatDay, formatDecimal } from '~/client/lib/format';
import { Section } from '~/client/ui/content/card';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { VerifiedRecord } from '~/shared/verified-record';
import { Gain } from '../book/gain-button';
import { FigureRow } from '../chart/figure-row';
import { dividendNote } from './dividend-note';

/** The headline figures, which no typed price or date can change. */
export function VerifiedFigures({ record }: { record: VerifiedRecord }) {
  const { hitRate, drawdown, drawdownFrom, drawdownTo, benchmark, points, positions } = record;
  const [first, last] = [points[0]?.day, points.at(-1)?.day];
  const waitingCount = positions.filter(({ state }) => state === 'waiting').length;
  return (
    <Section title={words.verified} description={words.verifiedNote}>
      <FigureRow
        label={words.verified}
        figures={[
          {
            name: words.bookReturn,
            value: <Gain percent={record.bookReturn} />,
            note: first && last ? words.since(formatDay(first), formatDay(last)) : words.notYet,
            detail: dividendNote(record.bookReturn, record.bookTotalReturn),
          },
          {
            name: words.benchmarkReturn(benchmark),
            value: <Gain percent={record.benchmarkReturn} />,
            note: dividendNote(record.benchmarkReturn, record.benchmarkTotalReturn),
          },
          {
            name: words.hitRate,
            value: hitRate ? `${hitRate}%` : '-',
            note: words.ended(formatCount(record.endedCount)),
          },
          {
            name: words.drawdown,
            value: formatDecimal(drawdown, '%'),
            note: drawdownFrom && drawdownTo && words.drawdownDays(formatDay(drawdownFrom), formatDay(drawdownTo)),
          },
          { name: words.averageGain, value: <Gain percent={record.averageGain} />, note: words.averageNote },
          {
            name: words.countedPositions,
            value: formatCount(record.countedCount),
            note: waitingCount > 0 && words.waiting(formatCount(waitingCount)),
          },
        ]}
      />
    </Section>
  );
}
