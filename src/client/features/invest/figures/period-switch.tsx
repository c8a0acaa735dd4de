import { ChoiceRow } from '~/client/ui/form/choice-row';
import { figuresWords as words } from '~/client/words/figures';
import { type Period, periods } from '~/shared/schemas/figures';

export function PeriodSwitch({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  return (
    <ChoiceRow
      legend={words.period}
      choices={periods.map((option) => ({
        value: option,
        name: words.periodNames[option],
        hint: words.periodHints[option],
      }))}
      value={period}
      onChange={onChange}
    />
  );
}
