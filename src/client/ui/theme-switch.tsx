import { Moon, Sun } from 'lucide-react';
import { useColorMode } from '../hooks/use-color-mode';
import { IconButton } from './button';

export function ThemeSwitch() {
  const { mode, toggle } = useColorMode();
  const Icon = mode === 'dark' ? Sun : Moon;
  return (
    <IconButton label={mode === 'dark' ? 'Use the light theme' : 'Use the dark theme'} onClick={toggle}>
      <Icon size={18} strokeWidth={1.5} />
    </IconButton>
  );
}
