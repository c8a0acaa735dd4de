import { chakra } from '@chakra-ui/react';
import { ChartLine, Table2 } from 'lucide-react';
import { performanceWords as words } from '~/client/words/performance';

export type CurveView = 'chart' | 'table';

const views = [
  { view: 'chart', Icon: ChartLine },
  { view: 'table', Icon: Table2 },
] as const;

/** The same figures as a picture or as rows. */
export function ViewSwitch({ view, onChange }: { view: CurveView; onChange: (view: CurveView) => void }) {
  return (
    <chakra.fieldset display="flex" gap="1" border="none">
      <chakra.legend srOnly>{words.showAs}</chakra.legend>
      {views.map(({ view: one, Icon }) => (
        <Choice key={one} type="button" aria-pressed={one === view} onClick={() => onChange(one)}>
          <Icon size={14} strokeWidth={1.5} aria-hidden />
          {words[one]}
        </Choice>
      ))}
    </chakra.fieldset>
  );
}

const Choice = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '8',
    px: '2.5',
    borderRadius: 'control',
    color: 'fg.muted',
    fontWeight: 'medium',
    transition: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { color: 'fg' },
    '&[aria-pressed=true]': { bg: 'bg.selected', color: 'fg' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
