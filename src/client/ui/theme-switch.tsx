import { Moon, Sun } from 'lucide-react';
import { uiWords as words } from '~/client/words/ui';
import { useColorMode } from '../hooks/use-color-mode';
import { IconButton } from './button';

export function ThemeSwitch() {
  const { mode, toggle } = useColorMode();
  const Icon = mode === 'dark' ? Sun : Moon;
  return (
    <IconButton label={mode === 'dark' ? words.useLight : words.useDark} onClick={toggle}>
      <Icon size={18} strokeWidth={1.5} />
    </IconButton>
  );
}
