import { trackRecordWords as words } from '~/client/words/track-record';
import type { TrackRecord } from '~/shared/track-record';
import type { VerifiedRecord } from '~/shared/verified-record';
import type { Curve } from '../chart/curve';
import { formatLevel, fromHundred, type Level } from '../chart/index-curve';

/** The verified record as a solid line, the stated one dashed, and the benchmark of the verified one. */
export function recordCurve(verified: VerifiedRecord, stated: TrackRecord): Curve {
  const days = [...new Set([...stated.points, ...verified.points].map(({ day }) => day))].sort();
  const levels = (points: VerifiedRecord['points'], level: 'book' | 'benchmark') => {
    const known = new Map(points.map((point) => [point.day, point[level]]));
    return days.map((day): Level => (known.get(day) === undefined ? undefined : Number(known.get(day))));
  };
  // The benchmark covers the same days as the headline figure.
  const compared = verified.points.length > 0 ? verified : stated;
  return {
    days,
    series: [
      { name: words.verifiedSeries, tone: 'accent', values: levels(verified.points, 'book') },
      { name: words.statedSeries, tone: 'dashed', values: levels(stated.points, 'book') },
      { name: verified.benchmark, tone: 'quiet', values: fromHundred(levels(compared.points, 'benchmark')) },
    ],
    reference: 100,
    formatValue: formatLevel,
  };
}
