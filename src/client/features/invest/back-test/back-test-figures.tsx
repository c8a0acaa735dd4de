import { formatCount, formatDay, formatDecimal, formatSum } from '~/client/lib/format';
import { backTestWords as words } from '~/client/words/back-test';
import type { BacktestResult } from '~/shared/schemas/backtest';
import { Gain } from '../book/gain-button';
import { FigureRow } from '../chart/figure-row';

export function BackTestFigures({ result }: { result: BacktestResult }) {
  const { drawdownFrom, drawdownTo, volatilityPercent } = result;
  return (
    <FigureRow
      label={words.result}
      isNarrow
      figures={[
        { name: words.returned, value: <Gain percent={result.returnPercent} /> },
        {
          name: words.benchmarkReturn(result.benchmark),
          value: <Gain percent={result.benchmarkReturnPercent} />,
        },
        {
          name: words.volatility,
          value: formatDecimal(volatilityPercent, '%'),
          note: volatilityPercent === undefined ? words.volatilityUnknown : words.volatilityNote,
        },
        {
          name: words.drawdown,
          value: formatDecimal(result.drawdownPercent, '%'),
          note: drawdownFrom && drawdownTo && words.drawdownDays(formatDay(drawdownFrom), formatDay(drawdownTo)),
        },
        {
          name: words.value,
          value: formatSum(result.endValue),
          note: words.valueNote(formatSum(result.startValue)),
        },
        {
          name: words.costs,
          value: formatSum(result.costs),
          note: words.costsNote(formatCount(result.trades.length)),
        },
      ]}
    />
  );
}
