import { ChartLine, Table2 } from 'lucide-react';
import { ChoiceRow } from '~/client/ui/form/choice-row';
import { performanceWords as words } from '~/client/words/performance';

export type CurveView = 'chart' | 'table';

const views = [
  { view: 'chart', Icon: ChartLine },
  { view: 'table', Icon: Table2 },
] as const;

/** Switches between chart and table. */
export function ViewSwitch({ view, onChange }: { view: CurveView; onChange: (view: CurveView) => void }) {
  return (
    <ChoiceRow
      legend={words.showAs}
      choices={views.map(({ view: option, Icon }) => ({
        value: option,
        name: (
          <>
            <Icon size={14} strokeWidth={1.5} aria-hidden />
            {words[option]}
          </>
        ),
      }))}
      value={view}
      onChange={onChange}
    />
  );
}
