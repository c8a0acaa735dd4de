import { formatDay, formatMoment, formatPercent } from '~/client/lib/format';
import { positionWords as words } from '~/client/words/position';
import type { PositionPage } from '~/shared/schemas/theses';
import { closeDayOf, tradingDay } from '~/shared/trading-day';
import { Gain } from '../book/gain-button';
import { reportedSplitNote } from '../book/gain-notes';
import { recordedLate } from '../book/recorded-late';
import { type Figure, FigureRow } from '../chart/figure-row';
import { priceText } from '../price-text';

export function PositionFigures({ page: { position, theses } }: { page: PositionPage }) {
  const { avgEntryPrice, purchaseDate, recordedAt, gainsPercent, totalGainsPercent, usdGainsPercent, currency } =
    position;
  const [thesis] = theses;
  return (
    <FigureRow
      label={words.facts}
      figures={[
        {
          name: words.entry,
          value: priceText(avgEntryPrice, currency),
          note: words.boughtOn(formatDay(tradingDay(purchaseDate))),
          detail: recordedLate(purchaseDate, recordedAt),
        },
        endOf(position),
        {
          name: words.gain,
          value: <Gain percent={gainsPercent} />,
          note: [
            currency && words.usdGain(currency, usdGainsPercent && formatPercent(usdGainsPercent)),
            totalGainsPercent && words.withDividends(formatPercent(totalGainsPercent)),
            reportedSplitNote(position),
          ]
            .filter(Boolean)
            .join(', '),
        },
        level(words.target, thesis?.target, thesis?.adjustedTarget, position),
        level(words.stop, thesis?.stop, thesis?.adjustedStop, position),
        { name: words.review, value: thesis?.reviewOn ? formatDay(thesis.reviewOn) : '-', note: thesis?.horizon },
      ]}
    />
  );
}

function endOf(position: PositionPage['position']): Figure {
  const { purchaseDate, closePrice, closeDate, latestPrice, priceAsOf, currency } = position;
  if (closePrice && closeDate)
    return {
      name: words.close,
      value: priceText(closePrice, currency),
      note: words.boughtOn(formatDay(closeDayOf(closeDate, purchaseDate))),
    };
  return {
    name: words.latest,
    value: priceText(latestPrice, currency),
    note: priceAsOf && formatMoment(priceAsOf),
  };
}

/** A price level that was set, and its distance from the latest price. */
function level(
  name: string,
  stated: string | undefined,
  adjusted: string | undefined,
  { latestPrice: latest, currency }: PositionPage['position'],
): Figure {
  const price = adjusted ?? stated;
  if (!price) return { name, value: '-', note: words.notSet };
  const distance = latest && ((Number(price) / Number(latest) - 1) * 100).toFixed(2);
  const notes = [
    distance && words.fromHere(formatPercent(distance)),
    adjusted && words.beforeSplits(priceText(stated, currency)),
  ];
  return { name, value: priceText(price, currency), note: notes.filter(Boolean).join(', ') };
}
