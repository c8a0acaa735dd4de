import { formatDay, formatMoment, formatPercent, formatUsd } from '~/client/lib/format';
import { positionWords as words } from '~/client/words/position';
import type { PositionPage } from '~/shared/schemas/theses';
import { tradingDay } from '~/shared/trading-day';
import { Gain } from '../book/gain-button';
import { type Figure, FigureRow } from '../chart/figure-row';

export function PositionFigures({ page: { position, theses } }: { page: PositionPage }) {
  const { avgEntryPrice, purchaseDate, gainsPercent, totalGainsPercent, latestPrice } = position;
  const [thesis] = theses;
  return (
    <FigureRow
      label={words.facts}
      figures={[
        {
          name: words.entry,
          value: formatUsd(avgEntryPrice),
          note: words.boughtOn(formatDay(tradingDay(purchaseDate))),
        },
        endOf(position),
        {
          name: words.gain,
          value: <Gain percent={gainsPercent} />,
          note: totalGainsPercent && words.withDividends(formatPercent(totalGainsPercent)),
        },
        level(words.target, thesis?.target, latestPrice),
        level(words.stop, thesis?.stop, latestPrice),
        { name: words.review, value: thesis?.reviewOn ? formatDay(thesis.reviewOn) : '-', note: thesis?.horizon },
      ]}
    />
  );
}

function endOf({ closePrice, closeDate, latestPrice, priceAsOf }: PositionPage['position']): Figure {
  if (closePrice && closeDate)
    return { name: words.close, value: formatUsd(closePrice), note: words.boughtOn(formatDay(tradingDay(closeDate))) };
  return {
    name: words.latest,
    value: latestPrice ? formatUsd(latestPrice) : '-',
    note: priceAsOf && formatMoment(priceAsOf),
  };
}

/** A price that was set, and how far it is from the latest one. */
function level(name: string, price: string | undefined, latest: string | undefined): Figure {
  if (!price) return { name, value: '-', note: words.notSet };
  const distance = latest && ((Number(price) / Number(latest) - 1) * 100).toFixed(2);
  return { name, value: formatUsd(price), note: distance && words.fromHere(formatPercent(distance)) };
}
