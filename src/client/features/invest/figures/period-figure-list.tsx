import { Box } from '@chakra-ui/react';
import { formatDay, formatDecimal, formatPercent } from '~/client/lib/format';
import { figuresWords as words } from '~/client/words/figures';
import type { Figure as KnownOrNot, PeriodFigures } from '~/shared/schemas/figures';
import { Gain } from '../book/gain-button';
import type { Figure } from '../chart/figure-row';

export const periodFigureNames = () => [
  words.returnName,
  words.benchmark,
  words.volatility,
  words.sharpe,
  words.beta,
  words.drawdown,
];

/** Six figures; an unknown one is a dash with its reason. */
export function periodFigureList(shown: PeriodFigures, benchmark: string): Figure[] {
  const { from, to, drawdownFrom, drawdownTo } = shown;
  const span = from && to ? words.between(formatDay(from), formatDay(to)) : undefined;
  return [
    {
      ...figureOf(words.returnName, shown.returnPercent, gain, span),
      detail: returnDetail(shown),
    },
    {
      ...figureOf(words.benchmarkReturn(benchmark), shown.benchmarkReturnPercent, gain),
      detail: yearly(shown.benchmarkAnnualizedPercent),
    },
    figureOf(words.volatility, shown.volatilityPercent, percent, words.ofDailyChanges),
    figureOf(words.sharpe, shown.sharpeRatio, plain, words.noRiskFree),
    figureOf(words.beta, shown.beta, plain, words.against(benchmark)),
    figureOf(
      words.drawdown,
      shown.maxDrawdownPercent,
      percent,
      drawdownFrom && drawdownTo && words.between(formatDay(drawdownFrom), formatDay(drawdownTo)),
    ),
  ];
}

const gain = (value: string) => <Gain percent={value} />;
const plain = (value: string) => formatDecimal(value);
const percent = (value: string) => formatDecimal(value, '%');

function figureOf(
  name: string,
  { value, reason }: KnownOrNot,
  show: (value: string) => Figure['value'],
  note?: Figure['note'],
): Figure {
  if (value === null) return { name, value: words.unknown, note: reason && words.reasons[reason] };
  return { name, value: show(value), note };
}

/** The buy-and-hold return of the same positions, shown beside the index. */
function returnDetail({ annualizedPercent, buyAndHoldPercent }: PeriodFigures) {
  const buyAndHold = buyAndHoldPercent.value;
  const lines = [yearly(annualizedPercent), buyAndHold !== null && words.held(formatPercent(buyAndHold))].filter(
    Boolean,
  );
  return (
    lines.length > 0 &&
    lines.map((line) => (
      <Box key={String(line)} as="span" display="block">
        {line}
      </Box>
    ))
  );
}

const yearly = ({ value }: KnownOrNot) => value !== null && words.perYear(formatPercent(value));
